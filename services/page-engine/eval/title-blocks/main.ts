/**
 * Measures title block facts. `npm run eval:titles` uses the product's reader; `npm run eval:titles FOLDER` uses saved
 * words (JSON per sheet from `npm run eval:spotting -- --words`). Scored with lettering alone, and with file names and
 * volume.
 */
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { SHEET_FACTS } from '@symbio/proto/document/vocabulary';
import { createOcrReader } from '../../src/lettering/ocr-reader.js';
import type { PageText, Word } from '../../src/pdf/page.js';
import { startPdfium } from '../../src/pdf/pdfium.js';
import { pageFacts } from '../../src/reading/page-facts.js';
import { readPageMetadata } from '../../src/reading/page-metadata.js';
import { decideFacts, sameValue, type FactReading, type SheetFacts } from '../../src/reading/title-block/facts.js';
import { volumeReadings } from '../../src/reading/title-block/volume.js';
import { corpusFolder } from '../../src/testing/corpus.js';
import { SHEETS, type TitleSheet } from './sheets.js';

const REPOSITORY = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '../../../..');
const MAPS = corpusFolder('maps');
const print = (line: string): void => void process.stdout.write(`${line}\n`);

interface Size {
  width: number;
  height: number;
}

/** Words saved by `npm run eval:spotting -- --words FOLDER`, without text lines. */
function kept(folder: string, { file, page }: TitleSheet): PageText & Size {
  const { words, width, height } = JSON.parse(
    readFileSync(path.join(folder, `${file}-${page}.json`), 'utf8'),
  ) as Size & {
    words: Word[];
  };
  const lines = new Map<number, string[]>();
  for (const { text, line = -1 } of words) lines.set(line, [...(lines.get(line) ?? []), text]);
  return { words, text: [...lines.values()].map((line) => line.join(' ')).join('\n'), width, height };
}

async function main(folder: string | undefined): Promise<void> {
  if (!existsSync(MAPS))
    return print(`There is no corpus in ${MAPS} (CORPUS names another folder): nothing to evaluate.`);
  const pdfium = await startPdfium();
  const session = createOcrReader({ models: path.join(REPOSITORY, '.cache/models') }).open();
  const read: { sheet: TitleSheet; alone: FactReading[]; named: FactReading[] }[] = [];
  try {
    for (const sheet of SHEETS) {
      const file = path.join(MAPS, sheet.file);
      const document = pdfium.open(file);
      const { widthPt, heightPt, dpi, pictureShare } = document.outline(sheet.page - 1);
      document.close();
      const size = { width: Math.round((widthPt * dpi) / 72), height: Math.round((heightPt * dpi) / 72) };
      let seen: PageText & Size;
      if (folder) seen = kept(folder, sheet);
      else {
        const outcome = await session.read({ kind: 'pdf', file, pageNumber: sheet.page, ...size });
        if (outcome.kind === 'unreadable') throw new Error(`${sheet.file} ${sheet.page}: ${outcome.detail}`);
        seen = { ...outcome.text, ...size };
      }
      const metadata = readPageMetadata({ ...seen, category: 'sanborn_maps', dpi, pictureShare });
      const called = (fileName: string) => pageFacts(metadata, seen.text, 'ocr', { fileName, title: '' }).titleReadings;
      read.push({ sheet, alone: called(''), named: called(sheet.file) });
    }
  } finally {
    await session.close();
  }
  const sums = new Map<string, { right: number; wrong: number; missed: number }>();
  const files = [...new Set(SHEETS.map(({ file }) => file))];
  for (const file of files) {
    const volume = read.filter(({ sheet }) => sheet.file === file);
    const inferred = volumeReadings(volume.map(({ named }) => ({ readings: named })));
    volume.forEach(({ sheet, alone, named }, index) => {
      score(sums, 'lettering', sheet, decideFacts(alone));
      const all = decideFacts([...named, ...(inferred[index] ?? [])]);
      score(sums, 'all', sheet, all);
      const told = SHEET_FACTS.map((fact) => {
        const one = all[fact];
        return `${fact} ${one ? `${one.value} (${one.source} ${one.confidence})` : 'unknown'}`;
      });
      print(`${sheet.file} ${sheet.page}: ${told.join('; ')}`);
    });
  }
  for (const [name, { right, wrong, missed }] of sums)
    print(`${name}: ${right} right, ${wrong} wrong, ${missed} not known`);
}

type Sums = Map<string, { right: number; wrong: number; missed: number }>;

/** Lettering alone is scored against printed facts, the full result against all facts. */
function score(sums: Sums, by: 'lettering' | 'all', { truth, printed }: TitleSheet, facts: SheetFacts): void {
  for (const fact of SHEET_FACTS) {
    const sum = sums.get(`${by} ${fact}`) ?? { right: 0, wrong: 0, missed: 0 };
    const found = facts[fact];
    const right = truth[fact];
    if (found) {
      if (right !== undefined && sameValue(found.value, right)) sum.right++;
      else sum.wrong++;
    } else if (right !== undefined && (by === 'all' || printed.includes(fact))) sum.missed++;
    sums.set(`${by} ${fact}`, sum);
  }
}

await main(process.argv[2]);
