import type { RangeReader } from './range-reader.js';
import { PyramidError } from './tile-pyramid.js';

export const TAG = {
  width: 256,
  height: 257,
  bitsPerSample: 258,
  compression: 259,
  photometric: 262,
  samplesPerPixel: 277,
  tileWidth: 322,
  tileLength: 323,
  tileOffsets: 324,
  tileByteCounts: 325,
  jpegTables: 347,
  modelTiepoint: 33_922,
  modelTransformation: 34_264,
  geoKeys: 34_735,
} as const;

export const TYPE = { short: 3, long: 4, double: 12, long8: 16 } as const;
/** Value size by TIFF type: byte, ascii, short, long, undefined, double, long8. */
const VALUE_BYTES: Readonly<Record<number, number>> = { 1: 1, 2: 1, 3: 2, 4: 4, 7: 1, 12: 8, 16: 8 };
const MAX_TAGS = 200;

/** Classic, or BigTIFF with offsets of 64 bits; little-endian. */
export type TiffVariant = 'classic' | 'big';

/** Bytes of the parts of a directory. */
export const LAYOUT = {
  classic: { header: 8, count: 2, entry: 12, pointer: 4 },
  big: { header: 16, count: 8, entry: 20, pointer: 8 },
} as const satisfies Record<TiffVariant, object>;

export interface TiffEntry {
  tag: number;
  type: number;
  count: number;
  /** Values if they fit, else their offset. */
  field: Buffer;
}

export interface TiffHeader {
  variant: TiffVariant;
  /** Offset of the first directory. */
  first: number;
}

export const pointerOf = (bytes: Buffer, variant: TiffVariant, at = 0): number =>
  variant === 'big' ? Number(bytes.readBigUInt64LE(at)) : bytes.readUInt32LE(at);

export async function readHeader(reader: RangeReader): Promise<TiffHeader> {
  const header = await reader.read(0, 16);
  if (header.length < 16 || header.toString('latin1', 0, 2) !== 'II') throw new PyramidError('not a TIFF');
  const version = header.readUInt16LE(2);
  if (version !== 42 && version !== 43) throw new PyramidError('not a TIFF');
  const variant = version === 43 ? 'big' : 'classic';
  return { variant, first: pointerOf(header, variant, variant === 'big' ? 8 : 4) };
}

export async function readDirectory(
  reader: RangeReader,
  offset: number,
  variant: TiffVariant,
): Promise<{ entries: TiffEntry[]; next: number }> {
  const layout = LAYOUT[variant];
  const head = await exactly(reader, offset, layout.count);
  const count = variant === 'big' ? Number(head.readBigUInt64LE(0)) : head.readUInt16LE(0);
  if (count > MAX_TAGS) throw new PyramidError('too many tags');
  const body = await exactly(reader, offset + layout.count, count * layout.entry + layout.pointer);
  const entries = Array.from({ length: count }, (_, at): TiffEntry => {
    const entry = body.subarray(at * layout.entry, (at + 1) * layout.entry);
    return {
      ...{ tag: entry.readUInt16LE(0), type: entry.readUInt16LE(2) },
      count: variant === 'big' ? Number(entry.readBigUInt64LE(4)) : entry.readUInt32LE(4),
      field: entry.subarray(layout.entry - layout.pointer),
    };
  });
  return { entries, next: pointerOf(body, variant, count * layout.entry) };
}

/** Bytes of an entry's values. */
export async function valuesOf(
  reader: RangeReader,
  { tag, type, count, field }: TiffEntry,
  variant: TiffVariant,
): Promise<Buffer> {
  const size = VALUE_BYTES[type];
  if (!size || size * count > reader.bytes) throw new PyramidError(`tag ${tag}`);
  if (size * count <= field.length) return field.subarray(0, size * count);
  return exactly(reader, pointerOf(field, variant), size * count);
}

