/** Directories of a TIFF or BigTIFF. Bounded: offsets of hostile files may be cyclic or vast. */
import { conversionFailures } from './failures.js';

export interface TiffSource {
  size: number;
  read(at: number, length: number): Promise<Buffer>;
}

/** Values by tag. */
export interface TiffDirectory {
  number(tag: number, missing: number): number;
  numbers(tag: number): number[];
  bytes(tag: number): Buffer | undefined;
}

export const TAG = {
  subfile: 254,
  width: 256,
  height: 257,
  bits: 258,
  compression: 259,
  photometric: 262,
  fillOrder: 266,
  stripOffsets: 273,
  orientation: 274,
  samples: 277,
  rowsPerStrip: 278,
  stripBytes: 279,
  xResolution: 282,
  yResolution: 283,
  planar: 284,
  resolutionUnit: 296,
  tileWidth: 322,
  tileHeight: 323,
  tileOffsets: 324,
  tileBytes: 325,
  extraSamples: 338,
  sampleFormat: 339,
  jpegTables: 347,
  profile: 34675,
} as const;
const KNOWN: ReadonlySet<number> = new Set(Object.values(TAG));

const MAX_ENTRIES = 4_096;
/** Strips of a page, or bytes of a profile. */
const MAX_VALUES = 4_000_000;

interface Field {
  size: number;
  read: (bytes: Buffer, at: number, isLittle: boolean) => number;
}

const both =
  (little: (b: Buffer, at: number) => number, big: (b: Buffer, at: number) => number) =>
  (bytes: Buffer, at: number, isLittle: boolean): number =>
    isLittle ? little(bytes, at) : big(bytes, at);
const short = both(
  (b, at) => b.readUInt16LE(at),
  (b, at) => b.readUInt16BE(at),
);
const long = both(
  (b, at) => b.readUInt32LE(at),
  (b, at) => b.readUInt32BE(at),
);
const longLong = both(
  (b, at) => Number(b.readBigUInt64LE(at)),
  (b, at) => Number(b.readBigUInt64BE(at)),
);
const byte = (bytes: Buffer, at: number): number => bytes.readUInt8(at);

const FIELDS: Readonly<Record<number, Field>> = {
  1: { size: 1, read: byte },
  3: { size: 2, read: short },
  4: { size: 4, read: long },
  5: { size: 8, read: (b, at, isLittle) => long(b, at, isLittle) / long(b, at + 4, isLittle) },
  7: { size: 1, read: byte },
  13: { size: 4, read: long },
  16: { size: 8, read: longLong },
  18: { size: 8, read: longLong },
};

/** @throws ConversionFailure when damaged or with more than `maxPages` */
export async function* tiffDirectories(source: TiffSource, maxPages: number): AsyncGenerator<TiffDirectory> {
  const head = await source.read(0, 16);
  if (head.length < 8) throw conversionFailures.damaged('no TIFF header');
  const isLittle = head.toString('latin1', 0, 2) === 'II';
  const isBig = short(head, 2, isLittle) === 43;
  let at = isBig ? longLong(head, 8, isLittle) : long(head, 4, isLittle);
  const seen = new Set<number>();
  while (at !== 0) {
    if (seen.has(at) || at + 8 > source.size) throw conversionFailures.damaged('directories');
    if (seen.size >= maxPages) throw conversionFailures.tooManyPages(maxPages);
    seen.add(at);
    const counted = await source.read(at, 8);
    const count = isBig ? longLong(counted, 0, isLittle) : short(counted, 0, isLittle);
    if (count > MAX_ENTRIES) throw conversionFailures.damaged(`${count} entries`);
    const entryBytes = isBig ? 20 : 12;
    const first = at + (isBig ? 8 : 2);
    const table = await source.read(first, count * entryBytes + (isBig ? 8 : 4));
    if (table.length < count * entryBytes) throw conversionFailures.damaged('directory');
    const values = new Map<number, Buffer | number[]>();
    for (let entry = 0; entry < count; entry++) {
      const from = entry * entryBytes;
      const tag = short(table, from, isLittle);
      if (KNOWN.has(tag))
        await readField(source, table.subarray(from, from + entryBytes), isLittle, isBig, values, tag);
    }
    yield directoryOf(values);
    const next = count * entryBytes;
    if (table.length < next + (isBig ? 8 : 4)) return;
    at = isBig ? longLong(table, next, isLittle) : long(table, next, isLittle);
  }
}

async function readField(
  source: TiffSource,
  entry: Buffer,
  isLittle: boolean,
  isBig: boolean,
  values: Map<number, Buffer | number[]>,
  tag: number,
): Promise<void> {
  const field = FIELDS[short(entry, 2, isLittle)];
  const count = isBig ? longLong(entry, 4, isLittle) : long(entry, 4, isLittle);
  if (!field) return;
  if (count > MAX_VALUES) throw conversionFailures.damaged(`${count} values of tag ${tag}`);
  const bytes = field.size * count;
  const valueAt = isBig ? 12 : 8;
  const isInside = bytes <= (isBig ? 8 : 4);
  const pointer = isBig ? longLong(entry, valueAt, isLittle) : long(entry, valueAt, isLittle);
  const data = isInside ? entry.subarray(valueAt, valueAt + bytes) : await source.read(pointer, bytes);
  if (data.length < bytes) throw conversionFailures.damaged(`tag ${tag}`);
  if (field.size === 1) values.set(tag, data);
  else
    values.set(
      tag,
      Array.from({ length: count }, (_, index) => field.read(data, index * field.size, isLittle)),
    );
}

function directoryOf(values: Map<number, Buffer | number[]>): TiffDirectory {
  const numbers = (tag: number): number[] => [...(values.get(tag) ?? [])];
  return {
    numbers,
    number: (tag, missing) => numbers(tag)[0] ?? missing,
    bytes(tag) {
      const value = values.get(tag);
      return Buffer.isBuffer(value) ? value : undefined;
    },
  };
}
