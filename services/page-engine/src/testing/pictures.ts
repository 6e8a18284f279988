import sharp, { type Sharp } from 'sharp';

/**
 * Asymmetric RGB pixels: gradients across and down plus dark lines, so any rotated, mirrored, shifted or inverted copy
 * differs everywhere.
 */
export function sheetPixels(width: number, height: number): Buffer {
  const pixels = new Uint8Array(width * height * 3);
  const red = Uint8Array.from({ length: width }, (_, x) => 90 + Math.floor((x / width) * 150));
  for (let y = 0, at = 0; y < height; y++) {
    const green = 90 + Math.floor((y / height) * 150);
    for (let x = 0; x < width; x++, at += 3) {
      const line = x % 97 < 3 || y % 61 < 2;
      const across = red[x] ?? 0;
      pixels[at] = line ? 40 : across;
      pixels[at + 1] = line ? 30 : green;
      pixels[at + 2] = line ? 60 : 255 - across;
    }
  }
  return Buffer.from(pixels.buffer);
}

export const sheet = (width: number, height: number): Sharp =>
  sharp(sheetPixels(width, height), { raw: { width, height, channels: 3 } });

/** Sample count of {@link meanDifference}: enough to detect shifts, yet fast. */
const SAMPLES = 100_000;

/** Mean difference per sample, 0 to 255, of two pictures of equal size and kind. */
export function meanDifference(one: Buffer, other: Buffer): number {
  if (one.length !== other.length) throw new Error(`${one.length} and ${other.length} samples`);
  // not a multiple of the channel count, so all are visited
  const step = 3 * Math.floor(one.length / SAMPLES / 3) + 1;
  let sum = 0;
  let count = 0;
  for (let i = 0; i < one.length; i += step, count++) sum += Math.abs((one[i] ?? 0) - (other[i] ?? 0));
  return sum / count;
}

/**
 * CCITT group 4 data of a black-and-white sheet. Sides are multiples of 16, so libtiff writes one tile: the same bytes
 * as a PDF's fax image.
 */
export async function faxSheet(
  width: number,
  height: number,
): Promise<{ data: Buffer; blackIs1: boolean; pixels: Buffer }> {
  const pixels = Buffer.alloc(width * height, 255);
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      if (x % 97 < 3 || y % 61 < 2 || (x < width / 4 && y < height / 8)) pixels[y * width + x] = 0;
    }
  }
  const tiff = await sharp(pixels, { raw: { width, height, channels: 1 } })
    .toColourspace('b-w')
    .tiff({ compression: 'ccittfax4', bitdepth: 1, tile: true, tileWidth: width, tileHeight: height })
    .toBuffer();
  const directory = tiff.readUInt32LE(4);
  const value = (tag: number): number => {
    for (let i = 0; i < tiff.readUInt16LE(directory); i++) {
      const entry = directory + 2 + i * 12;
      if (tiff.readUInt16LE(entry) !== tag) continue;
      return tiff.readUInt16LE(entry + 2) === 3 ? tiff.readUInt16LE(entry + 8) : tiff.readUInt32LE(entry + 8);
    }
    throw new Error(`no tag ${tag}`);
  };
  const [offset, length, photometric] = [value(324), value(325), value(262)];
  return { data: tiff.subarray(offset, offset + length), blackIs1: photometric === 1, pixels };
}
