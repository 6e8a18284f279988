/** Decodes Windows bitmaps, which sharp cannot read. */
import type { PictureFailures } from './heic.js';

/** RGBA, one byte each. */
export interface BmpPixels {
  data: Buffer;
  width: number;
  height: number;
}

const FILE_HEADER = 14;
const OLD_HEADER = 12;
// compressions of BITMAPINFOHEADER
const RGB = 0;
const RLE8 = 1;
const RLE4 = 2;
const BITFIELDS = 3;
const ALPHA_BITFIELDS = 6;

interface BmpHeader {
  width: number;
  height: number;
  topDown: boolean;
  bits: number;
  compression: number;
  pixelsAt: number;
  /** RGBA of each index; empty without a palette. */
  palette: Buffer[];
  /** Of red, green, blue and alpha within a pixel; 0: absent. */
  masks: number[];
}

class Unreadable extends Error {}

function headerOf(file: Buffer): BmpHeader {
  const size = file.readUInt32LE(FILE_HEADER);
  const isOld = size === OLD_HEADER;
  const at = FILE_HEADER + 4;
  const width = isOld ? file.readUInt16LE(at) : file.readInt32LE(at);
  const signedHeight = isOld ? file.readUInt16LE(at + 2) : file.readInt32LE(at + 4);
  const bits = file.readUInt16LE(isOld ? at + 6 : at + 10);
  const compression = isOld ? RGB : file.readUInt32LE(at + 12);
  const colours = isOld ? 0 : file.readUInt32LE(at + 28);
  const hasMasks = compression === BITFIELDS || compression === ALPHA_BITFIELDS;
  // with the shortest header the masks follow it
  const masksAt = FILE_HEADER + 40;
  const ownMasks = hasMasks ? [0, 4, 8].map((offset) => file.readUInt32LE(masksAt + offset)) : defaultMasks(bits);
  const alpha = hasMasks && (size >= 56 || compression === ALPHA_BITFIELDS) ? file.readUInt32LE(masksAt + 12) : 0;
  const after = size === 40 && hasMasks ? (compression === ALPHA_BITFIELDS ? 16 : 12) : 0;
  return {
    width,
    height: Math.abs(signedHeight),
    topDown: signedHeight < 0,
    bits,
    compression,
    pixelsAt: file.readUInt32LE(10),
    palette: bits <= 8 ? paletteOf(file, FILE_HEADER + size + after, colours || 2 ** bits, isOld ? 3 : 4) : [],
    masks: [...ownMasks, alpha],
  };
}

const defaultMasks = (bits: number): number[] => (bits === 16 ? [0x7c00, 0x3e0, 0x1f] : [0xff0000, 0xff00, 0xff]);

const paletteOf = (file: Buffer, at: number, colours: number, bytes: number): Buffer[] =>
  Array.from({ length: Math.min(colours, 256) }, (_, index) => {
    const entry = at + index * bytes;
    return Buffer.from([file[entry + 2] ?? 0, file[entry + 1] ?? 0, file[entry] ?? 0, 255]);
  });

/** @throws from `failures` if damaged or too large */
export function decodeBmp(file: Buffer, maxPixels: number, failures: PictureFailures): BmpPixels {
  try {
    const header = headerOf(file);
    const { width, height, bits, compression } = header;
    if (width < 1 || height < 1) throw new Unreadable(`size ${width} x ${height}`);
    if (width * height > maxPixels) throw failures.tooManyPixels(width, height, maxPixels);
    const isRunLength = (compression === RLE8 && bits === 8) || (compression === RLE4 && bits === 4);
    if (!isRunLength && ![RGB, BITFIELDS, ALPHA_BITFIELDS].includes(compression))
      throw new Unreadable(`compression ${compression}`);
    const data = isRunLength ? runLengths(file, header) : rows(file, header);
    return { data, width, height };
  } catch (error) {
    if (error instanceof Unreadable || error instanceof RangeError) throw failures.damaged(error.message);
    throw error;
  }
}

