import { execFile } from 'node:child_process';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { jest } from '@jest/globals';
import sharp, { type Sharp } from 'sharp';
import { PipelineFailure } from './failures.js';
import type { PipelineLimits } from './limits.js';
import type { PageResult, ReadyPage } from './messages.js';
import { openTilePyramid } from './open-pyramid.js';
import { writePageImage } from './page-image.js';
import { degrees, PDFDocument, StandardFonts } from './pdf-lib.js';
import { startPdfium } from './pdfium.js';
import { withFile } from './range-reader.js';
import { createPipelineRunner, type PipelineJob, type PipelineRunner, type PipelineSummary } from './run-pipeline.js';
import { HARD_PAGES, hardPagesPdf } from './testing/hard-pages.js';
import { PdfWriter } from './testing/pdf-writer.js';
import { faxSheet, meanDifference, sheet } from './testing/pictures.js';
import { makeScratch, type Scratch } from './testing/scratch.js';

// a child process loads its libraries for each document
jest.setTimeout(120_000);

let scratch: Scratch;
let runner: PipelineRunner;
let runs = 0;
beforeAll(async () => {
  scratch = await makeScratch();
  runner = createPipelineRunner();
});
afterAll(async () => {
  await runner.close();
  await scratch.remove();
});

interface Run {
  summary?: PipelineSummary;
  failure?: unknown;
  opened: number[];
  pages: PageResult[];
  outDir: string;
}

/** Runs to the end and tells everything that was heard. */
async function run(file: string, job: Partial<PipelineJob> = {}): Promise<Run> {
  const outDir = path.join(scratch.dir, `out-${++runs}`);
  const heard: Run = { opened: [], pages: [], outDir };
  try {
    heard.summary = await runner.run({
      file,
      outDir,
      category: 'sanborn_maps',
      onOpened: (count) => void heard.opened.push(count),
      onPage: (page) => void heard.pages.push(page),
      ...job,
    });
  } catch (failure) {
    heard.failure = failure;
  }
  return heard;
}

function failureOf(heard: Run): PipelineFailure {
  if (heard.failure instanceof PipelineFailure) return heard.failure;
  throw new Error('a failure was expected', { cause: heard.failure });
}
const page = (heard: Run, pageNumber: number): ReadyPage => {
  const found = heard.pages.find((candidate) => candidate.pageNumber === pageNumber);
  if (found?.status !== 'ready') throw new Error(`page ${pageNumber}: ${found?.message ?? 'not heard of'}`);
  return found;
};

async function scans(count: number): Promise<Buffer> {
  const pdf = new PdfWriter();
  const jpeg = await sheet(600, 800).jpeg().toBuffer();
  for (let i = 0; i < count; i++) pdf.page([pdf.image(jpeg, 600, 800, 'DCTDecode', '/DeviceRGB')], 432, 576);
  return pdf.save();
}

