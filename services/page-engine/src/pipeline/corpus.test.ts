import { existsSync, readdirSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { jest } from '@jest/globals';
import sharp from 'sharp';
import { PipelineFailure } from '../children/failures.js';
import { corpusFolder, hasCorpus } from '../testing/corpus.js';
import { makeScratch, type Scratch } from '../testing/scratch.js';
import type { PageResult } from './messages.js';
import { createPipelineRunner, type PipelineRunner } from './run-pipeline.js';

jest.setTimeout(120_000);

const filesOf = (folder: string): string[] => {
  const dir = corpusFolder(folder);
  return existsSync(dir) ? readdirSync(dir).filter((name) => name.endsWith('.pdf')) : [];
};
const present = hasCorpus();

/** Known results of special files; all others only have to end properly. */
const ENDINGS: Readonly<Record<string, string>> = { 'pr6531_1.pdf': 'encrypted', 'poppler-742-0-fuzzed.pdf': 'broken' };

(present ? describe : describe.skip)('files of the corpus', () => {
  let scratch: Scratch;
  let runner: PipelineRunner;
  beforeAll(async () => {
    scratch = await makeScratch();
    runner = createPipelineRunner({ pageMs: 20_000 });
  });
  afterAll(async () => {
    await runner.close();
    await scratch.remove();
  });

  async function end(file: string): Promise<{ pages: PageResult[]; failure?: unknown; outDir: string }> {
    const pages: PageResult[] = [];
    const outDir = path.join(scratch.dir, path.basename(file));
    const category = 'sanborn_maps';
    try {
      await runner.run({ file, outDir, category, onPage: (page) => void pages.push(page) });
      return { pages, outDir };
    } catch (failure) {
      return { pages, failure, outDir };
    }
  }

  it.each(filesOf('pdf').map((name) => [name]))('%s ends in pages or in a sentence', async (name) => {
    const { pages, failure } = await end(path.join(corpusFolder('pdf'), name));
    if (failure) expect(failure).toBeInstanceOf(PipelineFailure);
    const sentences = pages.map((page) => (page.status === 'failed' ? page.message : ''));
    for (const sentence of [failure instanceof PipelineFailure ? failure.message : '', ...sentences].filter(Boolean)) {
      expect(sentence).toMatch(/^[A-Z].*\.$/);
      expect(sentence).not.toMatch(/error|undefined|pdfium|null/i);
    }
    expect(pages.length > 0 || failure instanceof PipelineFailure).toBe(true);
    if (ENDINGS[name]) expect(failure).toMatchObject({ reason: ENDINGS[name] });
  });

  it.each(filesOf('maps').map((name) => [name]))('%s becomes sheets without being drawn', async (name) => {
    const { pages, failure, outDir } = await end(path.join(corpusFolder('maps'), name));
    expect(failure).toBeUndefined();
    expect(pages.length).toBeGreaterThanOrEqual(3);
    for (const page of pages) {
      expect(page).toMatchObject({ status: 'ready', madeBy: 'lifted', format: 'jpg', dpi: 200 });
      if (page.status !== 'ready') continue;
      expect(page.metadata.pageType.value).toBe('sanborn_map');
      const thumbnail = sharp(await readFile(path.join(outDir, page.thumbnailFile)));
      // printed sheets have light paper and dark lines: neither black nor empty
      const { channels } = await thumbnail.stats();
      expect(channels[0]?.mean).toBeGreaterThan(120);
      expect(channels[0]?.stdev).toBeGreaterThan(15);
    }
  });
});