function rows(file: Buffer, header: BmpHeader): Buffer {
  const { width, height, bits, pixelsAt, topDown } = header;
  if (![1, 2, 4, 8, 16, 24, 32].includes(bits)) throw new Unreadable(`${bits} bits`);
  const stride = Math.ceil((width * bits) / 32) * 4;
  if (pixelsAt + stride * height > file.length + 3) throw new Unreadable('cut off');
  const data = Buffer.alloc(width * height * 4);
  const copy = bits <= 8 ? indexed(header) : coloured(header);
  for (let y = 0; y < height; y++) {
    const row = file.subarray(pixelsAt + stride * y, pixelsAt + stride * (y + 1));
    copy(row, data, (topDown ? y : height - 1 - y) * width * 4);
  }
  if (isAllTransparent(data)) for (let at = 3; at < data.length; at += 4) data[at] = 255;
  return data;
}

/** Some programs leave the fourth byte empty. */
function isAllTransparent(data: Buffer): boolean {
  for (let at = 3; at < data.length; at += 4) if (data[at] !== 0) return false;
  return true;
}

type CopyRow = (row: Buffer, into: Buffer, at: number) => void;

const BLACK = Buffer.from([0, 0, 0, 255]);

function indexed({ width, bits, palette }: BmpHeader): CopyRow {
  const perByte = 8 / bits;
  const mask = 2 ** bits - 1;
  return (row, into, at) => {
    for (let x = 0; x < width; x++) {
      const byte = row[Math.floor(x / perByte)] ?? 0;
      const index = (byte >> (8 - bits * ((x % perByte) + 1))) & mask;
      (palette[index] ?? BLACK).copy(into, at + x * 4);
    }
  };
}

function coloured({ width, bits, masks }: BmpHeader): CopyRow {
  const bytes = bits / 8;
  const channels = masks.map((mask) => {
    const shift = mask === 0 ? 0 : 31 - Math.clz32(mask & -mask);
    return { mask, shift, most: mask >>> shift };
  });
  return (row, into, at) => {
    for (let x = 0; x < width; x++) {
      const pixel = row.readUIntLE(x * bytes, bytes);
      channels.forEach(({ mask, shift, most }, channel) => {
        const value = most === 0 ? 255 : Math.round((((pixel & mask) >>> shift) * 255) / most);
        into[at + x * 4 + channel] = value;
      });
    }
  };
}

/** Runs of equal pixels; 0 begins an escape: end of row, end of picture, a jump, or literal pixels. */
function runLengths(file: Buffer, { width, height, bits, palette, pixelsAt }: BmpHeader): Buffer {
  const data = Buffer.alloc(width * height * 4);
  for (let at = 3; at < data.length; at += 4) data[at] = 255;
  let [x, y, at] = [0, 0, pixelsAt];
  const put = (index: number): void => {
    if (x < width && y < height) (palette[index] ?? BLACK).copy(data, ((height - 1 - y) * width + x) * 4);
    x++;
  };
  const nibble = (byte: number, index: number): number => (index % 2 === 0 ? byte >> 4 : byte & 15);
  while (y < height) {
    const [count, value] = [file.readUInt8(at), file.readUInt8(at + 1)];
    at += 2;
    if (count > 0) {
      for (let index = 0; index < count; index++) put(bits === 8 ? value : nibble(value, index));
    } else if (value === 0) {
      [x, y] = [0, y + 1];
    } else if (value === 1) {
      break;
    } else if (value === 2) {
      [x, y, at] = [x + file.readUInt8(at), y + file.readUInt8(at + 1), at + 2];
    } else {
      const bytes = bits === 8 ? value : Math.ceil(value / 2);
      for (let index = 0; index < value; index++)
        put(bits === 8 ? file.readUInt8(at + index) : nibble(file.readUInt8(at + (index >> 1)), index));
      // literals are padded to words
      at += bytes + (bytes % 2);
    }
  }
  return data;
}