/** A JPEG 2000 file of a sheet; undefined where nothing makes one. */
async function jpeg2000(width: number, height: number): Promise<Buffer | undefined> {
  const pixels = await sheet(width, height).raw().toBuffer();
  const raw = await scratch.file('sheet.ppm', Buffer.concat([Buffer.from(`P6\n${width} ${height}\n255\n`), pixels]));
  const target = path.join(scratch.dir, 'sheet.jp2');
  try {
    await promisify(execFile)('opj_compress', ['-i', raw, '-o', target, '-r', '10']);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
  return readFile(target);
}

async function letter(text: string, rotation = 0): Promise<PDFDocument> {
  const document = await PDFDocument.create();
  const font = await document.embedFont(StandardFonts.Helvetica);
  const sheetOfText = document.addPage([612, 792]);
  sheetOfText.drawText(text, { x: 72, y: 720, size: 12, font });
  sheetOfText.setRotation(degrees(rotation));
  return document;
}

describe('the hard pages', () => {
  let heard: Run;
  let file: string;
  beforeAll(async () => {
    file = await scratch.file('hard.pdf', await hardPagesPdf());
    heard = await run(file);
  });

  it('all become pages, the first sheet first', () => {
    expect(heard.failure).toBeUndefined();
    expect(heard.opened).toEqual([HARD_PAGES.length]);
    expect(heard.pages[0]?.pageNumber).toBe(1);
    expect(heard.summary).toEqual({ totalPages: HARD_PAGES.length, made: HARD_PAGES.length, skipped: 0, failed: [] });
  });

  it.each(HARD_PAGES.map((hard, index) => ({ ...hard, number: index + 1 })))(
    '$number, $name, looks as PDFium draws it',
    async ({ number, lifted }) => {
      const made = page(heard, number);
      expect(made.madeBy).toBe(lifted ? 'lifted' : 'rendered');
      expect(made.hash).toMatch(/^[0-9a-f]{16}$/);
      const pdfium = (await startPdfium()).open(file);
      const outline = pdfium.outline(number - 1);
      const drawn = pdfium.render(number - 1, { ...outline, dpi: 100 }, 1e6);
      pdfium.close();
      const image = path.join(heard.outDir, `${number}.jpg`);
      await writePageImage(path.join(heard.outDir, made.pyramidFile), made, image);
      const ours = sharp(image).resize(drawn.width, drawn.height, { fit: 'fill' });
      expect(meanDifference(await ours.raw().toBuffer(), drawn.data)).toBeLessThan(12);
    },
  );

  it('have a thumbnail each and leave nothing half written', async () => {
    for (const { number } of HARD_PAGES.map((_, index) => ({ number: index + 1 }))) {
      const made = page(heard, number);
      const files = await readdir(path.join(heard.outDir, String(number)));
      expect(files.sort()).toEqual([made.pyramidFile, made.thumbnailFile].map((name) => path.basename(name)).sort());
      const { width = 0, height = 0 } = await sharp(path.join(heard.outDir, made.thumbnailFile)).metadata();
      expect(Math.abs(width / height - made.width / made.height)).toBeLessThan(0.02);
    }
  });

  it('give away the invisible OCR text with boxes', () => {
    const made = page(heard, 6);
    expect(made.text).toBe('hidden ocr layer 1926');
    expect(made.words.map(({ text }) => text)).toEqual(['hidden', 'ocr', 'layer', '1926']);
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
    const heard = await run(await scratch.file('fax.pdf', pdf.save()));
    const made = page(heard, 1);
    expect(made).toMatchObject({ format: 'png', madeBy: 'lifted', width: 640, height: 800 });
    const tile = await withFile(path.join(heard.outDir, made.pyramidFile), async (reader) =>
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

  it('of text alone are drawn, and their words keep their places on a turned page', async () => {
    const document = await letter('Surveyed 1894. Scale 50 ft. to an inch', 90);
    const heard = await run(await scratch.file('letter.pdf', Buffer.from(await document.save())));
    const made = page(heard, 1);
    expect(made).toMatchObject({ madeBy: 'rendered', format: 'jpg', width: 2200, height: 1700, dpi: 200 });
    expect(made.text).toContain('Surveyed 1894');
    expect(made.metadata).toMatchObject({ year: { value: 1894 }, mapScale: { value: '1 in = 50 ft' } });
    // turned clockwise, what ran from the upper left to the right now runs down at the right
    const [first] = made.words;
    expect(first?.x).toBeGreaterThan(1900);
    expect(first?.y).toBeGreaterThan(150);
    expect(first?.y).toBeLessThan(250);
    expect(first?.height).toBeGreaterThan(first?.width ?? Infinity);
  });

  it('are still made when the cross-reference table is false', async () => {
    const pdf = new PdfWriter();
    const jpeg = await sheet(600, 800).jpeg().toBuffer();
    pdf.page([pdf.image(jpeg, 600, 800, 'DCTDecode', '/DeviceRGB')], 432, 576);
    const heard = await run(await scratch.file('xref.pdf', pdf.save({ falseOffsets: true })));
    expect(page(heard, 1)).toMatchObject({ width: 600, height: 800 });
  });

  it('are drawn when the owner has set a password for changes only', async () => {
    const document = await letter('free to read');
    document.encrypt({ ownerPassword: 'owner', userPassword: '' });
    const heard = await run(await scratch.file('owner.pdf', Buffer.from(await document.save())));
    expect(page(heard, 1)).toMatchObject({ madeBy: 'rendered', text: 'free to read' });
  });
});

describe('a JPEG 2000 sheet', () => {
  it('is shown at a quarter of its size first, in the same tiles, and then in full', async () => {
    const [width, height] = [3_000, 3_600];
    const data = await jpeg2000(width, height);
    if (!data) return console.warn('opj_compress is not on the PATH: not checked.');
    const pdf = new PdfWriter();
    pdf.page([pdf.image(data, width, height, 'JPXDecode', '/DeviceRGB')], width * 0.24, height * 0.24);
    const file = await scratch.file('jpx.pdf', pdf.save());
    const heard = await run(file, { previews: true });
    expect(heard.failure).toBeUndefined();
    expect(heard.summary).toMatchObject({ made: 1, failed: [] });
    expect(heard.pages).toMatchObject([
      { pageNumber: 1, preview: true, width, height, dpi: 300, text: '' },
      { pageNumber: 1, preview: false, width, height, dpi: 300 },
    ]);
    const [preview, full] = heard.pages as ReadyPage[];
    expect(preview?.hash).not.toBe(full?.hash);
    // the tiles of the largest level, and a whole picture, are there of both and show the same
    const pictureOf = async (made: ReadyPage | undefined, name: string) => {
      const at = path.join(heard.outDir, made?.pyramidFile ?? '');
      const tile = await withFile(at, async (reader) =>
        (await openTilePyramid(reader, 'jpg', { width, height })).tile(12, 2, 3),
      );
      expect(await sharp(tile ?? undefined).metadata()).toMatchObject({ width: 512, height: 512 });
      const image = path.join(heard.outDir, name);
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
  const [WIDTH, HEIGHT] = [10_000, 8_000];
  const FAX = [4_800, 4_000] as const;
  /** The page as a whole, from the pyramid that was made of it. */
  async function seen(heard: Run, { pyramidFile, format, width, height }: ReadyPage): Promise<Buffer> {
    const image = path.join(heard.outDir, 'seen.jpg');
    await writePageImage(path.join(heard.outDir, pyramidFile), { format, width, height }, image);
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
  ] as const)('is shown small before it is there in full: a %s (DOC-34)', async (_, made, format, [width, height]) => {
    const file = await scratch.file('large.pdf', await made());
    const heard = await run(file, { previews: true });
    expect(heard.summary).toMatchObject({ made: 2, failed: [] });
    const [early, full, second] = heard.pages as ReadyPage[];
    expect(early).toMatchObject({ pageNumber: 1, preview: true, format: 'jpg', width, height, madeBy: 'lifted' });
    expect(full).toMatchObject({ pageNumber: 1, preview: false, format, width, height, madeBy: 'lifted' });
    expect(second).toMatchObject({ pageNumber: 2, preview: false, format });
    expect(heard.pages).toHaveLength(3);
    if (!early || !full) throw new Error('two pages were expected');
    expect(early.dpi).toBe(full.dpi);
    expect(early.hash).not.toBe(full.hash);
    expect(meanDifference(await seen(heard, early), await seen(heard, full))).toBeLessThan(8);
    expect((await run(file)).pages).toHaveLength(2);
  });
});

describe('a run', () => {
  it('leaves out the pages of an earlier attempt', async () => {
    const heard = await run(await scratch.file('scans.pdf', await scans(4)), { skip: [1, 3] });
    expect(heard.pages.map(({ pageNumber }) => pageNumber).sort()).toEqual([2, 4]);
    expect(heard.summary).toMatchObject({ totalPages: 4, made: 2, skipped: 2 });
    expect((await readdir(heard.outDir)).sort()).toEqual(['2', '4']);
  });

  it('ends at once when it is called off', async () => {
    const stop = new AbortController();
    const file = await scratch.file('scans.pdf', await scans(6));
    const heard = await run(file, { signal: stop.signal, onPage: () => stop.abort() });
    expect(failureOf(heard)).toMatchObject({ reason: 'aborted', message: 'The processing was stopped.' });
    const before = await run(file, { signal: AbortSignal.abort() });
    expect(failureOf(before).reason).toBe('aborted');
  });

  it('stores none of the pages that wait when it is called off', async () => {
    const stop = new AbortController();
    const stored: number[] = [];
    const outDir = path.join(scratch.dir, 'called-off');
    const heard = await run(await scratch.file('scans.pdf', await scans(6)), {
      outDir,
      signal: stop.signal,
      onPage: async ({ pageNumber }) => {
        stored.push(pageNumber);
        // meanwhile the last ones are begun, so that some others are made
        while ((await readdir(outDir)).length < 6) await sleep(20);
        stop.abort();
      },
    });
    expect(failureOf(heard).reason).toBe('aborted');
    expect(stored).toHaveLength(1);
  });

  it('ends with what the caller could not do', async () => {
    const heard = await run(await scratch.file('scans.pdf', await scans(2)), {
      onPage: () => Promise.reject(new Error('no room in the store')),
    });
    expect(heard.failure).toMatchObject({ message: 'no room in the store' });
  });

  it('says that the pages could not be stored when its folder cannot be written', async () => {
    const file = await scratch.file('scans.pdf', await scans(1));
    const heard = await run(file, { outDir: path.join(file, 'pages') });
    expect(failureOf(heard)).toMatchObject({ reason: 'storage', retryable: true });
  });
});

/** Nested forms: twelve levels of ten, a hundred milliard rectangles. */
function addNestedForms(pdf: PdfWriter): void {
  const form = '/Type/XObject/Subtype/Form/BBox[0 0 612 792]';
  let previous = pdf.add(form, Buffer.from('0 0 10 10 re f'));
  for (let i = 0; i < 12; i++) {
    previous = pdf.add(`${form}/Resources<</XObject<</F ${previous} 0 R>>>>`, Buffer.from('/F Do '.repeat(10)));
  }
  pdf.page([previous], 612, 792, { content: '/Im0 Do' });
}

function nestedForms(): Buffer {
  const pdf = new PdfWriter();
  addNestedForms(pdf);
  return pdf.save();
}

function oneRectangle(width: number, height: number): Buffer {
  const pdf = new PdfWriter();
  pdf.page([], width, height, { content: `0 0 1 rg 0 0 ${width} ${height} re f` });
  return pdf.save();
}

function hugePicture(): Buffer {
  const pdf = new PdfWriter();
  pdf.page([pdf.image(Buffer.alloc(100), 60_000, 60_000, 'FlateDecode', '/DeviceGray')], 612, 792);
  return pdf.save();
}

const noise = (): string => `%PDF-1.7\n${'\u0001\u0002noise'.repeat(5000)}`;
const cutOff = async (): Promise<Buffer> => (await scans(3)).subarray(0, 4000);

async function locked(): Promise<Buffer> {
  const document = await letter('secret');
  document.encrypt({ ownerPassword: 'owner', userPassword: 'user' });
  return Buffer.from(await document.save());
}

const PAGE_LOOP =
  '%PDF-1.4\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj\n2 0 obj<</Type/Pages/Count 3/Kids[2 0 R 2 0 R]>>endobj\n' +
  'trailer<</Root 1 0 R/Size 3>>\n%%EOF';

describe('a document that cannot become pages ends in a sentence', () => {
  it.each<{
    name: string;
    make: () => Buffer | string | Promise<Buffer>;
    reason: string;
    sentence: RegExp;
    limits?: Partial<PipelineLimits>;
  }>([
    { name: 'an empty file', make: () => '', reason: 'empty', sentence: /^This file is empty\.$/ },
    { name: 'a file that is no PDF', make: () => 'PK\u0003\u0004 else', reason: 'not_a_pdf', sentence: /is not a PDF/ },
    { name: 'noise behind a PDF header', make: noise, reason: 'broken', sentence: /is damaged/ },
    { name: 'a file cut off half way', make: cutOff, reason: 'broken', sentence: /is damaged/ },
    {
      name: 'a PDF locked with a password',
      make: locked,
      reason: 'encrypted',
      sentence: /password\. Remove the password/,
    },
    {
      name: 'a page of 70 metres',
      make: () => oneRectangle(200_000, 200_000),
      reason: 'page_too_large',
      sentence: /^Page 1 is too large/,
    },
    {
      name: 'a picture of 60,000 x 60,000',
      make: hugePicture,
      reason: 'page_too_large',
      sentence: /^Page 1 is too large/,
    },
    {
      name: 'forms nested without end',
      make: nestedForms,
      reason: 'timeout',
      sentence: /^Page 1 took too long/,
      limits: { pageMs: 3_000 },
    },
    {
      name: 'more pages than allowed',
      make: () => scans(4),
      reason: 'too_many_pages',
      sentence: /has 4 pages; at most 3 are possible/,
      limits: { pages: 3 },
    },
    {
      name: 'more bytes than allowed',
      make: () => scans(1),
      reason: 'too_large',
      sentence: /is larger than 0 MB/,
      limits: { fileBytes: 1_000 },
    },
  ])('$name', async ({ make, reason, sentence, limits }) => {
    const heard = await run(await scratch.file('hostile.pdf', await make()), { limits });
    const failure = failureOf(heard);
    expect(failure.reason).toBe(reason);
    expect(failure.message).toMatch(sentence);
  });

  it('a page tree that contains itself, or it has pages after all', async () => {
    const heard = await run(await scratch.file('loop.pdf', PAGE_LOOP));
    if (heard.failure) expect(failureOf(heard).message).toMatch(/\.$/);
    else expect(heard.summary?.made).toBeGreaterThan(0);
  });

  it('computing without end', async () => {
    const file = await scratch.file('computing.pdf', nestedForms());
    const heard = await run(file, { limits: { cpuSeconds: 4, pageMs: 90_000 } });
    expect(failureOf(heard)).toMatchObject({ reason: 'timeout', message: 'Page 1 took too long to draw.' });
  });

  it('memory that does not suffice', async () => {
    const file = await scratch.file('memory.pdf', oneRectangle(14_000, 14_000));
    const heard = await run(file, { limits: { memoryMb: 400 } });
    expect(failureOf(heard)).toMatchObject({
      reason: 'out_of_memory',
      message: 'Page 1 needs more memory than one page may use.',
    });
  });
});

it('makes the pages of a file whose page labels end the module that reads them, and logs why they have no names (DATA-09, DOC-34)', async () => {
  const pdf = new PdfWriter();
  const labels = pdf.add('/Kids[1 0 R]');
  const jpeg = await sheet(600, 800).jpeg().toBuffer();
  pdf.page([pdf.image(jpeg, 600, 800, 'DCTDecode', '/DeviceRGB')], 432, 576);
  pdf.page([], 432, 576, { content: '1 0 0 rg 100 100 200 200 re f' });
  const logged: string[] = [];
  const file = await scratch.file('labels.pdf', pdf.save({ catalog: `/PageLabels ${labels} 0 R` }));
  const heard = await run(file, { onLog: (message) => void logged.push(message) });
  expect(heard.summary).toEqual({ totalPages: 2, made: 2, skipped: 0, failed: [] });
  expect([page(heard, 1).madeBy, page(heard, 2).madeBy]).toEqual(['lifted', 'rendered']);
  expect(logged.filter((message) => message === 'names could not be read')).toHaveLength(1);
});

/** Ids of the pipeline's child processes. */
async function children(): Promise<number[]> {
  const found: number[] = [];
  for (const name of await readdir('/proc')) {
    const pid = Number(name);
    // a process may end while it is looked at
    const stat = pid ? await readFile(`/proc/${pid}/stat`, 'latin1').catch(() => '') : '';
    if (Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]) !== process.pid) continue;
    const command = await readFile(`/proc/${pid}/cmdline`, 'latin1').catch(() => '');
    if (command.includes('pipeline/child')) found.push(pid);
  }
  return found;
}

(process.platform === 'linux' ? describe : describe.skip)('a page on a machine that has no time for it', () => {
  /** Stops the process that works on the document as soon as it is open, for so many milliseconds. */
  const starved = async (limits: Partial<PipelineLimits>, ms: number): Promise<Run> => {
    const file = await scratch.file('scans.pdf', await scans(8));
    // the one that waits for a document takes this one
    const stopped = await children();
    expect(stopped).toHaveLength(1);
    let resumed = Promise.resolve();
    const heard = await run(file, {
      limits,
      onOpened: () => {
        for (const pid of stopped) process.kill(pid, 'SIGSTOP');
        resumed = sleep(ms).then(async () => {
          const left = await children();
          for (const pid of stopped) if (left.includes(pid)) process.kill(pid, 'SIGCONT');
        });
      },
    });
    await resumed;
    return heard;
  };

  it('is not given up for what others take', async () => {
    const heard = await starved({ pageMs: 3_000, openMs: 3_000 }, 6_000);
    expect(heard.failure).toBeUndefined();
    expect(heard.summary).toMatchObject({ made: 8, failed: [] });
  });

  it('is given up when nothing at all happens for much longer', async () => {
    const heard = await starved({ wallMs: 1_500, lostChildren: 0 }, 6_000);
    expect(failureOf(heard).reason).toBe('timeout');
  });
});

describe('one bad page', () => {
  it('fails alone, even when it takes the process with it', async () => {
    const pdf = new PdfWriter();
    const jpeg = await sheet(600, 800).jpeg().toBuffer();
    const good = (): void => pdf.page([pdf.image(jpeg, 600, 800, 'DCTDecode', '/DeviceRGB')], 432, 576);
    good();
    addNestedForms(pdf);
    pdf.page([], 200_000, 100, { content: '0 0 9 9 re f' });
    good();
    const heard = await run(await scratch.file('mixed.pdf', pdf.save()), { limits: { pageMs: 4_000 } });
    expect(heard.opened).toEqual([4]);
    expect(heard.summary).toMatchObject({ totalPages: 4, made: 2 });
    expect(heard.summary?.failed.map(({ pageNumber, reason }) => [pageNumber, reason]).sort()).toEqual([
      [2, 'timeout'],
      [3, 'page_too_large'],
    ]);
    expect(heard.pages.map(({ pageNumber }) => pageNumber).sort()).toEqual([1, 2, 3, 4]);
    expect((await readFile(path.join(heard.outDir, page(heard, 4).thumbnailFile))).length).toBeGreaterThan(100);
  });
});
