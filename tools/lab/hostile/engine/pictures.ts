/**
 * Pictures with excessive demands, as photographs of visits and screenshots of issues; a child of the page engine
 * redraws both.
 */
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { crc32, deflateSync } from 'node:zlib';
import { developPhotograph, PhotographFailure } from '@symbio/page-engine/photographs';
import { redrawScreenshot, ScreenshotFailure } from '@symbio/page-engine/screenshots';
import { yardHeic, yardPhotograph } from '@symbio/page-engine/testing';
import sharp from 'sharp';
import { counted } from '../../harness/report.js';
import { measured, type Result } from '../report.js';
import { isSentence } from './judge.js';
import { mutant } from './mutate.js';

const MUTATIONS = 25;
/** Marker in the metadata that must not survive. */
const CAMERA = 'Drawn camera';
/** Child's data segment, and its programs and libraries. */
const MOST_MB = 1_074 + 330;

function chunk(kind: string, data: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(kind, 'latin1'), data]);
  const bytes = Buffer.alloc(named.length + 8);
  bytes.writeUInt32BE(data.length, 0);
  named.copy(bytes, 4);
  bytes.writeUInt32BE(crc32(named), named.length + 4);
  return bytes;
}

/** Eight bits each of red, green and blue, as in the header of a PNG. */
const PLAIN = [8, 2, 0, 0, 0] as const;
/** Sixteen bits each of red, green, blue and alpha, interlaced in seven passes. */
const DEEP_INTERLACED = [16, 6, 0, 0, 1] as const;