export function numbersOf(bytes: Buffer, type: number, count: number): number[] {
  return Array.from({ length: count }, (_, i) => {
    if (type === TYPE.short) return bytes.readUInt16LE(2 * i);
    if (type === TYPE.long) return bytes.readUInt32LE(4 * i);
    if (type === TYPE.long8) return Number(bytes.readBigUInt64LE(8 * i));
    throw new PyramidError(`type ${type}`);
  });
}

export async function exactly(reader: RangeReader, offset: number, length: number): Promise<Buffer> {
  const bytes = await reader.read(offset, length);
  if (bytes.length !== length) throw new PyramidError('cut off');
  return bytes;
}

/** An entry with values of its own; those of a `TiffEntry` stay where they are. */
export interface NewTiffEntry {
  tag: number;
  type: number;
  count: number;
  values: Buffer;
}

/** Entry of numbers. */
export function entryOf(tag: number, type: number, numbers: readonly number[]): NewTiffEntry {
  const size = VALUE_BYTES[type] ?? 0;
  const values = Buffer.alloc(size * numbers.length);
  numbers.forEach((number, at) => {
    if (type === TYPE.short) values.writeUInt16LE(number, size * at);
    else if (type === TYPE.long) values.writeUInt32LE(number, size * at);
    else if (type === TYPE.double) values.writeDoubleLE(number, size * at);
    else values.writeBigUInt64LE(BigInt(number), size * at);
  });
  return { tag, type, count: numbers.length, values };
}

const aligned = (bytes: number): number => Math.ceil(bytes / 8) * 8;

function writePointer(to: Buffer, at: number, value: number, variant: TiffVariant): void {
  if (variant === 'big') to.writeBigUInt64LE(BigInt(value), at);
  else to.writeUInt32LE(value, at);
}

/** Chained directories with their values, for an offset that is a multiple of 8. */
export function directoriesAt(
  start: number,
  variant: TiffVariant,
  directories: readonly (readonly (TiffEntry | NewTiffEntry)[])[],
): { first: number; bytes: Buffer } {
  const layout = LAYOUT[variant];
  let end = start;
  const take = (bytes: number): number => {
    const at = end;
    end += aligned(bytes);
    return at;
  };
  const placed = directories.map((entries) => {
    const sorted = [...entries].sort((a, b) => a.tag - b.tag);
    const outside = sorted.map((one) =>
      'values' in one && one.values.length > layout.pointer ? take(one.values.length) : undefined,
    );
    return { sorted, outside, offset: take(layout.count + layout.entry * sorted.length + layout.pointer) };
  });
  const bytes = Buffer.alloc(end - start);
  placed.forEach(({ sorted, outside, offset }, index) => {
    let at = offset - start;
    if (variant === 'big') bytes.writeBigUInt64LE(BigInt(sorted.length), at);
    else bytes.writeUInt16LE(sorted.length, at);
    at += layout.count;
    sorted.forEach((one, each) => {
      bytes.writeUInt16LE(one.tag, at);
      bytes.writeUInt16LE(one.type, at + 2);
      writePointer(bytes, at + 4, one.count, variant);
      const field = at + layout.entry - layout.pointer;
      const apart = outside[each];
      if (apart !== undefined) writePointer(bytes, field, apart, variant);
      const values = 'values' in one ? one.values : one.field;
      values.copy(bytes, apart === undefined ? field : apart - start);
      at += layout.entry;
    });
    writePointer(bytes, at, placed[index + 1]?.offset ?? 0, variant);
  });
  return { first: placed[0]?.offset ?? 0, bytes };
}

export function headerOf(variant: TiffVariant, first: number): Buffer {
  const header = Buffer.alloc(LAYOUT[variant].header);
  header.write('II', 'latin1');
  header.writeUInt16LE(variant === 'big' ? 43 : 42, 2);
  if (variant === 'big') header.writeUInt16LE(8, 4);
  writePointer(header, variant === 'big' ? 8 : 4, first, variant);
  return header;
}
