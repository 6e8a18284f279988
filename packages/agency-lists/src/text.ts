import { isUtf8 } from 'node:buffer';
import { TextDecoder } from 'node:util';
import { ListFileError } from './file-error.js';

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

/**
 * Text of a file: UTF-16 with a byte order mark, else UTF-8. From the first sequence that is no UTF-8 on it is
 * Windows-1252: the first accent of a national file may be in row 100,000.
 */
export async function* decoded(chunks: AsyncIterable<Buffer>): AsyncGenerator<string> {
  const windows = new TextDecoder('windows-1252');
  let utf16: TextDecoder | undefined;
  let isFirst = true;
  let isWindows = false;
  let rest: Buffer = Buffer.alloc(0);
  for await (const chunk of chunks) {
    const bytes = rest.length > 0 ? Buffer.concat([rest, chunk]) : chunk;
    rest = Buffer.alloc(0);
    if (isFirst && bytes.length > 1) {
      isFirst = false;
      if (bytes[0] === 0xff && bytes[1] === 0xfe) utf16 = new TextDecoder('utf-16le');
      else if (bytes[0] === 0xfe && bytes[1] === 0xff)
        throw new ListFileError('The file is big-endian UTF-16. Save it as UTF-8.');
    }
    if (utf16) yield utf16.decode(bytes, { stream: true });
    else if (isWindows) yield windows.decode(bytes);
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
