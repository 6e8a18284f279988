import { execFile } from 'node:child_process';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { jest } from '@jest/globals';
import sharp, { type Sharp } from 'sharp';
import { startPdfium } from '../pdf/pdfium.js';
import { openTilePyramid } from '../pyramids/open-pyramid.js';
import { writePageImage } from '../pyramids/page-image.js';
import { withFile } from '../pyramids/range-reader.js';
import { HARD_PAGES, hardPagesPdf } from '../testing/hard-pages.js';
import { PdfWriter } from '../testing/pdf-writer.js';
import { faxSheet, meanDifference, sheet } from '../testing/pictures.js';
import { failureOf, letter, page, PipelineRuns, scans, type Run } from '../testing/pipeline-runs.js';
import type { ReadyPage } from './messages.js';
import type { PipelineJob } from './run-pipeline.js';

// a child process loads its libraries for each document
jest.setTimeout(120_000);

const runs = new PipelineRuns();
beforeAll(() => runs.start());
afterAll(() => runs.stop());
const run = (file: string, job?: Partial<PipelineJob>): Promise<Run> => runs.run(file, job);

/** Undefined if no encoder is available. */
async function jpeg2000(width: number, height: number): Promise<Buffer | undefined> {
  const pixels = await sheet(width, height).raw().toBuffer();
  const raw = await runs.file('sheet.ppm', Buffer.concat([Buffer.from(`P6\n${width} ${height}\n255\n`), pixels]));
  const target = path.join(runs.scratch.dir, 'sheet.jp2');
  try {
    await promisify(execFile)('opj_compress', ['-i', raw, '-o', target, '-r', '10']);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
  return readFile(target);
}

describe('the hard pages', () => {
  let outcome: Run;
  let file: string;
  beforeAll(async () => {
    file = await runs.file('hard.pdf', await hardPagesPdf());
    outcome = await run(file);
  });

  it('all become pages, the first sheet first', () => {
    expect(outcome.failure).toBeUndefined();
    expect(outcome.opened).toEqual([HARD_PAGES.length]);
    expect(outcome.pages[0]?.pageNumber).toBe(1);
    expect(outcome.summary).toEqual({ totalPages: HARD_PAGES.length, made: HARD_PAGES.length, skipped: 0, failed: [] });
  });

  it.each(HARD_PAGES.map((hard, index) => ({ ...hard, number: index + 1 })))(
    '$number, $name, looks as PDFium draws it',
    async ({ number, lifted }) => {
      const made = page(outcome, number);
      expect(made.madeBy).toBe(lifted ? 'lifted' : 'rendered');
      expect(made.hash).toMatch(/^[0-9a-f]{16}$/);
      const pdfium = (await startPdfium()).open(file);
      const outline = pdfium.outline(number - 1);
      const drawn = pdfium.render(number - 1, { ...outline, dpi: 100 }, 1e6);
      pdfium.close();
      const image = path.join(outcome.outDir, `${number}.jpg`);
      await writePageImage(path.join(outcome.outDir, made.pyramidFile), made, image);
      const ours = sharp(image).resize(drawn.width, drawn.height, { fit: 'fill' });
      expect(meanDifference(await ours.raw().toBuffer(), drawn.data)).toBeLessThan(12);
    },
  );

  it('have a thumbnail each and leave no incomplete file', async () => {
    for (const { number } of HARD_PAGES.map((_, index) => ({ number: index + 1 }))) {
      const made = page(outcome, number);
      const files = await readdir(path.join(outcome.outDir, String(number)));
      expect(files.sort()).toEqual([made.pyramidFile, made.thumbnailFile].map((name) => path.basename(name)).sort());
      const { width = 0, height = 0 } = await sharp(path.join(outcome.outDir, made.thumbnailFile)).metadata();
      expect(Math.abs(width / height - made.width / made.height)).toBeLessThan(0.02);
    }
  });

  it('provide the invisible OCR text with boxes', () => {
    const made = page(outcome, 6);
    expect(made.text).toBe('oil house and coal yard 1926');
    expect(made.words.map(({ text }) => text)).toEqual(['oil', 'house', 'and', 'coal', 'yard', '1926']);
    // 50 pt from the left and 300 of 576 pt from below, at 100 dpi
    expect(made.words[0]?.x).toBeGreaterThanOrEqual(69);
    expect(made.words[0]?.x).toBeLessThan(76);
    const [first] = made.words;
    expect((first?.y ?? 0) + (first?.height ?? 0)).toBeCloseTo(((576 - 300) / 72) * 100, -1.2);
    expect(made.metadata.year?.value).toBe(1926);
  });
});

describe('other pages', () => {
  it('of black and white become lossless PNG tiles', async () => {
    const fax = await faxSheet(640, 800);
    const pdf = new PdfWriter();
    const parameters = `/DecodeParms<</K -1/Columns 640/Rows 800${fax.blackIs1 ? '/BlackIs1 true' : ''}>>`;
    pdf.page([pdf.image(fax.data, 640, 800, 'CCITTFaxDecode', '/DeviceGray', parameters, 1)], 400, 500);
    const outcome = await run(await runs.file('fax.pdf', pdf.save()));
    const made = page(outcome, 1);
    expect(made).toMatchObject({ format: 'png', madeBy: 'lifted', width: 640, height: 800 });
    const tile = await withFile(path.join(outcome.outDir, made.pyramidFile), async (reader) =>
      (await openTilePyramid(reader, 'png')).tile(10, 0, 0),
    );
    const shown = await sharp(tile ?? undefined)
      .toColourspace('b-w')
      .raw()
      .toBuffer();
    const wanted = sharp(fax.pixels, { raw: { width: 640, height: 800, channels: 1 } });
    const cut = await wanted
      .extract({ left: 0, top: 0, width: 512, height: 512 })
      .toColourspace('b-w')
      .raw()
      .toBuffer();
    expect(shown.equals(cut)).toBe(true);
  });

  it('of text only are rendered, and words keep their places on a rotated page', async () => {
    const document = await letter('Surveyed 1894. Scale 50 ft. to an inch', 90);
    const outcome = await run(await runs.file('letter.pdf', Buffer.from(await document.save())));
    const made = page(outcome, 1);
    expect(made).toMatchObject({ madeBy: 'rendered', format: 'jpg', width: 2200, height: 1700, dpi: 200 });
    expect(made.text).toContain('Surveyed 1894');
    expect(made.metadata).toMatchObject({ year: { value: 1894 }, mapScale: { value: '1 in = 50 ft' } });
    // rotated clockwise: left-to-right text at the top left now runs down at the right
    const [first] = made.words;
    expect(first?.x).toBeGreaterThan(1900);
    expect(first?.y).toBeGreaterThan(150);
    expect(first?.y).toBeLessThan(250);
    expect(first?.height).toBeGreaterThan(first?.width ?? Infinity);
  });

  it('are still made with an invalid cross-reference table', async () => {
    const pdf = new PdfWriter();
    const jpeg = await sheet(600, 800).jpeg().toBuffer();
    pdf.page([pdf.image(jpeg, 600, 800, 'DCTDecode', '/DeviceRGB')], 432, 576);
    const outcome = await run(await runs.file('xref.pdf', pdf.save({ falseOffsets: true })));
    expect(page(outcome, 1)).toMatchObject({ width: 600, height: 800 });
  });

  it('are rendered with an owner password for changes only', async () => {
    const document = await letter('free to read');
    document.encrypt({ ownerPassword: 'owner', userPassword: '' });
    const outcome = await run(await runs.file('owner.pdf', Buffer.from(await document.save())));
    expect(page(outcome, 1)).toMatchObject({ madeBy: 'rendered', text: 'free to read' });
  });
});

describe('a JPEG 2000 sheet', () => {
  it('is shown at a quarter of its size first, in the same tiles, and then in full', async () => {
    const [width, height] = [3_000, 3_600];
    const data = await jpeg2000(width, height);
    if (!data) return console.warn('opj_compress is not on the PATH: not checked.');
    const pdf = new PdfWriter();
    pdf.page([pdf.image(data, width, height, 'JPXDecode', '/DeviceRGB')], width * 0.24, height * 0.24);
    const file = await runs.file('jpx.pdf', pdf.save());
    const outcome = await run(file, { previews: true });
    expect(outcome.failure).toBeUndefined();
    expect(outcome.summary).toMatchObject({ made: 1, failed: [] });
    expect(outcome.pages).toMatchObject([
      { pageNumber: 1, preview: true, width, height, dpi: 300, text: '' },
      { pageNumber: 1, preview: false, width, height, dpi: 300 },
    ]);
    const [preview, full] = outcome.pages as ReadyPage[];
    expect(preview?.hash).not.toBe(full?.hash);
    // compare the tiles of the largest level, joined to one picture
    const pictureOf = async (made: ReadyPage | undefined, name: string) => {
      const at = path.join(outcome.outDir, made?.pyramidFile ?? '');
      const tile = await withFile(at, async (reader) =>
        (await openTilePyramid(reader, 'jpg', { width, height })).tile(12, 2, 3),
      );
      expect(await sharp(tile ?? undefined).metadata()).toMatchObject({ width: 512, height: 512 });
      const image = path.join(outcome.outDir, name);
      await writePageImage(at, { format: 'jpg', width, height }, image);
      expect(await sharp(image).metadata()).toMatchObject({ width, height });
      const pixels = (picture: Sharp) => picture.resize(64, 64, { fit: 'fill' }).raw().toBuffer();
      return [await pixels(sharp(tile ?? undefined)), await pixels(sharp(image))] as const;
    };
    const [small, large] = [await pictureOf(preview, 'preview.jpg'), await pictureOf(full, 'full.jpg')];
    expect(meanDifference(small[0], large[0])).toBeLessThan(12);
    expect(meanDifference(small[1], large[1])).toBeLessThan(6);
    const plain = await run(file);
    expect(plain.pages).toHaveLength(1);
  });
});

describe('a large first sheet', () => {
  const [WIDTH, HEIGHT] = [3_000, 2_400];
  const FAX = [2_400, 2_000] as const;
  /** Reduced limits for very large scans and faxes: ten times faster. */
  const limits = { earlyPixels: { g4: 4e6, jpeg: 5e6 } };
  async function seen(outcome: Run, { pyramidFile, format, width, height }: ReadyPage): Promise<Buffer> {
    const image = path.join(outcome.outDir, 'seen.jpg');
    await writePageImage(path.join(outcome.outDir, pyramidFile), { format, width, height }, image);
    return sharp(image).resize(60, 80, { fit: 'fill' }).toColourspace('srgb').removeAlpha().raw().toBuffer();
  }
  async function scan(): Promise<Buffer> {
    const pdf = new PdfWriter();
    const jpeg = await sheet(1_000, 800).resize(WIDTH, HEIGHT).jpeg().toBuffer();
    const picture = pdf.image(jpeg, WIDTH, HEIGHT, 'DCTDecode', '/DeviceRGB');
    for (let i = 0; i < 2; i++) pdf.page([picture], 500, 400, { extra: '/Rotate 90' });
    return pdf.save();
  }
  async function fax(): Promise<Buffer> {
    const pdf = new PdfWriter();
    const [width, height] = FAX;
    const { data, blackIs1 } = await faxSheet(width, height);
    const parameters = `/DecodeParms<</K -1/Columns ${width}/Rows ${height}/BlackIs1 ${blackIs1}>>`;
    const picture = pdf.image(data, width, height, 'CCITTFaxDecode', '/DeviceGray', parameters, 1);
    for (let i = 0; i < 2; i++) pdf.page([picture], 480, 400);
    return pdf.save();
  }

  it.each([
    ['very large scan that lies on its side', scan, 'jpg', [HEIGHT, WIDTH]],
    ['fax', fax, 'png', FAX],
  ] as const)('is shown small before it is complete: a %s (DOC-34)', async (_, made, format, [width, height]) => {
    const file = await runs.file('large.pdf', await made());
    const outcome = await run(file, { previews: true, limits });
    expect(outcome.summary).toMatchObject({ made: 2, failed: [] });
    const [early, full, second] = outcome.pages as ReadyPage[];
    expect(early).toMatchObject({ pageNumber: 1, preview: true, format: 'jpg', width, height, madeBy: 'lifted' });
    expect(full).toMatchObject({ pageNumber: 1, preview: false, format, width, height, madeBy: 'lifted' });
    expect(second).toMatchObject({ pageNumber: 2, preview: false, format });
    expect(outcome.pages).toHaveLength(3);
    if (!early || !full) throw new Error('two pages were expected');
    expect(early.dpi).toBe(full.dpi);
    expect(early.hash).not.toBe(full.hash);
    expect(meanDifference(await seen(outcome, early), await seen(outcome, full))).toBeLessThan(8);
    expect((await run(file, { limits })).pages).toHaveLength(2);
  });
});

describe('a run', () => {
  it('skips the pages of an earlier attempt', async () => {
    const outcome = await run(await runs.file('scans.pdf', await scans(4)), { skip: [1, 3] });
    expect(outcome.pages.map(({ pageNumber }) => pageNumber).sort()).toEqual([2, 4]);
    expect(outcome.summary).toMatchObject({ totalPages: 4, made: 2, skipped: 2 });
    expect((await readdir(outcome.outDir)).sort()).toEqual(['2', '4']);
  });

  it('ends at once when aborted', async () => {
    const stop = new AbortController();
    const file = await runs.file('scans.pdf', await scans(6));
    const outcome = await run(file, { signal: stop.signal, onPage: () => stop.abort() });
    expect(failureOf(outcome)).toMatchObject({ reason: 'aborted', message: 'The processing was stopped.' });
    const before = await run(file, { signal: AbortSignal.abort() });
    expect(failureOf(before).reason).toBe('aborted');
  });

  it('stores no waiting page when aborted', async () => {
    const stop = new AbortController();
    const stored: number[] = [];
    const outDir = path.join(runs.scratch.dir, 'called-off');
    const outcome = await run(await runs.file('scans.pdf', await scans(6)), {
      outDir,
      signal: stop.signal,
      onPage: async ({ pageNumber }) => {
        stored.push(pageNumber);
        // the last pages are starting, so some others are made
        while ((await readdir(outDir)).length < 6) await sleep(20);
        stop.abort();
      },
    });
    expect(failureOf(outcome).reason).toBe('aborted');
    expect(stored).toHaveLength(1);
  });

  it('stores no waiting page when aborted after the last was made', async () => {
    const stop = new AbortController();
    const stored: number[] = [];
    const outDir = path.join(runs.scratch.dir, 'called-off-late');
    const outcome = await run(await runs.file('scans.pdf', await scans(4)), {
      outDir,
      signal: stop.signal,
      onPage: async ({ pageNumber }) => {
        stored.push(pageNumber);
        while ((await readdir(outDir)).length < 4) await sleep(20);
        // the child reported that it finished, and was killed
        while (process.getActiveResourcesInfo().includes('ProcessWrap')) await sleep(20);
        stop.abort();
      },
    });
    expect(failureOf(outcome).reason).toBe('aborted');
    expect(stored).toHaveLength(1);
  });

  it('ends with a failure of the caller', async () => {
    const outcome = await run(await runs.file('scans.pdf', await scans(2)), {
      onPage: () => Promise.reject(new Error('no room in the store')),
    });
    expect(outcome.failure).toMatchObject({ message: 'no room in the store' });
  });

  it('reports that pages could not be stored when its folder is not writable', async () => {
    const file = await runs.file('scans.pdf', await scans(1));
    const outcome = await run(file, { outDir: path.join(file, 'pages') });
    expect(failureOf(outcome)).toMatchObject({ reason: 'storage', retryable: true });
  });
});
