/** Upload stream of a screenshot: a header, then chunks. */
import { createHash } from 'node:crypto';
import { AppError, invalid } from '@symbio/runtime';
import type { AddScreenshotRequest } from '@symbio/proto/issue';

/** Maximum size in bytes (OP-36). */
export const MAX_BYTES = 10 * 1024 * 1024;

export const badUpload = () => invalid('bad_upload', 'An upload is one header and then the file.');

const tooLarge = () => new AppError('OUT_OF_RANGE', 'file_too_large', 'Screenshots must be smaller than 10 MB');

export async function* bytesOf(parts: AsyncIterator<AddScreenshotRequest>): AsyncGenerator<Buffer> {
  for (let next = await parts.next(); !next.done; next = await parts.next()) {
    const { part } = next.value;
    if (part?.$case !== 'chunk') throw badUpload();
    yield Buffer.from(part.value);
  }
}

/** Whole file with its SHA-256 in hex. @throws AppError OUT_OF_RANGE above MAX_BYTES */
export async function readAll(body: AsyncIterable<Buffer>): Promise<{ bytes: Buffer; sha256: string }> {
  const chunks: Buffer[] = [];
  const sha256 = await sha256Of(body, (chunk) => chunks.push(chunk));
  return { bytes: Buffer.concat(chunks), sha256 };
}

/** SHA-256 of a file in hex. @throws AppError OUT_OF_RANGE above MAX_BYTES */
export async function sha256Of(body: AsyncIterable<Buffer>, keep?: (chunk: Buffer) => void): Promise<string> {
  const hash = createHash('sha256');
  let bytes = 0;
  for await (const chunk of body) {
    bytes += chunk.length;
    if (bytes > MAX_BYTES) throw tooLarge();
    hash.update(chunk);
    keep?.(chunk);
  }
  return hash.digest('hex');
}
