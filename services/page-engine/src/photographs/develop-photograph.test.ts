import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { MAX_HEIC_PIXELS } from '@symbio/proto/limits';
import exif from 'exifreader';
import sharp from 'sharp';
import {
  makeScratch,
  YARD_NOTES,
  yardHeic,
  yardHeicIn,
  yardHeicOf,
  yardPhotograph,
  type Scratch,
  type YardOptions,
} from '../testing/index.js';
import { developPhotograph } from './develop-photograph.js';
import { decodeHeic } from '../pictures/heic.js';
import { photographFailures } from './failures.js';
import { photographTypeOf } from './photograph-type.js';

let scratch: Scratch;
beforeEach(async () => (scratch = await makeScratch()));
afterEach(() => scratch.remove());

async function developed(file: Buffer) {
  const sent = path.join(scratch.dir, 'sent');
  await writeFile(sent, file);
  const made = await developPhotograph({ file: sent, outDir: scratch.dir });
  return { ...made, jpeg: await readFile(made.picture), small: await readFile(made.thumbnail) };
}
/** Colour at a point given as shares of width and height. */
async function colourAt(picture: Buffer, x: number, y: number): Promise<number[]> {
  const { data, info } = await sharp(picture).removeAlpha().raw().toBuffer({ resolveWithObject: true });
  const at = (Math.floor(y * info.height) * info.width + Math.floor(x * info.width)) * 3;
  return [...data.subarray(at, at + 3)];
}
const near = (colour: number[], wanted: number[]): boolean =>
  colour.every((value, index) => Math.abs(value - (wanted[index] ?? 0)) < 24);
const BRICK = [165, 80, 60];
/** sRGB value to linear light (0 to 1) and back. */
const lightOf = (tone: number): number =>
  tone / 255 <= 0.04045 ? tone / 255 / 12.92 : ((tone / 255 + 0.055) / 1.055) ** 2.4;
const toneOf = (light: number): number => {
  const within = Math.min(Math.max(light, 0), 1);
  return 255 * (within <= 0.0031308 ? within * 12.92 : 1.055 * within ** (1 / 2.4) - 0.055);
};
const BLANK = { create: { width: 8, height: 8, channels: 3, background: 'white' } } as const;

/** JPEG markers before the pixels: FFEn is application data, FFFE a comment. */
function markersOf(jpeg: Buffer): string[] {
  const markers: string[] = [];
  for (let at = 2; jpeg[at] === 0xff && jpeg[at + 1] !== 0xda; at += 2 + jpeg.readUInt16BE(at + 2))
    markers.push((jpeg[at + 1] ?? 0).toString(16));
  return markers;
}
function partsOf(webp: Buffer): string[] {
  const parts: string[] = [];
  for (let at = 12; at < webp.length; at += 8 + webp.readUInt32LE(at + 4) + (webp.readUInt32LE(at + 4) % 2))
    parts.push(webp.toString('latin1', at, at + 4));
  return parts;
}

