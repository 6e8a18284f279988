/** Finds objects of a PDF by their bytes, without PDFium: for entries that it ignores. */
import { constants, inflateSync } from 'node:zlib';
import { filePartsOf, placesOf, readBytes } from './file-parts.js';

const CONTAINER = '/ObjStm';
/** Around a key: the rest of its object. A page tree of 2,000 pages in one list has 40 KB. */
const BEFORE_BYTES = 64 << 10;
const AFTER_BYTES = 64 << 10;
/** A container of compressed objects usually has 100 to 200. */
const CONTAINER_BYTES = 8 << 20;
/** Of all containers, unpacked: 100,000 objects have about 20 MB. */
const ALL_CONTAINER_BYTES = 128 << 20;
/** Keys that are looked at: a hostile file has millions. */
const MAX_PLACES = 200_000;

export interface FileObject {
  /** 0: a trailer. */
  object: number;
  generation: number;
  /** Without its stream. */
  text: string;
}

/**
 * Objects with one of the keys, or one of the numbers, in plain and in compressed form; later versions of an object
 * come later. Compressed objects of encrypted files are not found.
 */
export function* objectsWith(
  path: string,
  keys: readonly string[],
  numbers: ReadonlySet<number> = new Set(),
): Generator<FileObject> {
  const plainKeys = [...keys, ...[...numbers].map((number) => `${number} 0 obj`)];
  let [unpackable, places] = [ALL_CONTAINER_BYTES, MAX_PLACES];
  for (const { fd, start, bytes, isOwn } of filePartsOf(path, { before: BEFORE_BYTES, after: AFTER_BYTES })) {
    for (const key of plainKeys)
      for (const at of placesOf(bytes, key)) {
        if (!isOwn(at) || places-- <= 0) continue;
        const found = plainObject(bytes, at + key.length);
        if (found) yield found;
      }
    for (const at of placesOf(bytes, CONTAINER)) {
      if (!isOwn(at) || unpackable <= 0) continue;
      const container = openContainer(fd, start + at, bytes.subarray(Math.max(0, at - BEFORE_BYTES), at + 4_096));
      unpackable -= container?.bytes.length ?? 0;
      if (container) yield* inContainer(container, keys, numbers);
    }
  }
}

/** Around a place within an object or a trailer. */
function plainObject(bytes: Buffer, at: number): FileObject | undefined {
  const before = bytes.subarray(Math.max(0, at - BEFORE_BYTES), at);
  const [open, trailer] = [before.lastIndexOf('obj'), before.lastIndexOf('trailer')];
  const head = open < 0 ? null : /(\d+)\s+(\d+)\s+$/.exec(before.toString('latin1', Math.max(0, open - 24), open));
  if (trailer < open && !head) return undefined;
  const after = bytes.subarray(at, at + AFTER_BYTES);
  const ends = ['endobj', 'stream', 'startxref'].map((end) => after.indexOf(end)).filter((end) => end >= 0);
  if (ends.length === 0) return undefined;
  const text = before.toString('latin1', Math.max(open, trailer)) + after.toString('latin1', 0, Math.min(...ends));
  if (trailer > open) return { object: 0, generation: 0, text: text.slice('trailer'.length) };
  return { object: Number(head?.[1]), generation: Number(head?.[2]), text: text.slice('obj'.length) };
}

interface Container {
  bytes: Buffer;
  first: number;
}

/** @param dictionary bytes around the type entry, of a length that includes the dictionary */
function openContainer(fd: number, at: number, dictionary: Buffer): Container | undefined {
  const text = dictionary.toString('latin1');
  const middle = Math.min(text.length, text.lastIndexOf(CONTAINER));
  const open = text.lastIndexOf('obj', middle);
  const stream = /stream\r?\n/g;
  stream.lastIndex = middle;
  const data = stream.exec(text);
  if (!data) return undefined;
  const entries = text.slice(Math.max(0, open), data.index);
  const first = Number(/\/First\s+(\d+)/.exec(entries)?.[1]);
  if (!Number.isInteger(first)) return undefined;
  const from = at + (data.index + data[0].length - middle);
  const length = Number(/\/Length\s+(\d+)(?!\s+\d+\s+R)/.exec(entries)?.[1] ?? CONTAINER_BYTES);
  const packed = readBytes(fd, from, Math.min(length, CONTAINER_BYTES));
  if (!entries.includes('/FlateDecode')) return { bytes: packed, first };
  try {
    // the length may be unknown, and the bytes behind the data are ignored
    const options = { maxOutputLength: CONTAINER_BYTES, finishFlush: constants.Z_SYNC_FLUSH };
    return { bytes: inflateSync(packed, options), first };
  } catch {
    // encrypted or damaged
    return undefined;
  }
}

function* inContainer(
  { bytes, first }: Container,
  keys: readonly string[],
  wanted: ReadonlySet<number>,
): Generator<FileObject> {
  if (wanted.size === 0 && !keys.some((key) => bytes.includes(key))) return;
  const numbers = bytes.subarray(0, first).toString('latin1').trim().split(/\s+/).map(Number);
  for (let i = 0; i + 1 < numbers.length; i += 2) {
    const [object = 0, offset = 0] = numbers.slice(i, i + 2);
    const end = numbers[i + 3];
    const text = bytes.subarray(first + offset, end === undefined ? undefined : first + end).toString('latin1');
    if (wanted.has(object) || keys.some((key) => text.includes(key))) yield { object, generation: 0, text };
  }
}
