import { closeSync, fstatSync, openSync, readSync } from 'node:fs';
import { inflateSync } from 'node:zlib';

const CHUNK = 4 << 20;
/** Bytes of a chunk read again, so no key and no object stream is cut. */
const OVERLAP = 1 << 20;
const MAX_OBJECT_STREAM = 16 << 20;

/** Whether a file may have optional content: its catalog names it, or cannot be read. */
export function mayHaveLayers(file: string): boolean {
  const fd = openSync(file, 'r');
  try {
    const { size } = fstatSync(fd);
    const buffer = Buffer.allocUnsafe(CHUNK + OVERLAP);
    for (let at = 0; at < size; at += CHUNK) {
      const chunk = buffer.subarray(0, readSync(fd, buffer, 0, buffer.length, at));
      if (chunk.includes('/OCProperties') || chunk.includes('/Encrypt')) return true;
      if (hasInObjectStreams(chunk, CHUNK)) return true;
    }
    return false;
  } finally {
    closeSync(fd);
  }
}

/** Of streams that begin before `end`. */
function hasInObjectStreams(chunk: Buffer, end: number): boolean {
  for (let at = chunk.indexOf('/ObjStm'); at >= 0 && at < end; at = chunk.indexOf('/ObjStm', at + 1)) {
    const start = chunk.indexOf('stream', at);
    if (start < 0) return true;
    const data = chunk.subarray(start + (chunk[start + 6] === 13 ? 8 : 7));
    try {
      if (inflateSync(data, { maxOutputLength: MAX_OBJECT_STREAM }).includes('/OCProperties')) return true;
    } catch {
      // another filter, or too long
      return true;
    }
  }
  return false;
}