describe('a re-encoded photograph', () => {
  it.each([
    ['HEIC', () => Promise.resolve(yardHeic())],
    ['JPEG', () => yardPhotograph()],
    ['PNG', () => yardPhotograph({ format: 'png' })],
    ['WebP', () => yardPhotograph({ format: 'webp' })],
  ] as const)(
    'is a JPEG and a small WebP of the same view, from %s, with what the camera noted',
    async (_kind, file) => {
      const { width, height, notes, jpeg, small } = await developed(await file());
      expect({ width, height, notes }).toEqual({ width: 320, height: 240, notes: YARD_NOTES });
      expect(await sharp(jpeg).metadata()).toMatchObject({ format: 'jpeg', width: 320, height: 240 });
      expect(await sharp(small).metadata()).toMatchObject({ format: 'webp', width: 320, height: 240 });
      for (const picture of [jpeg, small]) expect(near(await colourAt(picture, 0.3, 0.5), BRICK)).toBe(true);
    },
  );

  it('has the colours of a HEIC with an embedded profile, as phones have it', async () => {
    const { icc = Buffer.alloc(0) } = await sharp(await sharp(BLANK).withIccProfile('p3').png().toBuffer()).metadata();
    const { jpeg, small, width, height, notes } = await developed(yardHeicIn(icc));
    expect({ width, height, notes }).toEqual({ width: 320, height: 240, notes: YARD_NOTES });
    // the same numbers in Display P3 are a redder brick in sRGB
    const plain = await colourAt((await developed(yardHeic())).jpeg, 0.3, 0.5);
    for (const picture of [jpeg, small]) {
      const [red = 0, green = 0, blue = 0] = (await colourAt(picture, 0.3, 0.5)).map(
        (tone, at) => tone - (plain[at] ?? 0),
      );
      expect([red > 6, green < -3, blue < -3]).toEqual([true, true, true]);
      expect((await sharp(picture).metadata()).icc).toBeUndefined();
    }
  });

  it.each([
    [
      'Display P3',
      12,
      [
        [1.2249, -0.2247, 0],
        [-0.042, 1.0419, 0],
        [-0.0197, -0.0786, 1.0979],
      ],
    ],
    [
      'BT.2020',
      9,
      [
        [1.6605, -0.5876, -0.0728],
        [-0.1246, 1.1329, -0.0083],
        [-0.0182, -0.1006, 1.1187],
      ],
    ],
  ])('has the colours of a HEIC that names %s by number only', async (_name, primaries, toSrgb) => {
    const [plain, { jpeg, small }] = [await developed(yardHeicOf(1)), await developed(yardHeicOf(primaries))];
    for (const [x, y] of [
      [0.3, 0.5],
      [0.7, 0.55],
      [0.1, 0.1],
      [0.1, 0.9],
    ] as const) {
      const light = (await colourAt(plain.jpeg, x, y)).map(lightOf);
      const wanted = toSrgb.map((row) => toneOf(row.reduce((sum, part, at) => sum + part * (light[at] ?? 0), 0)));
      for (const picture of [jpeg, small]) {
        const colour = await colourAt(picture, x, y);
        const off = Math.max(...colour.map((tone, at) => Math.abs(tone - (wanted[at] ?? 0))));
        expect({ x, y, colour, wanted, isNear: off < 6 }).toMatchObject({ isNear: true });
      }
    }
    expect((await sharp(jpeg).metadata()).icc).toBeUndefined();
  });

  it('is sRGB for a HEIC with those primaries, or with unsupported ones', async () => {
    const { jpeg } = await developed(yardHeic());
    for (const primaries of [1, 2, 22]) expect((await developed(yardHeicOf(primaries))).jpeg).toEqual(jpeg);
  });

  it('is taken as sRGB with an invalid profile, or one of printing inks', async () => {
    const inks = await sharp(
      await sharp(BLANK).toColourspace('cmyk').withIccProfile('cmyk').jpeg().toBuffer(),
    ).metadata();
    for (const profile of [Buffer.from('this is no profile, only some bytes'), inks.icc ?? Buffer.alloc(0)]) {
      const { jpeg } = await developed(yardHeicIn(profile));
      expect(near(await colourAt(jpeg, 0.3, 0.5), BRICK)).toBe(true);
    }
  });

  it('has no metadata on place, time or maker', async () => {
    for (const file of [yardHeic(), await yardPhotograph(), await yardPhotograph({ format: 'png' })]) {
      const { jpeg, small } = await developed(file);
      // quantization, frame, Huffman and restart tables, and JFIF (e0): no EXIF or XMP (e1), profile (e2) or comment
      // (fe)
      expect(markersOf(jpeg).filter((marker) => !/^(db|c[0-9a-f]|dd|e0)$/.test(marker))).toEqual([]);
      expect(partsOf(small).filter((part) => !['VP8 ', 'VP8L', 'VP8X', 'ALPH'].includes(part))).toEqual([]);
      for (const picture of [jpeg, small]) {
        expect(Object.keys(exif.load(picture)).filter((name) => /gps|date|make|model|offset/i.test(name))).toEqual([]);
        expect(picture.includes('Drawn camera')).toBe(false);
        expect(picture.includes('Exif\0\0')).toBe(false);
      }
    }
  });

  it('is upright in every orientation', async () => {
    const { width, height, jpeg } = await developed(await yardPhotograph({ orientation: 6 }));
    expect([width, height]).toEqual([240, 320]);
    // the left side is now at the top
    expect(near(await colourAt(jpeg, 0.5, 0.3), BRICK)).toBe(true);
  });

  it('has at most 4,096 pixels on its longest side', async () => {
    const { width, height, jpeg, small } = await developed(await yardPhotograph({ width: 4_200, height: 2_100 }));
    expect([width, height]).toEqual([4_096, 2_048]);
    expect(await sharp(jpeg).metadata()).toMatchObject({ width: 4_096 });
    expect(await sharp(small).metadata()).toMatchObject({ width: 480, height: 240 });
  });
});

