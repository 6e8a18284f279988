import { chmod } from 'node:fs/promises';
import path from 'node:path';
import { jest } from '@jest/globals';
import sharp from 'sharp';
import { writeJpegPyramid } from '../pipeline/pyramid-writer.js';
import { makeScratch, type Scratch } from '../pipeline/testing/scratch.js';
import { createOcrReader, type OcrSource } from './ocr-reader.js';

// child processes start slowly on a machine that others use too
jest.setTimeout(120_000);

/** A program in the place of Debian's tesseract: what it reads is its own settings; a black page it never ends with. */
const PROGRAM = `#!/bin/sh
if [ "$1" = "--list-langs" ]; then echo "List of available languages (1):"; echo eng; exit 0; fi
bytes=$(cat | wc -c)
if [ "$bytes" -gt 1000000 ]; then sleep 600; fi
printf '5\\t1\\t1\\t1\\t1\\t1\\t10\\t20\\t80\\t40\\t96\\tthreads%s\\n' "$OMP_THREAD_LIMIT"
printf '5\\t1\\t1\\t1\\t1\\t2\\t100\\t20\\t80\\t40\\t96\\tmode%s\\n' "$4"
`;

const realPath = process.env['PATH'];
let scratch: Scratch;
let sheet: OcrSource;
let endless: OcrSource;

async function pyramid(name: string, noisy: boolean): Promise<OcrSource> {
  const [width, height] = [1_200, 1_600];
  const pixels = Buffer.alloc(width * height);
  // noise does not compress: the program tells the two pages apart by their bytes
  for (let at = 0, seed = 7; at < pixels.length; at++) {
    seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648;
    pixels[at] = noisy ? (seed >> 16) & 255 : at % 400 < 200 ? 0 : 255;
  }
  const file = path.join(scratch.dir, name);
  const image = sharp(pixels, { raw: { width, height, channels: 1 } }).toColourspace('b-w');
  await writeJpegPyramid(image, width, height, file);
  return { kind: 'pyramid', file, format: 'jpg', width, height };
}

beforeAll(async () => {
  scratch = await makeScratch();
  await chmod(await scratch.file('tesseract', PROGRAM), 0o755);
  process.env['PATH'] = `${scratch.dir}${path.delimiter}${realPath}`;
  sheet = await pyramid('sheet.tif', false);
  endless = await pyramid('endless.tif', true);
});

afterAll(async () => {
  process.env['PATH'] = realPath;
  await scratch.remove();
});

describe('reading a page', () => {
  it('is done by the program on the PATH, one thread, sparse text', async () => {
    const session = createOcrReader().open();
    const outcome = await session.read(sheet);
    await session.close();
    expect(outcome).toMatchObject({ kind: 'read', engine: 'tesseract' });
    expect(outcome.kind === 'read' && outcome.text.text).toContain('threads1 mode11');
  });

  it('that takes too long costs that page alone', async () => {
    const session = createOcrReader({ pageMs: 10_000 }).open();
    expect(await session.read(endless)).toEqual({ kind: 'unreadable', detail: 'it took too long' });
    expect(await session.read(sheet)).toMatchObject({ kind: 'read' });
    await session.close();
  });

  it('of a file that is none costs that page alone, too', async () => {
    const session = createOcrReader().open();
    const file = await scratch.file('broken.tif', 'no picture');
    expect(await session.read({ ...sheet, file })).toMatchObject({ kind: 'unreadable' });
    expect(await session.read(sheet)).toMatchObject({ kind: 'read' });
    await session.close();
  });

  it('ends at once when it is aborted', async () => {
    const session = createOcrReader().open();
    const stop = new AbortController();
    const reading = session.read(endless, stop.signal);
    setTimeout(() => stop.abort(), 200);
    await expect(reading).rejects.toMatchObject({ reason: 'aborted' });
    await expect(session.read(sheet, AbortSignal.abort())).rejects.toMatchObject({ reason: 'aborted' });
    await session.close();
  });
});
