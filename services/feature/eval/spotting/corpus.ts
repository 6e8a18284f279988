import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { repoRoot } from '@symbio/tools/dev/paths';
import type { LetteredWord } from '../../src/spotting/reading.js';
import { spotsOn } from '../../src/spotting/spotter.js';

/** The parts of the document service that read a sheet; its build is taken, as the services know one another by calls. */
interface Reading {
  createPipelineRunner: () => {
    run(job: {
      file: string;
      outDir: string;
      category: string;
      skip: number[];
      onPage(page: {
        status: string;
        pageNumber: number;
        width: number;
        height: number;
        format: string;
        pyramidFile: string;
      }): void;
      onOpened(): void;
      onLog(): void;
    }): Promise<unknown>;
    close(): Promise<void>;
  };
  createOcrReader: () => {
    open(): {
      read(
        source: object,
      ): Promise<{ kind: string; text?: { words: LetteredWord[] }; engine?: string; detail?: string }>;
      close(): Promise<void>;
    };
  };
}

const built = (file: string): string => pathToFileURL(path.join(repoRoot, 'services/document/dist/src', file)).href;

/** Reads scanned sheets as a worker does, by OCR, and tells what is spotted on each. Their labels are not known to us. */
export async function readRealSheets(folder: string, say: (line: string) => void): Promise<void> {
  const { createPipelineRunner } = (await import(built('pipeline/run-pipeline.js'))) as Reading;
  const { createOcrReader } = (await import(built('ocr/ocr-reader.js'))) as Reading;
  const files = (await readdir(folder)).filter((name) => name.endsWith('.pdf')).sort();
  const runner = createPipelineRunner();
  const session = createOcrReader().open();
  const outDir = await mkdtemp(path.join(tmpdir(), 'symbio-spotting-'));
  let spotted = 0;
  let sheets = 0;
  try {
    for (const name of files) {
      const pages: Parameters<Parameters<typeof runner.run>[0]['onPage']>[0][] = [];
      await runner.run({
        ...{ file: path.join(folder, name), outDir, category: 'sanborn_maps', skip: [] },
        onPage: (page) => void pages.push(page),
        onOpened: () => undefined,
        onLog: () => undefined,
      });
      for (const { pageNumber, width, height, format, pyramidFile, status } of pages) {
        if (status !== 'ready') continue;
        const outcome = await session.read({
          kind: 'pyramid',
          file: path.join(outDir, pyramidFile),
          format,
          width,
          height,
        });
        sheets++;
        if (!outcome.text) {
          say(`${name} page ${pageNumber}: could not be read (${outcome.detail ?? ''})`);
          continue;
        }
        const spots = spotsOn(outcome.text.words, { width, height });
        spotted += spots.length;
        say(
          `${name} page ${pageNumber}: ${outcome.text.words.length} words by ${outcome.engine ?? ''}, ${spots.length} spots`,
        );
        for (const { text, term, landUse, confidence, box } of spots)
          say(
            `    ${landUse.padEnd(24)} "${text}" as ${term}, ${confidence} of 10, at ${Math.round(box.x)}, ${Math.round(box.y)}`,
          );
      }
    }
    say(`${spotted} spots on ${sheets} real sheets`);
  } finally {
    await session.close();
    await runner.close();
    await rm(outDir, { recursive: true, force: true });
  }
}