describe('camera metadata', () => {
  const notesOf = async (exif: YardOptions['exif']) =>
    (await developed(await yardPhotograph({ exif: exif ?? {} }))).notes;

  it('is omitted where absent or nonsensical', async () => {
    expect(await notesOf({ IFD0: { Make: 'Symbio' } })).toEqual({});
    expect(
      await notesOf({
        IFD2: { DateTimeOriginal: '2026:02:31 10:00:00', OffsetTimeOriginal: 'soon' },
        IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '0/1 0/1 0/1', GPSLongitudeRef: 'E', GPSLongitude: '0/1 0/1 0/1' },
      }),
    ).toEqual({});
    expect(await notesOf({ IFD2: { DateTimeOriginal: '2026:05:04 09:00:00' } })).toEqual({
      takenAt: '2026-05-04T09:00:00',
    });
  });

  it('covers the southern and eastern hemispheres', async () => {
    expect(
      await notesOf({
        IFD3: {
          GPSLatitudeRef: 'S',
          GPSLatitude: '33/1 30/1 0/1',
          GPSLongitudeRef: 'E',
          GPSLongitude: '151/1 0/1 36/1',
        },
      }),
    ).toEqual({ latitude: -33.5, longitude: 151.01 });
  });
});

describe('a file other than a photograph', () => {
  it.each([
    ['a PDF', Buffer.from('%PDF-1.7'), 'not_an_image'],
    ['a drawing that could run script', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'), 'not_an_image'],
    ['an empty file', Buffer.alloc(0), 'not_an_image'],
    ['the beginning of a HEIC', yardHeic().subarray(0, 400), 'damaged_image'],
    ['the beginning of a JPEG', Buffer.from('ffd8ffe000104a4649460001', 'hex'), 'damaged_image'],
  ])('is refused with a sentence: %s', async (_what, file, reason) => {
    await expect(developed(file)).rejects.toMatchObject({ name: 'PhotographFailure', reason });
  });

  it('is refused for its size before decoding', async () => {
    // the frame header (SOF0) claims a larger size
    const wide = await sharp(await yardPhotograph())
      .jpeg()
      .toBuffer();
    const frame = wide.indexOf(Buffer.from('ffc0', 'hex'));
    wide.writeUInt16BE(8_000, frame + 5);
    wide.writeUInt16BE(16_000, frame + 7);
    await expect(developed(wide)).rejects.toMatchObject({
      reason: 'too_many_pixels',
      message:
        'The photograph is too large: 16,000 x 8,000 pixels. At most 120 megapixels are possible: make it smaller and add it again.',
    });
    const long = await sharp({ create: { width: 65_536, height: 1, channels: 3, background: 'white' } })
      .png()
      .toBuffer();
    await expect(developed(long)).rejects.toMatchObject({
      reason: 'too_many_pixels',
      message:
        'The photograph is too large: 65,536 x 1 pixels. At most 65,535 on a side are possible: make it smaller and add it again.',
    });
    await expect(decodeHeic(yardHeic(), 70_000, photographFailures)).rejects.toMatchObject({
      reason: 'too_many_pixels',
    });
    expect(MAX_HEIC_PIXELS).toBeGreaterThan(8_064 * 6_048);
  });

  it('ends with its caller', async () => {
    const file = path.join(scratch.dir, 'sent');
    await writeFile(file, yardHeic());
    const signal = AbortSignal.abort(new Error('gone'));
    await expect(developPhotograph({ file, outDir: scratch.dir, signal })).rejects.toThrow('gone');
  });
});

it('is recognized by content only', () => {
  expect(photographTypeOf(yardHeic())).toBe('heic');
  expect(photographTypeOf(Buffer.from('....ftypavif....avif'))).toBeUndefined();
  expect(photographTypeOf(Buffer.from('GIF89a'))).toBeUndefined();
});
