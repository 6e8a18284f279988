/**
 * `npm run eval:pages [tuning|held_out|unseen]`: words, year and scale found on the corpus' Sanborn sheets, and the
 * cost. See README.md.
 */
import { existsSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { createOcrReader } from '../../src/lettering/ocr-reader.js';
import { startPdfium } from '../../src/pdf/pdfium.js';
import { pageFacts } from '../../src/reading/page-facts.js';
import { readPageMetadata } from '../../src/reading/page-metadata.js';
import { corpusFolder } from '../../src/testing/corpus.js';
import { placesOf, precisionOf, recallOf, surenessOf } from './scoring.js';
import { SEEN } from './seen.js';
import { EDITIONS, HALVES, SHEETS } from './sheets.js';

const REPOSITORY = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '../../../..');
const MAPS = corpusFolder('maps');

const print = (line: string): void => void process.stdout.write(`${line}\n`);
const percent = (share: number): string => `${(share * 100).toFixed(1)} %`;

const nothing = () => ({
  sheets: 0,
  words: 0,
  known: 0,
  found: 0,
  cpu: 0,
  ...{ right: 0, part: 0, wrong: 0, unseen: 0 },
  ...{ years: 0, rightYears: 0, namedYears: 0 },
});

async function main(chosen: string | undefined): Promise<void> {
  if (!existsSync(MAPS))
    return print(`There is no corpus in ${MAPS} (CORPUS names another folder): nothing to evaluate.`);
  const pdfium = await startPdfium();
  const session = createOcrReader({ models: path.join(REPOSITORY, '.cache/models') }).open();
  const sums = new Map(HALVES.map((half) => [half, nothing()]));
  const notes: string[] = [];
  try {
    for (const { half, file: name, page: pageNumber, words: list, printedYear, scale } of SHEETS) {
      const sum = sums.get(half);
      if (!sum || (chosen && chosen !== half)) continue;
      const sheet = `${name} ${pageNumber}`;
      const file = path.join(MAPS, name);
      const document = pdfium.open(file);
      const { widthPt, heightPt, dpi, pictureShare } = document.outline(pageNumber - 1);
      document.close();
      const [width, height] = [widthPt, heightPt].map((points) => Math.round((points * dpi) / 72)) as [number, number];
      const outcome = await session.read({ kind: 'pdf', file, pageNumber, width, height });
      if (outcome.kind === 'unreadable') {
        print(`${sheet}: unreadable (${outcome.detail})`);
        continue;
      }
      const { text, cpuMillis, engine, notice } = outcome;
      if (notice) print(notice);
      const evidence = { ...text, category: 'sanborn_maps', width, height, dpi, pictureShare };
      const metadata = readPageMetadata(evidence);
      const unnamed = pageFacts(metadata, text.text, 'ocr', { fileName: '', title: '' });
      const named = pageFacts(metadata, text.text, 'ocr', { fileName: name, title: '' });
      const edition = EDITIONS[name];
      if (unnamed.year !== undefined) sum.years++;
      if (unnamed.year === edition) sum.rightYears++;
      if (named.year === edition) sum.namedYears++;
      const { found, missed } = recallOf(text.words, list);
      const sure = surenessOf(text.words, placesOf(SEEN[sheet] ?? ''));
      sum.sheets++;
      sum.words += text.words.length;
      sum.known += found.length + missed.length;
      sum.found += found.length;
      sum.cpu += cpuMillis / 1_000;
      sum.right += sure.right;
      sum.part += sure.part;
      sum.wrong += sure.wrong;
      sum.unseen += sure.unseen.length;
      // list misses only for the tuning half, to avoid fitting to the others
      if (half === 'tuning') notes.push(`  ${sheet}: ${missed.join(' ')}`);
      print(
        `${sheet} (${half}): ${text.words.length} words, ${found.length} of ${found.length + missed.length} known; ` +
          `sure: ${sure.right} right, ${sure.part} in part, ${sure.wrong} wrong, ${sure.unseen.length} not looked at; ` +
          `year on the sheet ${unnamed.year ?? 'none'}, with the file name ${named.year ?? 'none'} (${named.yearSource}), printed ${printedYear ?? 'none'}; ` +
          `scale ${unnamed.mapScale ?? 'none'}, printed ${scale ?? 'none'}; ` +
          `${(cpuMillis / 1_000).toFixed(1)} CPU s ${engine}`,
      );
      for (const { text: seen, x, y } of sure.unseen) print(`    not looked at: ${seen} at ${x}, ${y}`);
    }
  } finally {
    await session.close();
  }
  print('');
  for (const [half, sum] of sums) {
    if (sum.sheets === 0) continue;
    print(
      `${half.padEnd(8)} ${sum.sheets} sheets: ${sum.found} of ${sum.known} known words (${percent(sum.found / sum.known)}); ` +
        `${sum.words} words, sure of ${sum.right + sum.part + sum.wrong + sum.unseen}: ${sum.right} right, ${sum.part} in part, ` +
        `${sum.wrong} wrong, ${sum.unseen} not looked at, precision ${percent(precisionOf(sum))}; ` +
        `year read off ${sum.rightYears} (${sum.years - sum.rightYears} wrong), by the file's name ${sum.namedYears}; ` +
        `${(sum.cpu / sum.sheets).toFixed(1)} CPU s a sheet`,
    );
  }
  if (notes.length > 0) print(['', 'Not found on the tuning sheets:', ...notes].join('\n'));
}

await main(process.argv[2]);
