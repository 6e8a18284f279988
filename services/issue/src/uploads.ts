/** The stream of a screenshot's upload: one header, then the file in chunks. */
import { createHash } from 'node:crypto';
import { AppError, invalid } from '@symbio/kit';
import type { AddScreenshotRequest } from '@symbio/proto/issue';
import { HEAD_BYTES } from './image-type.js';

/** Most bytes of a screenshot (OP-36). */
export const MAX_BYTES = 10 * 1024 * 1024;

export const badUpload = () => invalid('bad_upload', 'An upload is one header and then the file.');

/** A file of more than MAX_BYTES. */
export const tooLarge = (cause?: unknown) =>
  new AppError('OUT_OF_RANGE', 'file_too_large', 'Screenshots must be smaller than 10 MB', { cause });

/** The bytes of an upload's chunks. */
export async function* bytesOf(parts: AsyncIterator<AddScreenshotRequest>): AsyncGenerator<Buffer> {
  for (let next = await parts.next(); !next.done; next = await parts.next()) {
    const { part } = next.value;
    if (part?.$case !== 'chunk') throw badUpload();
    yield Buffer.from(part.value);
  }
}

/** The first bytes of a file, and the whole file with them in front again. */
export async function peek(body: AsyncGenerator<Buffer>): Promise<{ head: Buffer; whole: AsyncGenerator<Buffer> }> {
  let head = Buffer.alloc(0);
  while (head.length < HEAD_BYTES) {
    const next = await body.next();
    if (next.done) break;
    head = Buffer.concat([head, next.value]);
  }
  async function* whole(): AsyncGenerator<Buffer> {
    yield head;
    yield* body;
  }
  return { head, whole: whole() };
}

/** SHA-256 of a file that is read and not kept, in hex. */
export async function sha256Of(body: AsyncIterable<Buffer>): Promise<string> {
  const hash = createHash('sha256');
  let bytes = 0;
  for await (const chunk of body) {
    bytes += chunk.length;
    if (bytes > MAX_BYTES) throw tooLarge();
    hash.update(chunk);
  }
  return hash.digest('hex');
}
