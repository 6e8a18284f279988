// Program: `node reading-run.js TRUTH MAPS MODELS|-`. Reads the sheets of the truth as a worker does, two at a time, and prints
// what came of it as JSON; measured from outside.
import path from 'node:path';
import { createOcrReader } from '@symbio/page-engine/lettering';
import { createPipelineRunner, type ReadyPage } from '@symbio/page-engine/pipeline';
import { inTemporaryFolder } from '../harness/cleanup.js';
import { compare, readTruth, vocabularyOf } from './reading-truth.js';

export interface ReadingRun {
  engine: string;
  sheets: number;
  words: number;
  found: number;
  farOff: number;
  megapixels: number;
  /** Of the reading children, not of lifting the sheets. */
  cpuSeconds: number;
  /** With two at a time, from the first to the last. */
  wallSeconds: number;
  /** Of the largest child. */
  peakMb: number;
  notice?: string;
}

/** Sheets that are read side by side: as many as there are processors on the machines we measure on. */
const SIDE_BY_SIDE = 2;

async function main([truthFile = '', maps = '', models = '-']: string[]): Promise<ReadingRun> {
  const truth = readTruth(truthFile);
  const vocabulary = vocabularyOf(truth);
  const run: ReadingRun = {
    ...{ engine: '', sheets: 0, words: 0, found: 0, farOff: 0 },
    ...{ megapixels: 0, cpuSeconds: 0, wallSeconds: 0, peakMb: 0 },
  };
  return inTemporaryFolder('reading', async (folder) => {
    const sheets = await lifted(truth, maps, folder);
    const reader = createOcrReader({ models: models === '-' ? undefined : models });
    const began = performance.now();
    const readSome = async (): Promise<void> => {
      const session = reader.open();
      for (let sheet = sheets.shift(); sheet; sheet = sheets.shift()) {
        const { file, pageNumber, width, height, format, pyramid } = sheet;
        const outcome = await session.read({ kind: 'pyramid', file: pyramid, format, width, height });
        if (outcome.kind === 'unreadable')
          throw new Error(`${file} ${pageNumber} could not be read: ${outcome.detail}`);
        const list = truth.filter((one) => one.file === file && one.page === pageNumber);
        const { words, found, farOff } = compare(list, outcome.text.words, vocabulary);
        run.engine = outcome.engine;
        if (outcome.notice) run.notice = outcome.notice;
        run.sheets++;
        run.words += words;
        run.found += found;
        run.farOff += farOff;
        run.megapixels += (width * height) / 1e6;
        run.cpuSeconds += outcome.cpuMillis / 1_000;
        run.peakMb = Math.max(run.peakMb, outcome.peakMb);
      }
      await session.close();
    };
    await Promise.all(Array.from({ length: SIDE_BY_SIDE }, readSome));
    run.wallSeconds = (performance.now() - began) / 1_000;
    return run;
  });
}

type Sheet = Pick<ReadyPage, 'pageNumber' | 'width' | 'height' | 'format'> & { file: string; pyramid: string };

/** Sheets that the truth is about, as the product stores them. */
async function lifted(
  truth: readonly { file: string; page: number }[],
  maps: string,
  folder: string,
): Promise<Sheet[]> {
  const runner = createPipelineRunner();
  const sheets: Sheet[] = [];
  for (const file of new Set(truth.map((one) => one.file))) {
    const outDir = path.join(folder, file);
    await runner.run({
      file: path.join(maps, file),
      outDir,
      category: 'sanborn_maps',
      only: [...new Set(truth.filter((one) => one.file === file).map(({ page }) => page))],
      onPage: (page) => {
        if (page.status !== 'ready') return;
        const { pageNumber, width, height, format, pyramidFile } = page;
        sheets.push({ file, pageNumber, width, height, format, pyramid: path.join(outDir, pyramidFile) });
      },
    });
  }
  await runner.close();
  return sheets;
}

process.stdout.write(JSON.stringify(await main(process.argv.slice(2))));