/** A PNG with these dimensions and compressed zeroes. */
function png(
  width: number,
  height: number,
  bytes: number,
  more: readonly Buffer[] = [],
  form: readonly number[] = PLAIN,
): Buffer {
  const size = Buffer.alloc(13);
  size.writeUInt32BE(width, 0);
  size.writeUInt32BE(height, 4);
  size.set(form, 8);
  return Buffer.concat([
    Buffer.from('89504e470d0a1a0a', 'hex'),
    chunk('IHDR', size),
    ...more,
    chunk('IDAT', deflateSync(Buffer.alloc(bytes), { level: 9 })),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

/** Copy in which bytes are others. */
const patched = (bytes: Buffer, find: string, by: string): Buffer => {
  const at = bytes.indexOf(Buffer.from(find, 'hex'));
  if (at === -1) throw new Error(`the picture has no ${find}`);
  const copy = Buffer.from(bytes);
  copy.set(Buffer.from(by, 'hex'), at);
  return copy;
};

function gif(width: number, height: number, frames: number): Buffer {
  const screen = Buffer.from('474946383961000000008000000000ffffff', 'hex').subarray(0, 13);
  screen.writeUInt16LE(width, 6);
  screen.writeUInt16LE(height, 8);
  const colours = Buffer.from('000000ffffff', 'hex');
  // delay, position, size, and the only pixel
  const frame = Buffer.from('21f90400000000002c0000000001000100000202440100', 'hex');
  return Buffer.concat([screen, colours, ...Array<Buffer>(frames).fill(frame), Buffer.from('3b', 'hex')]);
}

/** Progressive JPEG that repeats its last scan. */
async function scans(side: number, times: number): Promise<Buffer> {
  const whole = await sharp({ create: { width: side, height: side, channels: 3, background: '#96b4cd' } })
    .jpeg({ progressive: true })
    .toBuffer();
  const last = whole.subarray(whole.lastIndexOf(Buffer.from('ffda', 'hex')), -2);
  return Buffer.concat([whole.subarray(0, -2), ...Array<Buffer>(times).fill(last), whole.subarray(-2)]);
}

/** Four frames that move, with what a camera notes. */
async function moving(format: 'gif' | 'webp'): Promise<Buffer> {
  const frames = await Promise.all([1, 3, 1, 3].map((orientation) => yardPhotograph({ format: 'png', orientation })));
  const upright = await Promise.all(frames.map((frame) => sharp(frame).autoOrient().png().toBuffer()));
  const picture = sharp(upright, { join: { animated: true } }).withExif({ IFD0: { Model: CAMERA } });
  const bytes = await picture.toFormat(format).toBuffer();
  if (format === 'webp') return bytes;
  const remark = Buffer.concat([Buffer.from([0x21, 0xfe, CAMERA.length]), Buffer.from(CAMERA), Buffer.from([0])]);
  return Buffer.concat([bytes.subarray(0, -1), remark, bytes.subarray(-1)]);
}

type Pictures = Readonly<Record<string, Buffer>>;

async function pictures(): Promise<Pictures> {
  const [jpeg, webp, plain] = await Promise.all(
    (['jpeg', 'webp', 'png'] as const).map((format) => yardPhotograph({ format })),
  );
  if (!jpeg || !webp || !plain) throw new Error('no picture was drawn');
  const [heic, movingGif, movingWebp] = [yardHeic(), await moving('gif'), await moving('webp')];
  const sources = { jpeg, webp, png: plain, heic, 'moving GIF': movingGif, 'moving WebP': movingWebp };
  const large = sharp({ create: { width: 7_000, height: 7_000, channels: 3, background: '#96b4cd' } });
  const packed = Buffer.concat([Buffer.from('a\0\0', 'latin1'), deflateSync(Buffer.alloc(2e8), { level: 9 })]);
  return {
    'PNG of 100,000 x 100,000': png(100_000, 100_000, 1_000),
    'PNG of 10,900 x 11,000 zeroes': png(10_900, 11_000, 360e6),
    'PNG of 2,147,483,647 x 1': png(2 ** 31 - 1, 1, 1_000),
    'PNG of 0 x 0': png(0, 0, 10),
    'PNG with 200 MB of a packed text': png(10, 10, 310, [chunk('zTXt', packed)]),
    'PNG with 200 MB of a packed profile': png(10, 10, 310, [chunk('iCCP', packed)]),
    'PNG of 100,000 parts': png(10, 10, 310, Array<Buffer>(100_000).fill(chunk('tEXt', Buffer.from('a\0b', 'latin1')))),
    // 240 x 320, as the frame's header has it
    'JPEG that says 65,535 x 65,535': patched(jpeg, '00f00140', 'ffffffff'),
    'HEIC that says 65,535 x 65,535': patched(heic, '00000140000000f0', '0000ffff0000ffff'),
    'a TIFF': Buffer.concat([Buffer.from('49492a0008000000', 'hex'), Buffer.alloc(1_000)]),
    'an SVG with script': Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>'),
    'a GIF of 65,535 x 65,535': Buffer.from('474946383961ffffffff800000000000ffffff2c', 'hex'),
    'a GIF of 7,000 x 7,000': await large.gif().toBuffer(),
    'a GIF of 60,000 frames of 900 x 700': gif(900, 700, 60_000),
    'a GIF of 5,000 frames of 100 x 100': gif(100, 100, 5_000),
    'a GIF of 400,000 frames of 11 x 11': gif(11, 11, 400_000),
    'a GIF with frames on no screen': gif(0, 0, 10),
    'PNG of 7,000 x 7,000, 16 bits, in passes': png(7_000, 7_000, 393e6, [], DEEP_INTERLACED),
    'PNG of 49,000,000 x 1': png(49_000_000, 1, 147e6 + 1),
    'PNG of 1 x 49,000,000': png(1, 49_000_000, 196e6),
    'JPEG of 1,000 x 1,000 with 5,000 passes': await scans(1_000, 5_000),
    'JPEG of 7,000 x 7,000 with 20 passes': await scans(7_000, 20),
    // 320 x 240, less one each
    'WebP that moves on 16,777,216 x 16,777,216': patched(movingWebp, '3f0100ef0000', 'ffffffffffff'),
    nothing: Buffer.alloc(0),
    ...Object.fromEntries(
      Object.entries(sources).flatMap(([name, bytes]) =>
        Array.from({ length: MUTATIONS }, (_, index) => [
          `mutation ${index} of a ${name}`,
          mutant(name, { bytes, other: plain }, index).bytes,
        ]),
      ),
    ),
  };
}

interface Drawing {
  name: string;
  /** @returns the stored files */
  draw: (bytes: Buffer, folder: string) => Promise<Buffer[]>;
}

const DRAWINGS: readonly Drawing[] = [
  {
    name: 'photographs',
    async draw(bytes, folder) {
      const file = path.join(folder, 'picture');
      await writeFile(file, bytes);
      const { picture, thumbnail } = await developPhotograph({ file, outDir: folder });
      return Promise.all([readFile(picture), readFile(thumbnail)]);
    },
  },
  {
    name: 'screenshots',
    async draw(bytes) {
      const { body, thumbnail } = await redrawScreenshot(bytes);
      return [body, thumbnail];
    },
  },
];

/** Tries every picture in each role, one after the other. @param say called with each fault */
export async function tryPictures(say: (line: string) => void): Promise<Result[]> {
  const all = await pictures();
  const results: Result[] = [];
  for (const drawing of DRAWINGS) results.push(await tryDrawing(drawing, all, say));
  return results;
}

const tryDrawing = ({ name: kind, draw }: Drawing, all: Pictures, say: (line: string) => void): Promise<Result> =>
  measured({ part: 'bombs', name: kind, mostMb: MOST_MB }, say, async (folder, fault) => {
    const ends: string[] = [];
    let slowest = { name: '', ms: 0 };
    for (const [name, bytes] of Object.entries(all)) {
      const since = Date.now();
      try {
        const kept = await draw(bytes, folder);
        ends.push('drawn');
        if (kept.some((picture) => picture.includes(CAMERA))) fault(`${name}: the stored file names the camera`);
      } catch (error) {
        if (!(error instanceof PhotographFailure || error instanceof ScreenshotFailure))
          fault(`${name} ended with an unknown failure: ${String(error)}`);
        else {
          ends.push(error.reason);
          if (error.reason === 'crashed' || !isSentence(error.message))
            fault(`${name}: ${error.reason}, "${error.message}"; ${error.detail}`);
        }
      }
      const ms = Date.now() - since;
      if (ms > slowest.ms) slowest = { name, ms };
    }
    const seen = `slowest ${(slowest.ms / 1000).toFixed(0)} s (${slowest.name})`;
    return { tried: Object.keys(all).length, answered: counted(ends), seen };
  });
