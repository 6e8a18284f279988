/**
 * What the analysis finds on real sheets and what it costs: words, year and scale of the Sanborn sheets in the corpus
 * beside the checkout. `npm run eval:pages`, optionally with the number of sheets.
 */
import { existsSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { createOcrReader } from '../../src/ocr/ocr-reader.js';
import { readPageMetadata } from '../../src/pipeline/page-metadata.js';
import { startPdfium } from '../../src/pipeline/pdfium.js';
import { tokensOf } from '../../src/search/tokens.js';
import { toMetadata } from '../../src/worker/page-words.js';
import { EDITIONS, SHEETS } from './sheets.js';

const REPOSITORY = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '../../../..');
const MAPS = path.resolve(REPOSITORY, '../shared/corpus/maps');
/** Words from which on their reading counts as sure. */
const SURE = 0.8;

const print = (line: string): void => void process.stdout.write(`${line}\n`);

async function main(count: number): Promise<void> {
  if (!existsSync(MAPS)) return print(`The corpus is not beside the checkout (${MAPS}): nothing to evaluate.`);
  const pdfium = await startPdfium();
  const session = createOcrReader().open();
  const sum = { words: 0, sure: 0, known: 0, found: 0, cpu: 0, years: 0, rightYears: 0, namedYears: 0 };
  const missed = new Map<string, string[]>();
  try {
    for (const { file: name, page: pageNumber, words: list, printedYear, scale } of SHEETS.slice(0, count)) {
      const file = path.join(MAPS, name);
      const document = pdfium.open(file);
      const { widthPt, heightPt, dpi, pictureShare } = document.outline(pageNumber - 1);
      document.close();
      const [width, height] = [widthPt, heightPt].map((points) => Math.round((points * dpi) / 72)) as [number, number];
      const outcome = await session.read({ kind: 'pdf', file, pageNumber, width, height });
      if (outcome.kind === 'unreadable') {
        print(`${name} ${pageNumber}: unreadable (${outcome.detail})`);
        continue;
      }
      const { text, cpuMillis, engine } = outcome;
      const evidence = { ...text, category: 'sanborn_maps', width, height, dpi, pictureShare };
      const metadata = readPageMetadata(evidence);
      const unnamed = toMetadata(metadata, text.text, 'ocr', { fileName: '', title: '' });
      const named = toMetadata(metadata, text.text, 'ocr', { fileName: name, title: '' });
      const edition = EDITIONS[name];
      if (unnamed.year !== undefined) sum.years++;
      if (unnamed.year === edition) sum.rightYears++;
      if (named.year === edition) sum.namedYears++;
      const tokens = new Set(text.words.flatMap((word) => tokensOf(word.text)));
      const known = [...new Set(list.split(' '))];
      const found = known.filter((word) => tokens.has(word));
      const sure = text.words.filter(({ confidence = 0 }) => confidence >= SURE).length;
      sum.words += text.words.length;
      sum.sure += sure;
      sum.known += known.length;
      sum.found += found.length;
      sum.cpu += cpuMillis / 1_000;
      missed.set(
        `${name} ${pageNumber}`,
        known.filter((word) => !tokens.has(word)),
      );
      print(
        `${name} ${pageNumber}: ${text.words.length} words, ${sure} sure, ${found.length} of ${known.length} known; ` +
          `year on the sheet ${unnamed.year ?? 'none'}, with the file name ${named.year ?? 'none'} (${named.yearSource}), printed ${printedYear ?? 'none'}; ` +
          `scale ${unnamed.mapScale ?? 'none'}, printed ${scale ?? 'none'}; ` +
          `${(cpuMillis / 1_000).toFixed(1)} CPU s ${engine}`,
      );
    }
  } finally {
    await session.close();
  }
  print(
    `${missed.size} sheets: ${sum.words} words, ${sum.sure} sure, ${sum.found} of ${sum.known} known words found, ` +
      `${(sum.cpu / missed.size).toFixed(1)} CPU s a sheet`,
  );
  print(
    `The edition's year: ${sum.rightYears} read off the sheets (${sum.years - sum.rightYears} wrong), ` +
      `${sum.namedYears} with the file's name`,
  );
  print('Not found:');
  for (const [sheet, words] of missed) print(`  ${sheet}: ${words.join(' ')}`);
}

await main(Number(process.argv[2] ?? SHEETS.length));
