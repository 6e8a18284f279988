import { constants, inflateSync } from 'node:zlib';
import { filePartsOf, placesOf, readBytes } from './file-parts.js';

const KEY = '/UserUnit';
const CONTAINER = '/ObjStm';
const OVERLAP_BYTES = 64 << 10;
/** Before a key: the rest of its dictionary. */
const BEFORE_BYTES = 32 << 10;
/** A container of compressed objects usually has 100 to 200. */
const CONTAINER_BYTES = 8 << 20;
/** Of all containers, unpacked: 100,000 objects have about 20 MB. */
const ALL_CONTAINER_BYTES = 128 << 20;

/** Points per unit, by the object number of the page; pages without the entry are missing. */
export type UserUnits = ReadonlyMap<number, number>;

/**
 * Finds the UserUnit of pages (ISO 32000, table 31), which PDFium ignores, in plain and in compressed objects. Later
 * versions of an object override earlier ones. Compressed objects of encrypted files are not found.
 */
export function readUserUnits(path: string): UserUnits {
  const units = new Map<number, number>();
  let unpackable = ALL_CONTAINER_BYTES;
  for (const { fd, start, bytes, isOwn } of filePartsOf(path, { before: BEFORE_BYTES, after: OVERLAP_BYTES })) {
    for (const at of placesOf(bytes, KEY)) {
      const found = isOwn(at) && inPlainObject(bytes, at);
      if (found) units.set(found.object, found.unit);
    }
    for (const at of placesOf(bytes, CONTAINER)) {
      if (!isOwn(at) || unpackable <= 0) continue;
      const container = openContainer(fd, start + at, bytes.subarray(Math.max(0, at - BEFORE_BYTES), at + 4_096));
      unpackable -= container?.bytes.length ?? 0;
      if (container) for (const [object, unit] of inContainer(container)) units.set(object, unit);
    }
  }
  return units;
}

function unitAt(text: string): number | undefined {
  // a reference is not resolved: writers put the number here
  const [, value, generation] = /^\/UserUnit\s*\+?(\d*\.?\d+|\d+\.)(\s+\d+\s+R)?/.exec(text) ?? [];
  const unit = generation === undefined ? Number(value) : NaN;
  return unit > 0 && unit < Infinity ? unit : undefined;
}

function inPlainObject(bytes: Buffer, at: number): { object: number; unit: number } | undefined {
  const unit = unitAt(bytes.subarray(at, at + 64).toString('latin1'));
  const before = bytes.subarray(Math.max(0, at - BEFORE_BYTES), at).toString('latin1');
  const heads = [...before.matchAll(/(\d+)\s+\d+\s+obj\b/g)];
  const head = heads.at(-1);
  if (unit === undefined || !head || before.includes('endobj', head.index)) return undefined;
  return { object: Number(head[1]), unit };
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

function* inContainer({ bytes, first }: Container): Generator<[object: number, unit: number]> {
  if (!bytes.includes(KEY)) return;
  const numbers = bytes.subarray(0, first).toString('latin1').trim().split(/\s+/).map(Number);
  for (let i = 0; i + 1 < numbers.length; i += 2) {
    const [object = 0, offset = 0] = numbers.slice(i, i + 2);
    const end = numbers[i + 3];
    const text = bytes.subarray(first + offset, end === undefined ? undefined : first + end).toString('latin1');
    const key = text.indexOf(KEY);
    const unit = key < 0 ? undefined : unitAt(text.slice(key));
    if (unit !== undefined) yield [object, unit];
  }
}
