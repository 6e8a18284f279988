/** Finds objects of a PDF by their bytes, without PDFium: for entries that it ignores. */
import { constants, inflateSync } from 'node:zlib';
import { bytesOfString, decryptionOf, type Decrypt } from './decryption.js';
import { filePartsOf, placesOf, readBytes, type FilePart } from './file-parts.js';

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
const OVERLAP = { before: BEFORE_BYTES, after: AFTER_BYTES };
const REFERENCE = /\/Encrypt\s+(\d+)\s+\d+\s+R/;

export interface FileObject {
  /** 0: a trailer. */
  object: number;
  generation: number;
  /** Without its stream. */
  text: string;
}

/**
 * Objects with one of the keys, or one of the numbers, in plain and in compressed form; later versions of an object
 * come later. Strings of encrypted files stay encrypted.
 */
export function* objectsWith(
  path: string,
  keys: readonly string[],
  numbers: ReadonlySet<number> = new Set(),
): Generator<FileObject> {
  const plainKeys = [...keys, ...headsOf(numbers)];
  let [unpackable, places] = [ALL_CONTAINER_BYTES, MAX_PLACES];
  let decrypt: Decrypt | false | undefined;
  const decryption = (): Decrypt | false => (decrypt ??= decryptionOfFile(path) ?? false);
  for (const part of filePartsOf(path, OVERLAP)) {
    for (const found of plainObjects(part, plainKeys)) if (places-- > 0) yield found;
    for (const at of placesOf(part.bytes, CONTAINER)) {
      if (!part.isOwn(at) || unpackable <= 0) continue;
      const container = openContainer(part, at, decryption);
      unpackable -= container?.bytes.length ?? 0;
      if (container) yield* inContainer(container, keys, numbers);
    }
  }
}

/** The last version of each. */
export function objectsByNumber(path: string, numbers: Iterable<number>): ReadonlyMap<number, FileObject> {
  const wanted = new Set(numbers);
  if (wanted.size === 0) return new Map();
  return new Map([...objectsWith(path, [], wanted)].map((found) => [found.object, found]));
}

const headsOf = (numbers: Iterable<number>): string[] => [...numbers].map((number) => `${number} 0 obj`);

function* plainObjects({ bytes, isOwn }: FilePart, keys: readonly string[]): Generator<FileObject> {
  for (const key of keys)
    for (const at of placesOf(bytes, key)) {
      const found = isOwn(at) && plainObject(bytes, at + key.length);
      if (found) yield found;
    }
}

/** Undefined if the file is not encrypted, or needs a password. */
function decryptionOfFile(path: string): Decrypt | undefined {
  const trailer = lastPlain(path, ['/Encrypt'], ({ text }) => REFERENCE.test(text));
  const object = Number(REFERENCE.exec(trailer)?.[1]);
  const [, id = ''] = /\/ID\s*\[\s*(<[^>]*>|\((?:\\[\s\S]|[^\\()])*\))/.exec(trailer) ?? [];
  if (!id) return undefined;
  return decryptionOf(
    lastPlain(path, headsOf([object]), (found) => found.object === object),
    bytesOfString(id),
  );
}

function lastPlain(path: string, keys: readonly string[], test: (found: FileObject) => boolean): string {
  let last = '';
  for (const part of filePartsOf(path, OVERLAP))
    for (const found of plainObjects(part, keys)) if (test(found)) last = found.text;
  return last;
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

/** @param place of its type entry */
function openContainer(
  { fd, start, bytes }: FilePart,
  place: number,
  decryption: () => Decrypt | false,
): Container | undefined {
  const text = bytes.toString('latin1', Math.max(0, place - BEFORE_BYTES), place + 4_096);
  const middle = Math.min(place, BEFORE_BYTES);
  const open = text.lastIndexOf('obj', middle);
  const stream = /stream\r?\n/g;
  stream.lastIndex = middle;
  const data = stream.exec(text);
  if (!data) return undefined;
  const entries = text.slice(Math.max(0, open), data.index);
  const first = Number(/\/First\s+(\d+)/.exec(entries)?.[1]);
  if (!Number.isInteger(first)) return undefined;
  const from = start + place + (data.index + data[0].length - middle);
  const length = Number(/\/Length\s+(\d+)(?!\d*\s+\d+\s+R)/.exec(entries)?.[1] ?? CONTAINER_BYTES);
  const packed = readBytes(fd, from, Math.min(length, CONTAINER_BYTES));
  if (!entries.includes('/FlateDecode')) return { bytes: packed, first };
  const plain = inflated(packed);
  if (plain) return { bytes: plain, first };
  const [, object, generation] = /(\d+)\s+(\d+)\s+$/.exec(text.slice(0, Math.max(0, open))) ?? [];
  const end = packed.indexOf('endstream');
  const decrypt = decryption();
  const decrypted =
    decrypt && inflated(decrypt(end < 0 ? packed : packed.subarray(0, end), Number(object), Number(generation)));
  return decrypted ? { bytes: decrypted, first } : undefined;
}

/** Undefined if encrypted or damaged. */
function inflated(packed: Buffer): Buffer | undefined {
  try {
    // the length may be unknown, and the bytes behind the data are ignored
    return inflateSync(packed, { maxOutputLength: CONTAINER_BYTES, finishFlush: constants.Z_SYNC_FLUSH });
  } catch {
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
