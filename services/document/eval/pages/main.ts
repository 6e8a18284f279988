/**
 * What the analysis finds on real sheets: words, year and scale of the Sanborn sheets in the corpus beside the
 * checkout. `npm run eval:pages`, optionally with the number of sheets a file (2).
 */
import { existsSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { createOcrReader } from '../../src/ocr/ocr-reader.js';
import { readPageMetadata } from '../../src/pipeline/page-metadata.js';
import { startPdfium } from '../../src/pipeline/pdfium.js';
import { tokensOf } from '../../src/search/tokens.js';

const REPOSITORY = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '../../../..');
const MAPS = path.resolve(REPOSITORY, '../shared/corpus/maps');
const SHEETS = 2;
/** Words that say what a place was used for: finding them is what the analysis is for. */
const TELLING = new Set(
  'gas coal yard lumber stone foundry tank tanks oil stable shed boiler works factory mill paint printing street avenue'.split(
    ' ',
  ),
);

const print = (line: string): void => void process.stdout.write(`${line}\n`);

async function main(sheets: number): Promise<void> {
  if (!existsSync(MAPS)) return print(`The corpus is not beside the checkout (${MAPS}): nothing to evaluate.`);
  const pdfium = await startPdfium();
  const session = createOcrReader().open();
  let right = 0;
  let years = 0;
  let read = 0;
  try {
    for (const name of (await readdir(MAPS)).filter((file) => file.endsWith('.pdf')).sort()) {
      const file = path.join(MAPS, name);
      const document = pdfium.open(file);
      const printed = Number(/\d{4}/.exec(name)?.[0]);
      for (let pageNumber = 1; pageNumber <= Math.min(sheets, document.pageCount); pageNumber++) {
        const { widthPt, heightPt, dpi, pictureShare } = document.outline(pageNumber - 1);
        const [width, height] = [widthPt, heightPt].map((points) => Math.round((points * dpi) / 72)) as [
          number,
          number,
        ];
        const outcome = await session.read({ kind: 'pdf', file, pageNumber, width, height });
        if (outcome.kind === 'unreadable') {
          print(`${name} ${pageNumber}: unreadable (${outcome.detail})`);
          continue;
        }
        const { text, millis, engine } = outcome;
        const evidence = { ...text, category: 'sanborn_maps', width, height, dpi, pictureShare };
        const { year, mapScale } = readPageMetadata(evidence);
        const telling = text.words.flatMap((word) => tokensOf(word.text)).filter((token) => TELLING.has(token));
        const sure = text.words.filter(({ confidence = 0 }) => confidence >= 0.8).length;
        read++;
        if (year) years++;
        if (year?.value === printed) right++;
        print(
          `${name} ${pageNumber}: ${text.words.length} words, ${sure} sure, ${telling.length} telling ` +
            `(${[...new Set(telling)].join(' ')}); year ${year ? `${year.value} (${year.source}, ${year.confidence})` : 'none'}; ` +
            `scale ${mapScale?.value ?? 'none'}; ${(millis / 1_000).toFixed(1)} s ${engine}`,
        );
      }
      document.close();
    }
  } finally {
    await session.close();
  }
  print(`${read} sheets read; a year on ${years}, that of the edition on ${right}`);
}

await main(Number(process.argv[2] ?? SHEETS));
