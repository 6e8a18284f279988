import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { jest } from '@jest/globals';
import type { PipelineLimits } from '../children/limits.js';
import { PdfWriter } from '../testing/pdf-writer.js';
import { sheet } from '../testing/pictures.js';
import { failureOf, letter, page, PipelineRuns, scans, type Run } from '../testing/pipeline-runs.js';
import type { PipelineJob } from './run-pipeline.js';

// a child process loads its libraries for each document
jest.setTimeout(120_000);

const runs = new PipelineRuns();
beforeAll(() => runs.start());
afterAll(() => runs.stop());
const run = (file: string, job?: Partial<PipelineJob>): Promise<Run> => runs.run(file, job);

/** A shading whose function takes 200,000 steps for each pixel, without memory. */
function addEndlessShading(pdf: PdfWriter): void {
  const steps = Buffer.from(`{add ${'0.5 mul 0.1 add '.repeat(50_000)}}`);
  const shade = pdf.add('/FunctionType 4/Domain[0 1 0 1]/Range[0 1]', steps);
  const shading = pdf.add(`/ShadingType 1/ColorSpace/DeviceGray/Matrix[612 0 0 792 0 0]/Function ${shade} 0 R`);
  const resources = `/Resources<</Shading<</S ${shading} 0 R>>>>`;
  const form = pdf.add(`/Type/XObject/Subtype/Form/BBox[0 0 612 792]${resources}`, Buffer.from('/S sh'));
  pdf.page([form], 612, 792, { content: '/Im0 Do' });
}

function endlessShading(): Buffer {
  const pdf = new PdfWriter();
  addEndlessShading(pdf);
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
    { name: 'an empty file', make: () => '', reason: 'empty', sentence: /^This file is empty\. Choose another one\.$/ },
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
      name: 'a shading computed without end',
      make: endlessShading,
      reason: 'timeout',
      sentence: /^Page 1 took too long/,
      limits: { pageMs: 1_000 },
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
    const outcome = await run(await runs.file('hostile.pdf', await make()), { limits });
    const failure = failureOf(outcome);
    expect(failure.reason).toBe(reason);
    expect(failure.message).toMatch(sentence);
  });

  it('with a page tree that contains itself, or it has pages after all', async () => {
    const outcome = await run(await runs.file('loop.pdf', PAGE_LOOP));
    if (outcome.failure) expect(failureOf(outcome).message).toMatch(/\.$/);
    else expect(outcome.summary?.made).toBeGreaterThan(0);
  });

  it('with endless computation', async () => {
    const file = await runs.file('computing.pdf', endlessShading());
    const outcome = await run(file, { limits: { cpuSeconds: 2, pageMs: 90_000 } });
    expect(failureOf(outcome)).toMatchObject({ reason: 'timeout', message: 'Page 1 took too long to draw.' });
  });

  it('with too little memory', async () => {
    const file = await runs.file('memory.pdf', oneRectangle(14_000, 14_000));
    const outcome = await run(file, { limits: { memoryMb: 400 } });
    expect(failureOf(outcome)).toMatchObject({
      reason: 'out_of_memory',
      message: 'Page 1 needs more memory than one page may use.',
    });
  });
});

it('makes the pages of a file whose page labels crash the module that reads them, and logs why names are missing (DATA-09, DOC-34)', async () => {
  const pdf = new PdfWriter();
  const labels = pdf.add('/Kids[1 0 R]');
  const jpeg = await sheet(600, 800).jpeg().toBuffer();
  pdf.page([pdf.image(jpeg, 600, 800, 'DCTDecode', '/DeviceRGB')], 432, 576);
  pdf.page([], 432, 576, { content: '1 0 0 rg 100 100 200 200 re f' });
  const logged: string[] = [];
  const file = await runs.file('labels.pdf', pdf.save({ catalog: `/PageLabels ${labels} 0 R` }));
  const outcome = await run(file, { onLog: (message) => void logged.push(message) });
  expect(outcome.summary).toEqual({ totalPages: 2, made: 2, skipped: 0, failed: [] });
  expect([page(outcome, 1).madeBy, page(outcome, 2).madeBy]).toEqual(['lifted', 'rendered']);
  expect(logged.filter((message) => message === 'names could not be read')).toHaveLength(1);
});

async function children(): Promise<number[]> {
  const found: number[] = [];
  for (const name of await readdir('/proc')) {
    const pid = Number(name);
    // a process may end while being inspected
    const stat = pid ? await readFile(`/proc/${pid}/stat`, 'latin1').catch(() => '') : '';
    if (Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]) !== process.pid) continue;
    const command = await readFile(`/proc/${pid}/cmdline`, 'latin1').catch(() => '');
    if (command.includes('pipeline/child')) found.push(pid);
  }
  return found;
}

(process.platform === 'linux' ? describe : describe.skip)('a page on a machine that has no time for it', () => {
  /** Idle child that takes the next document. */
  const waiting = async (): Promise<number> => {
    const found = await children();
    expect(found).toHaveLength(1);
    return found[0]!;
  };

  it('is not given up for the load of others', async () => {
    const file = await runs.file('scans.pdf', await scans(8));
    const pid = await waiting();
    let resumed = Promise.resolve();
    const outcome = await run(file, {
      limits: { pageMs: 1_000, openMs: 1_000 },
      onOpened: () => {
        process.kill(pid, 'SIGSTOP');
        resumed = sleep(2_500).then(async () => {
          if ((await children()).includes(pid)) process.kill(pid, 'SIGCONT');
        });
      },
    });
    await resumed;
    expect(outcome.failure).toBeUndefined();
    expect(outcome.summary).toMatchObject({ made: 8, failed: [] });
  });

  it('is given up after much longer without any progress', async () => {
    const file = await runs.file('scans.pdf', await scans(8));
    // stop it before it has the document, else it could finish first
    process.kill(await waiting(), 'SIGSTOP');
    const outcome = await run(file, { limits: { wallMs: 1_500, lostChildren: 0 } });
    expect(failureOf(outcome).reason).toBe('timeout');
  });

  it('is given up when it alone takes much longer', async () => {
    const file = await runs.file('shading.pdf', endlessShading());
    const outcome = await run(file, { limits: { pageMs: 600_000, wallMs: 1_500, lostChildren: 0 } });
    expect(failureOf(outcome).reason).toBe('timeout');
  });
});

describe('one bad page', () => {
  it('fails alone, even when it crashes the process', async () => {
    const pdf = new PdfWriter();
    const jpeg = await sheet(600, 800).jpeg().toBuffer();
    const good = (): void => pdf.page([pdf.image(jpeg, 600, 800, 'DCTDecode', '/DeviceRGB')], 432, 576);
    good();
    addEndlessShading(pdf);
    pdf.page([], 200_000, 100, { content: '0 0 9 9 re f' });
    good();
    const outcome = await run(await runs.file('mixed.pdf', pdf.save()), { limits: { pageMs: 1_000 } });
    expect(outcome.opened).toEqual([4]);
    expect(outcome.summary).toMatchObject({ totalPages: 4, made: 2 });
    expect(outcome.summary?.failed.map(({ pageNumber, reason }) => [pageNumber, reason]).sort()).toEqual([
      [2, 'timeout'],
      [3, 'page_too_large'],
    ]);
    expect(outcome.pages.map(({ pageNumber }) => pageNumber).sort()).toEqual([1, 2, 3, 4]);
    expect((await readFile(path.join(outcome.outDir, page(outcome, 4).thumbnailFile))).length).toBeGreaterThan(100);
  });
});
