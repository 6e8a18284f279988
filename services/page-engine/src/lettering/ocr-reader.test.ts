import { existsSync } from 'node:fs';
import { chmod } from 'node:fs/promises';
import path from 'node:path';
import { jest } from '@jest/globals';
import sharp from 'sharp';
import { writeJpegPyramid } from '../pyramids/pyramid-writer.js';
import { makeScratch, type Scratch } from '../testing/scratch.js';
import { createOcrReader, type OcrSource } from './ocr-reader.js';

// child processes start slowly on a shared machine
jest.setTimeout(120_000);

/** Fake tesseract: returns its own settings as text; hangs on a page full of letters. */
const PROGRAM = `#!/bin/sh
if [ "$1" = "--list-langs" ]; then echo "List of available languages (1):"; echo eng; exit 0; fi
bytes=$(cat | wc -c)
if [ "$bytes" -gt 50000 ]; then touch "$(dirname "$0")/begun"; sleep 600; fi
printf '5\\t1\\t1\\t1\\t1\\t1\\t10\\t20\\t80\\t40\\t96\\tthreads%s\\n' "$OMP_THREAD_LIMIT"
printf '5\\t1\\t1\\t1\\t1\\t2\\t100\\t20\\t80\\t40\\t96\\tmode%s\\n' "$4"
printf '5\\t1\\t1\\t1\\t1\\t3\\t190\\t20\\t80\\t40\\t96\\tchild%s\\n' "$PPID"
`;

/** Production value: half an hour. */
const PAGE_MS = 1_800_000;
const REAL = [
  'nextTick',
  'setImmediate',
  'setInterval',
  'clearInterval',
  'queueMicrotask',
  'performance',
  'Date',
  'hrtime',
] as const;

const realPath = process.env['PATH'];
let scratch: Scratch;
let sheet: OcrSource;
let endless: OcrSource;

/** Page with this many rows of letter-like strokes. */
async function pyramid(name: string, rows: number): Promise<OcrSource> {
  const [width, height] = [1_200, 1_600];
  const stroke = (x: number, y: number): string => `<path d="M${x} ${y + 20}V${y}H${x + 13}M${x} ${y + 10}H${x + 8}"/>`;
  const letters = Array.from({ length: rows * 40 }, (_, i) => stroke(60 + (i % 40) * 25, 60 + Math.floor(i / 40) * 45));
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><rect width="100%" height="100%" fill="#eee"/><g fill="none" stroke="#111" stroke-width="4">${letters.join('')}</g></svg>`;
  const file = path.join(scratch.dir, name);
  await writeJpegPyramid(sharp(Buffer.from(svg)).flatten().toColourspace('b-w'), width, height, file);
  return { kind: 'pyramid', file, format: 'jpg', width, height };
}

beforeAll(async () => {
  scratch = await makeScratch();
  await chmod(await scratch.file('tesseract', PROGRAM), 0o755);
  process.env['PATH'] = `${scratch.dir}${path.delimiter}${realPath}`;
  sheet = await pyramid('sheet.tif', 1);
  endless = await pyramid('endless.tif', 30);
});

afterAll(async () => {
  process.env['PATH'] = realPath;
  await scratch.remove();
});

/** Waits until the program has received the page it hangs on. */
const begun = (): Promise<void> =>
  new Promise((resolve) => {
    const look = setInterval(() => {
      if (!existsSync(path.join(scratch.dir, 'begun'))) return;
      clearInterval(look);
      resolve();
    }, 50);
  });

describe('reading a page', () => {
  it('uses the program on the PATH, with one thread', async () => {
    const session = createOcrReader().open();
    const outcome = await session.read(sheet);
    await session.close();
    expect(outcome).toMatchObject({ kind: 'read', engine: 'tesseract' });
    expect(outcome.kind === 'read' && outcome.text.text).toContain('threads1 mode6');
  });

  it('fails only a page that takes too long', async () => {
    const session = createOcrReader({ pageMs: PAGE_MS }).open();
    // fake only this clock, so no page read in parallel times out
    jest.useFakeTimers({ doNotFake: [...REAL] });
    const reading = session.read(endless);
    await begun();
    jest.advanceTimersByTime(PAGE_MS);
    jest.useRealTimers();
    expect(await reading).toEqual({ kind: 'unreadable', detail: 'it took too long' });
    expect(await session.read(sheet)).toMatchObject({ kind: 'read' });
    await session.close();
  });

  it('continues in another process after a number of pages, to free memory', async () => {
    const session = createOcrReader({ pagesPerChild: 2 }).open();
    const children: (string | undefined)[] = [];
    for (let page = 0; page < 3; page += 1) {
      const outcome = await session.read(sheet);
      children.push(outcome.kind === 'read' ? /child(\d+)/.exec(outcome.text.text)?.[1] : undefined);
    }
    await session.close();
    expect(children[0]).toMatch(/^\d+$/);
    expect(children.map((child) => child === children[0])).toEqual([true, true, false]);
  });

  it('fails only the page of an invalid file, too', async () => {
    const session = createOcrReader().open();
    const file = await scratch.file('broken.tif', 'no picture');
    expect(await session.read({ ...sheet, file })).toMatchObject({ kind: 'unreadable' });
    expect(await session.read(sheet)).toMatchObject({ kind: 'read' });
    await session.close();
  });

  it('ends at once when aborted', async () => {
    const session = createOcrReader().open();
    const stop = new AbortController();
    const reading = session.read(endless, stop.signal);
    setTimeout(() => stop.abort(), 200);
    await expect(reading).rejects.toMatchObject({ reason: 'aborted' });
    await expect(session.read(sheet, AbortSignal.abort())).rejects.toMatchObject({ reason: 'aborted' });
    await session.close();
  });
});
