import sharp from 'sharp';
import { PdfWriter, type PdfImage } from '@symbio/fixtures/pdf-writer';
import { between, randomFor, wholeBetween, type Random } from '@symbio/fixtures/random';
import type { BenchFileRecipe } from './bench-file.js';

/** 120 megapixels: an aerial photograph of 16.7 x 20 inches. */
const SIZE = { width: 10_000, height: 12_000 } as const;
export const AERIAL_DPI = 600;
const QUALITY = 80;
/** Photographs that are made; they repeat, as the scans do. */
const DIFFERENT = 2;
const VERSION = 1;

/** Land seen from above, from hills to hedges: swells across the picture, and how many grey values they sway. */
const OCTAVES = [
  { across: 12, sway: 60 },
  { across: 60, sway: 40 },
  { across: 300, sway: 30 },
  { across: 1500, sway: 26 },
] as const;
const FIELDS = 500;
const ROOFS = 3000;
const ROADS = 40;
/** Grey values by which the film's grain sways a pixel. */
const GRAIN = 7;

/** Grey aerial photographs of 120 megapixels, as JPEGs of one component. */
export function greyAerials(pages: number): BenchFileRecipe {
  return {
    name: `aerials-grey-${pages}-v${VERSION}`,
    pages,
    title: `${pages} grey aerial photographs of 120 megapixels`,
    make: async (file) => {
      const writer = await PdfWriter.toFile(file);
      const pictures: PdfImage[] = [];
      for (let i = 0; i < Math.min(DIFFERENT, pages); i++) {
        const data = await photograph(i);
        pictures.push({ ...SIZE, data, filter: 'DCTDecode', colourSpace: 'DeviceGray' });
      }
      for (let page = 0; page < pages; page++) {
        const picture = pictures[page % pictures.length];
        if (picture) await writer.addImagePage(picture, { dpi: AERIAL_DPI });
      }
      await writer.finish();
    },
  };
}

async function photograph(seed: number): Promise<Buffer> {
  const { width, height } = SIZE;
  const random = randomFor('aerial', seed);
  const pixels = new Uint8ClampedArray(width * height).fill(118);
  for (const { across, sway } of OCTAVES) {
    const layer = await swells(random, across);
    for (let i = 0; i < pixels.length; i++) pixels[i] = (pixels[i] ?? 0) + (((layer[i] ?? 0) - 128) * sway) / 128;
  }
  for (let i = 0; i < FIELDS; i++) {
    const side = wholeBetween(random, 150, 900);
    shade(pixels, random, side, Math.round(side * between(random, 0.5, 1.6)), between(random, -30, 30));
  }
  for (let i = 0; i < ROADS; i++) {
    const along = random() < 0.5;
    const [long, wide] = [wholeBetween(random, 2000, 9000), wholeBetween(random, 8, 26)];
    shade(pixels, random, along ? long : wide, along ? wide : long, 70);
  }
  for (let i = 0; i < ROOFS; i++) {
    shade(pixels, random, wholeBetween(random, 20, 110), wholeBetween(random, 20, 110), between(random, -80, 90));
  }
  // xorshift32: a grain a pixel, and the slow way would take longer than all the rest
  let state = 0x9e3779b9 ^ (seed + 1);
  for (let i = 0; i < pixels.length; i++) {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    pixels[i] = (pixels[i] ?? 0) + ((state & 0xff) / 128 - 1) * GRAIN;
  }
  return sharp(pixels, { raw: { width, height, channels: 1 }, limitInputPixels: false })
    .toColourspace('b-w')
    .jpeg({ quality: QUALITY })
    .toBuffer();
}

/** Smooth grey noise of the picture's size, around 128. */
async function swells(random: Random, across: number): Promise<Buffer> {
  const down = Math.round((across * SIZE.height) / SIZE.width);
  const knots = Buffer.from(Uint8Array.from({ length: across * down }, () => random() * 256));
  return sharp(knots, { raw: { width: across, height: down, channels: 1 } })
    .resize(SIZE.width, SIZE.height, { fit: 'fill', kernel: 'cubic' })
    .toColourspace('b-w')
    .raw()
    .toBuffer();
}

/** Makes a rectangle somewhere lighter or darker. */
function shade(pixels: Uint8ClampedArray, random: Random, width: number, height: number, by: number): void {
  const left = wholeBetween(random, 0, SIZE.width - width - 1);
  const top = wholeBetween(random, 0, Math.max(0, SIZE.height - height - 1));
  for (let y = top; y < Math.min(SIZE.height, top + height); y++) {
    for (let i = y * SIZE.width + left; i < y * SIZE.width + left + width; i++) pixels[i] = (pixels[i] ?? 0) + by;
  }
}
