/** JPEG 2000 files: their bytes go into the PDF as they are; a bare codestream gets the container that PDF asks for. */
import { conversionFailures } from './failures.js';
import { JPEG_2000_CODESTREAM } from './document-type.js';
import { checkSize } from './limits.js';
import type { Dpi, Sheet } from './page-sheet.js';

const METRE_INCHES = 0.0254;
const SUPERBOXES = new Set(['jp2h', 'res ']);
const MAX_BOXES = 10_000;
/** Enumerated colour spaces. */
const SRGB = 16;
const GREY = 17;

interface Box {
  name: string;
  data: Buffer;
}

/** @param pixels limit */
export function jp2Sheet(file: Buffer, pixels: number): Sheet {
  const isBare = file.subarray(0, 4).equals(JPEG_2000_CODESTREAM);
  const boxes = isBare ? [] : [...boxesOf(file)];
  const stream = isBare ? file : boxes.find(({ name }) => name === 'jp2c')?.data;
  if (!stream?.subarray(0, 4).equals(JPEG_2000_CODESTREAM) || stream.length < 44)
    throw conversionFailures.damaged('no codestream');
  // the size of the codestream counts, not that of the container
  const width = stream.readUInt32BE(8) - stream.readUInt32BE(16);
  const height = stream.readUInt32BE(12) - stream.readUInt32BE(20);
  checkSize(width, height, pixels);
  if (isCutOff(stream)) throw conversionFailures.damaged('cut off');
  const components = stream.readUInt16BE(40);
  const bits = ((stream[42] ?? 7) & 0x7f) + 1;
  const data = isBare ? contained(stream, width, height, components, bits) : file;
  return {
    width,
    height,
    dpi: dpiOf(boxes),
    orientation: 1,
    pictures: [{ width, height, bits, colours: { kind: 'inside' }, filter: 'JPXDecode', data, x: 0, y: 0 }],
  };
}

/** Follows the tile parts, each with its length; the last may extend to the end. */
function isCutOff(stream: Buffer): boolean {
  let at = 2;
  while (at + 4 <= stream.length && stream.readUInt16BE(at) !== 0xff90) at += 2 + stream.readUInt16BE(at + 2);
  while (at + 12 <= stream.length && stream.readUInt16BE(at) === 0xff90) {
    const length = stream.readUInt32BE(at + 6);
    if (length === 0) return false;
    at += length;
  }
  // a missing end marker alone does no harm
  return at > stream.length;
}

function* boxesOf(file: Buffer, from = 0, end = file.length, depth = 0): Generator<Box> {
  let at = from;
  for (let count = 0; at + 8 <= end && count < MAX_BOXES; count++) {
    const short = file.readUInt32BE(at);
    const isLong = short === 1 && at + 16 <= end;
    const head = isLong ? 16 : 8;
    const stated = isLong ? Number(file.readBigUInt64BE(at + 8)) : short;
    const next = stated === 0 ? end : Math.min(end, at + stated);
    if (next < at + head) return;
    const name = file.toString('latin1', at + 4, at + 8);
    yield { name, data: file.subarray(at + head, next) };
    if (SUPERBOXES.has(name) && depth < 3) yield* boxesOf(file, at + head, next, depth + 1);
    at = next;
  }
}

function dpiOf(boxes: Box[]): Dpi | undefined {
  const found = boxes.find(({ name }) => name === 'resc') ?? boxes.find(({ name }) => name === 'resd');
  if (!found || found.data.length < 10) return undefined;
  const { data } = found;
  const perMetre = (at: number, exponent: number): number =>
    (data.readUInt16BE(at) / data.readUInt16BE(at + 2)) * 10 ** data.readInt8(exponent);
  return { across: perMetre(4, 9) * METRE_INCHES, down: perMetre(0, 8) * METRE_INCHES };
}

function box(name: string, ...parts: Buffer[]): Buffer {
  const data = Buffer.concat(parts);
  const head = Buffer.alloc(8);
  head.writeUInt32BE(data.length + 8, 0);
  head.write(name, 4, 'latin1');
  return Buffer.concat([head, data]);
}

function contained(stream: Buffer, width: number, height: number, components: number, bits: number): Buffer {
  if (components !== 1 && components !== 3)
    throw conversionFailures.compression('JPEG 2000', `${components} components`);
  const header = Buffer.alloc(14);
  header.writeUInt32BE(height, 0);
  header.writeUInt32BE(width, 4);
  header.writeUInt16BE(components, 8);
  header.set([bits - 1, 7, 0, 0], 10);
  const colour = Buffer.alloc(7);
  colour[0] = 1;
  colour.writeUInt32BE(components === 3 ? SRGB : GREY, 3);
  return Buffer.concat([
    box('jP  ', Buffer.from('0d0a870a', 'hex')),
    box('ftyp', Buffer.from('jp2 \0\0\0\0jp2 ', 'latin1')),
    box('jp2h', box('ihdr', header), box('colr', colour)),
    box('jp2c', stream),
  ]);
}
