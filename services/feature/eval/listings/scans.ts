/** Simulated scans of old directories: generated pages, skewed, speckled, on yellow paper, read by OCR. */
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createOcrReader } from '@symbio/page-engine/lettering';
import { createPipelineRunner, type ReadyPage } from '@symbio/page-engine/pipeline';
import { DIRECTORY_KINDS, makeDirectoryPdf } from '@symbio/fixtures/directory-page';
import { randomFor } from '@symbio/fixtures/random';
import { cacheDir } from '@symbio/fixtures/paths';
import type { LetteredWord } from '../../src/spotting/reading.js';
import { compare, none, optionsOf, printed, type ListingFigures } from './evaluation.js';

/** Maximum skew in degrees, and number of specks. */
const ASKEW = 0.5;
const SPECKS = 400;

interface ReadPage {
  /** Pixels. */
  width: number;
  words: LetteredWord[];
}

/**
 * Reads a scan of each kind of page.
 * @param kept folder that caches OCR results
 */
export async function evaluateScans(seeds: readonly number[], kept?: string): Promise<ListingFigures> {
  const figures = none();
  const folder = await mkdtemp(path.join(tmpdir(), 'symbio-listings-'));
  const runner = createPipelineRunner();
  const session = createOcrReader({ models: path.join(cacheDir, 'models') }).open();

  async function read(name: string, pdf: Buffer): Promise<ReadPage> {
    const file = path.join(folder, `${name}.pdf`);
    await writeFile(file, pdf);
    const drawn: ReadyPage[] = [];
    const outDir = path.join(folder, name);
    await runner.run({
      ...{ file, outDir, category: 'city_directories' },
      onPage: (page) => {
        if (page.status === 'ready') drawn.push(page);
      },
    });
    const [page] = drawn;
    if (!page) throw new Error(`${name} has no page that can be shown`);
    const { width, height, format, pyramidFile } = page;
    const outcome = await session.read({
      kind: 'pyramid',
      file: path.join(outDir, pyramidFile),
      format,
      width,
      height,
    });
    if (outcome.kind === 'unreadable') throw new Error(`${name}: ${outcome.detail}`);
    const words = outcome.text.words.map(({ confidence = 1, turned = 0, ...word }) => ({
      ...word,
      confidence,
      turned,
    }));
    return { width, words };
  }

  try {
    for (const kind of DIRECTORY_KINDS)
      for (const seed of seeds) {
        const name = `directory-${kind}-${seed}`;
        const file = kept && path.join(kept, `${name}.json`);
        const askew = (randomFor('scan', kind, seed)() - 0.5) * 2 * ASKEW;
        const page =
          file && existsSync(file)
            ? (JSON.parse(await readFile(file, 'utf8')) as ReadPage)
            : await read(name, await makeDirectoryPdf(name, [optionsOf(kind, seed)], { askew, specks: SPECKS }));
        if (kept && file) {
          await mkdir(kept, { recursive: true });
          await writeFile(file, JSON.stringify(page));
        }
        const original = await printed(kind, seed);
        compare(figures, original, page.words, `scan ${kind} ${seed}`, page.width / original.width);
      }
  } finally {
    await session.close();
    await runner.close();
    await rm(folder, { recursive: true, force: true });
  }
  return figures;
}
