/** Words of the corpus' real sheets, read as by a worker or from the cache. */
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createOcrReader } from '@symbio/page-engine/lettering';
import { createPipelineRunner, type ReadyPage } from '@symbio/page-engine/pipeline';
import { cacheDir } from '@symbio/fixtures/paths';
import type { LetteredWord } from '../../src/spotting/reading.js';
import { TRUTH, type TruthSheet } from './truth.js';

export interface SheetWords {
  width: number;
  height: number;
  words: LetteredWord[];
}

export interface ReadSheet extends SheetWords {
  sheet: TruthSheet;
}

const keptName = ({ file, page }: TruthSheet): string => `${file}-${page}.json`;

/**
 * @param corpus folder of the corpus' maps
 * @param kept folder that caches OCR results
 */
export async function readSheets(corpus: string, kept?: string): Promise<ReadSheet[]> {
  const sheets: ReadSheet[] = [];
  const missing: TruthSheet[] = [];
  for (const sheet of TRUTH) {
    const file = kept && path.join(kept, keptName(sheet));
    if (file && existsSync(file)) sheets.push({ sheet, ...(JSON.parse(await readFile(file, 'utf8')) as SheetWords) });
    else missing.push(sheet);
  }
  if (missing.length > 0) await readAnew(corpus, missing, kept, sheets);
  return sheets;
}

async function readAnew(
  corpus: string,
  missing: readonly TruthSheet[],
  kept: string | undefined,
  sheets: ReadSheet[],
): Promise<void> {
  const runner = createPipelineRunner();
  const session = createOcrReader({ models: path.join(cacheDir, 'models') }).open();
  const outDir = await mkdtemp(path.join(tmpdir(), 'symbio-spotting-'));
  try {
    for (const file of new Set(missing.map((sheet) => sheet.file))) {
      const pages: ReadyPage[] = [];
      await runner.run({
        file: path.join(corpus, file),
        outDir,
        category: 'sanborn_maps',
        onPage: (page) => {
          if (page.status === 'ready') pages.push(page);
        },
      });
      for (const sheet of missing.filter((one) => one.file === file)) {
        const page = pages.find(({ pageNumber }) => pageNumber === sheet.page);
        if (!page) throw new Error(`${file} has no page ${sheet.page} that can be shown`);
        const { width, height, format, pyramidFile } = page;
        const picture = { kind: 'pyramid', file: path.join(outDir, pyramidFile), format, width, height } as const;
        const outcome = await session.read(picture);
        if (outcome.kind === 'unreadable') throw new Error(`${file} page ${sheet.page}: ${outcome.detail}`);
        const words = outcome.text.words.map(({ confidence = 1, turned = 0, ...word }) => ({
          ...word,
          confidence,
          turned,
        }));
        sheets.push({ sheet, width, height, words });
        if (!kept) continue;
        await mkdir(kept, { recursive: true });
        await writeFile(path.join(kept, keptName(sheet)), JSON.stringify({ width, height, words }));
      }
    }
  } finally {
    await session.close();
    await runner.close();
    await rm(outDir, { recursive: true, force: true });
  }
}
