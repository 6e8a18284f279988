import { isUtf8 } from 'node:buffer';
import { TextDecoder } from 'node:util';

export type Utf16 = 'utf-16le' | 'utf-16be';

/** Bytes of a header; later rows may have letters beyond Latin-1. */
const HEADER_BYTES = 128;

/** The order of bytes of UTF-16 by its byte order mark, or by every other byte being NUL. */
export function utf16Of(start: Buffer): Utf16 | undefined {
  if (start[0] === 0xff && start[1] === 0xfe) return 'utf-16le';
  if (start[0] === 0xfe && start[1] === 0xff) return 'utf-16be';
  const head = [...start.subarray(0, HEADER_BYTES)];
  if (head.length < 2) return undefined;
  if (head.every((byte, at) => (byte === 0) === (at % 2 === 1))) return 'utf-16le';
  return head.every((byte, at) => (byte === 0) === (at % 2 === 0)) ? 'utf-16be' : undefined;
}

/** Bytes of a sequence that the end of a chunk cut. */
function cutBytes(chunk: Buffer): number {
  for (let back = 1; back <= Math.min(3, chunk.length); back++) {
    const byte = chunk[chunk.length - back] ?? 0;
    if (byte < 0x80) return 0;
    if (byte >= 0xc0) return back < (byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : 2) ? back : 0;
  }
  return 0;
}

/** Length of the lines before the first that is no UTF-8. */
function goodBytes(bytes: Buffer): number {
  let [good, bad] = [0, bytes.length];
  while (bad - good > 1) {
    const middle = (good + bad) >> 1;
    const end = bytes.lastIndexOf(0x0a, middle) + 1;
    if (end <= good) bad = middle;
    else if (isUtf8(bytes.subarray(good, end))) good = end;
    else bad = end - 1;
  }
  return good;
}

async function* utf16Text(chunks: AsyncIterable<Buffer>, encoding: Utf16): AsyncGenerator<string> {
  const decoder = new TextDecoder(encoding);
  for await (const chunk of chunks) yield decoder.decode(chunk, { stream: true });
}

/** From the first sequence that is no UTF-8 on Windows-1252: the first accent of a national file may be in row 100,000. */
async function* utf8Text(chunks: AsyncIterable<Buffer>): AsyncGenerator<string> {
  const windows = new TextDecoder('windows-1252');
  let isWindows = false;
  let rest: Buffer = Buffer.alloc(0);
  for await (const chunk of chunks) {
    const bytes = rest.length > 0 ? Buffer.concat([rest, chunk]) : chunk;
    rest = Buffer.alloc(0);
    if (isWindows) yield windows.decode(bytes);
    else {
      const cut = cutBytes(bytes);
      rest = bytes.subarray(bytes.length - cut);
      const whole = bytes.subarray(0, bytes.length - cut);
      const good = isUtf8(whole) ? whole.length : goodBytes(whole);
      yield whole.toString('utf8', 0, good);
      if (good < whole.length) {
        isWindows = true;
        rest = Buffer.alloc(0);
        yield windows.decode(bytes.subarray(good));
      }
    }
  }
  if (rest.length > 0) yield windows.decode(rest);
}

/** Text of a file; without an encoding it is UTF-8 or Windows-1252. */
export const decoded = (chunks: AsyncIterable<Buffer>, encoding: Utf16 | undefined): AsyncGenerator<string> =>
  encoding ? utf16Text(chunks, encoding) : utf8Text(chunks);
