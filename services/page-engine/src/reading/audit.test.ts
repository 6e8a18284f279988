import { readdir, readFile, truncate } from 'node:fs/promises';
import path from 'node:path';
import { jest } from '@jest/globals';
import sharp from 'sharp';
import { startPdfium, type Pdfium } from '../pdf/pdfium.js';
import type { ReadyPage } from '../pipeline/messages.js';
import { runPipeline } from '../pipeline/run-pipeline.js';
import { writeJpegPyramid } from '../pyramids/pyramid-writer.js';
import { corpusFolder, hasCorpus } from '../testing/corpus.js';
import { HARD_PAGES, HARD_SIZE, hardPagesPdf } from '../testing/hard-pages.js';
import { PdfWriter } from '../testing/pdf-writer.js';
import { faxSheet, sheet } from '../testing/pictures.js';
import { makeScratch, type Scratch } from '../testing/scratch.js';
import { matchesRendering } from './audit.js';

// a child process makes the pages
jest.setTimeout(300_000);

const { width, height } = HARD_SIZE;
let scratch: Scratch;
let pdfium: Pdfium;
let hard: string;

beforeAll(async () => {
  scratch = await makeScratch();
  pdfium = await startPdfium();
  hard = await scratch.file('hard.pdf', await hardPagesPdf());
});
afterAll(() => scratch.remove());

async function pagesOf(file: string): Promise<(ReadyPage & { at: string })[]> {
  const outDir = path.join(scratch.dir, `out-${path.basename(file)}`);
  const pages: (ReadyPage & { at: string })[] = [];
  const onPage = (page: { status: string }): void => {
    const ready = page as ReadyPage;
    if (page.status === 'ready') pages.push({ ...ready, at: path.join(outDir, ready.pyramidFile) });
  };
  await runPipeline({ file, outDir, category: 'sanborn_maps', onPage });
  return pages.sort((a, b) => a.pageNumber - b.pageNumber);
}

async function audited(file: string, pageNumber: number, picture: string, format: 'jpg' | 'png' = 'jpg') {
  const document = pdfium.open(file);
  try {
    return await matchesRendering(document, pageNumber, { file: picture, format });
  } finally {
    document.close();
  }
}

describe('the audit of a page', () => {
  it('accepts each of the hard pages, lifted or rendered', async () => {
    const pages = await pagesOf(hard);
    expect(pages).toHaveLength(HARD_PAGES.length);
    for (const { pageNumber, at } of pages)
      expect([pageNumber, await audited(hard, pageNumber, at)]).toEqual([pageNumber, true]);
  });

  it('accepts a black and white sheet', async () => {
    const fax = await faxSheet(640, 800);
    const pdf = new PdfWriter();
    const parameters = `/DecodeParms<</K -1/Columns 640/Rows 800${fax.blackIs1 ? '/BlackIs1 true' : ''}>>`;
    pdf.page([pdf.image(fax.data, 640, 800, 'CCITTFaxDecode', '/DeviceGray', parameters, 1)], 400, 500);
    const file = await scratch.file('fax.pdf', pdf.save());
    const [page] = await pagesOf(file);
    expect(page?.format).toBe('png');
    expect(await audited(file, 1, page?.at ?? '', 'png')).toBe(true);
  });

  it.each([
    ['turned upside down', () => sheet(width, height).rotate(180)],
    ['mirrored', () => sheet(width, height).flop()],
    ['inverted', () => sheet(width, height).negate()],
    ['of another shape', () => sheet(width, height - 100)],
    [
      'covered in one corner',
      () =>
        sheet(width, height).composite([
          { input: { create: { width: 120, height: 120, channels: 3, background: '#000' } }, left: 20, top: 30 },
        ]),
    ],
  ])('finds a picture that is %s', async (name, make) => {
    const file = path.join(scratch.dir, `${name}.tif`);
    const { data, info } = await make().raw().toBuffer({ resolveWithObject: true });
    const raw = { width: info.width, height: info.height, channels: info.channels };
    await writeJpegPyramid(sharp(data, { raw }), info.width, info.height, file);
    expect(await audited(hard, 1, file)).toBe(false);
  });

  it('detects a damaged pyramid', async () => {
    const file = path.join(scratch.dir, 'damaged.tif');
    await writeJpegPyramid(sheet(width, height), width, height, file);
    expect(await audited(hard, 1, file)).toBe(true);
    await truncate(file, Math.floor((await readFile(file)).length / 4));
    expect(await audited(hard, 1, file)).toBe(false);
    const none = await scratch.file('none.tif', 'no picture at all');
    expect(await audited(hard, 1, none)).toBe(false);
  });

  (hasCorpus('maps') ? it : it.skip)('agrees with the real sheets of the corpus', async () => {
    const maps = corpusFolder('maps');
    const names = (await readdir(maps)).filter((name) => name.endsWith('.pdf'));
    expect(names).not.toEqual([]);
    for (const name of names) {
      const file = path.join(maps, name);
      for (const { pageNumber, at, format } of await pagesOf(file))
        expect([name, pageNumber, await audited(file, pageNumber, at, format)]).toEqual([name, pageNumber, true]);
    }
  });
});
