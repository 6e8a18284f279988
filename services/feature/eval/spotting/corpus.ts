import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { repoRoot } from '@symbio/tools/dev/paths';
import type { LetteredWord } from '../../src/spotting/reading.js';
import { spotsOn } from '../../src/spotting/spotter.js';
import { KNOWN_SPOTS, verdictOn, type Verdict } from './real-spots.js';

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

/**
 * Reads scanned sheets as a worker does, by OCR, and tells what is spotted on each and whether that is true, as far as
 * somebody has looked there. What should be spotted on them is not known to us.
 */
export async function readRealSheets(folder: string, say: (line: string) => void): Promise<void> {
  const { createPipelineRunner } = (await import(built('pipeline/run-pipeline.js'))) as Reading;
  const { createOcrReader } = (await import(built('ocr/ocr-reader.js'))) as Reading;
  const files = (await readdir(folder)).filter((name) => name.endsWith('.pdf')).sort();
  const runner = createPipelineRunner();
  const session = createOcrReader().open();
  const outDir = await mkdtemp(path.join(tmpdir(), 'symbio-spotting-'));
  const verdicts: Record<Verdict, number> = { right: 0, wrong: 0, 'not looked at': 0 };
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
        say(
          `${name} page ${pageNumber}: ${outcome.text.words.length} words by ${outcome.engine ?? ''}, ${spots.length} spots`,
        );
        for (const { text, term, landUse, confidence, box } of spots) {
          const verdict = verdictOn({ landUse, box }, KNOWN_SPOTS[`${name} ${pageNumber}`] ?? []);
          verdicts[verdict]++;
          say(
            `    ${landUse.padEnd(24)} "${text}" as ${term}, ${confidence} of 10, at ${Math.round(box.x)}, ${Math.round(box.y)}: ${verdict}`,
          );
        }
      }
    }
    say(
      `${sheets} real sheets: ${verdicts.right} spots right, ${verdicts.wrong} wrong, ${verdicts['not looked at']} not looked at`,
    );
  } finally {
    await session.close();
    await runner.close();
    await rm(outDir, { recursive: true, force: true });
  }
}
