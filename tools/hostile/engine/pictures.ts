/** Pictures that ask for much, as photographs of a site visit are: drawn anew by the page engine's child. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { crc32, deflateSync } from 'node:zlib';
import { developPhotograph, PhotographFailure } from '@symbio/page-engine/photographs';
import { yardHeic, yardPhotograph } from '@symbio/page-engine/testing';
import { randomFor } from '../../demo/random.js';
import { descendants, Peaks } from '../memory.js';
import { counted, type Result } from '../report.js';
import { isSentence } from './judge.js';
import { mutant } from './mutate.js';

const LOOK_MS = 100;
const MUTATIONS = 25;
/** The child's data segment, and its programs and libraries. */
const MOST_MB = 1_024 + 300;

function chunk(kind: string, data: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(kind, 'latin1'), data]);
  const bytes = Buffer.alloc(named.length + 8);
  bytes.writeUInt32BE(data.length, 0);
  named.copy(bytes, 4);
  bytes.writeUInt32BE(crc32(named), named.length + 4);
  return bytes;
}

/** A PNG that says it has so many pixels, with as many zeroes packed. */
export function png(width: number, height: number, bytes: number, more: readonly Buffer[] = []): Buffer {
  const size = Buffer.alloc(13);
  size.writeUInt32BE(width, 0);
  size.writeUInt32BE(height, 4);
  size.set([8, 2, 0, 0, 0], 8);
  return Buffer.concat([
    Buffer.from('89504e470d0a1a0a', 'hex'),
    chunk('IHDR', size),
    ...more,
    chunk('IDAT', deflateSync(Buffer.alloc(bytes), { level: 9 })),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

/** A copy in which bytes are others. */
const patched = (bytes: Buffer, find: string, by: string): Buffer => {
  const at = bytes.indexOf(Buffer.from(find, 'hex'));
  if (at === -1) throw new Error(`the picture has no ${find}`);
  const copy = Buffer.from(bytes);
  copy.set(Buffer.from(by, 'hex'), at);
  return copy;
};

async function pictures(): Promise<{ name: string; bytes: Buffer }[]> {
  const [jpeg, webp, plain] = await Promise.all(
    (['jpeg', 'webp', 'png'] as const).map((format) => yardPhotograph({ format })),
  );
  if (!jpeg || !webp || !plain) throw new Error('no picture was drawn');
  const heic = yardHeic();
  const sources = { jpeg, webp, png: plain, heic };
  const text = deflateSync(Buffer.alloc(2e8), { level: 9 });
  return [
    { name: 'PNG of 100,000 x 100,000', bytes: png(100_000, 100_000, 1_000) },
    { name: 'PNG of 10,900 x 11,000 zeroes', bytes: png(10_900, 11_000, 360e6) },
    { name: 'PNG of 2,147,483,647 x 1', bytes: png(2 ** 31 - 1, 1, 1_000) },
    { name: 'PNG of 0 x 0', bytes: png(0, 0, 10) },
    {
      name: 'PNG with 200 MB of a packed text',
      bytes: png(10, 10, 310, [chunk('zTXt', Buffer.concat([Buffer.from('a\0\0', 'latin1'), text]))]),
    },
    {
      name: 'PNG with 200 MB of a packed profile',
      bytes: png(10, 10, 310, [chunk('iCCP', Buffer.concat([Buffer.from('a\0\0', 'latin1'), text]))]),
    },
    {
      name: 'PNG of 100,000 parts',
      bytes: png(10, 10, 310, Array<Buffer>(100_000).fill(chunk('tEXt', Buffer.from('a\0b', 'latin1')))),
    },
    // 240 x 320, as the frame's header has it
    { name: 'JPEG that says 65,535 x 65,535', bytes: patched(jpeg, '00f00140', 'ffffffff') },
    { name: 'HEIC that says 65,535 x 65,535', bytes: patched(heic, '00000140000000f0', '0000ffff0000ffff') },
    { name: 'a TIFF', bytes: Buffer.concat([Buffer.from('49492a0008000000', 'hex'), Buffer.alloc(1_000)]) },
    { name: 'an SVG with script', bytes: Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>') },
    { name: 'a GIF of 65,535 x 65,535', bytes: Buffer.from('474946383961ffffffff800000000000ffffff2c', 'hex') },
    { name: 'nothing', bytes: Buffer.alloc(0) },
    ...Object.entries(sources).flatMap(([name, bytes]) =>
      Array.from({ length: MUTATIONS }, (_, index) => ({
        name: `mutation ${index} of a ${name}`,
        bytes: mutant(name, { bytes, other: plain }, randomFor('picture', name, index)).bytes,
      })),
    ),
  ];
}

/** Every picture, one after the other. @param say hears of each fault */
export async function tryPictures(say: (line: string) => void): Promise<Result> {
  const folder = await mkdtemp(path.join(tmpdir(), 'symbio-hostile-'));
  const peaks = new Peaks(() => descendants(process.pid).map((pid) => [String(pid), pid] as const), LOOK_MS);
  const began = Date.now();
  const faults: string[] = [];
  const ends: string[] = [];
  const fault = (line: string): void => {
    faults.push(line);
    say(`  fault: ${line}`);
  };
  for (const { name, bytes } of await pictures()) {
    const file = path.join(folder, 'picture');
    await writeFile(file, bytes);
    try {
      await developPhotograph({ file, outDir: folder });
      ends.push('drawn');
    } catch (error) {
      if (!(error instanceof PhotographFailure)) fault(`${name} ended in no failure: ${String(error)}`);
      else {
        ends.push(error.reason);
        if (error.reason === 'crashed' || !isSentence(error.message))
          fault(`${name}: ${error.reason}, "${error.message}"; ${error.detail}`);
      }
    }
  }
  await rm(folder, { recursive: true, force: true });
  const most = Math.max(0, ...peaks.stop().values());
  if (most > MOST_MB) fault(`a child held ${most.toFixed(0)} MB, more than ${MOST_MB}`);
  const seen = `largest child ${most.toFixed(0)} MB`;
  const seconds = (Date.now() - began) / 1000;
  return { part: 'bombs', name: 'photographs', tried: ends.length, answered: counted(ends), faults, seen, seconds };
}
