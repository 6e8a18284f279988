/** Files on their way to an import. */
import { createHash } from 'node:crypto';
import { Readable, Transform } from 'node:stream';
import { MAX_FILE_BYTES } from './file-limits.js';

/** Of the file of a version, until it is imported. */
export const fileKey = (versionId: string): string => `records/${versionId}/list`;

/** Of all files that arrive in parts. */
export const PARTS_PREFIX = 'list-uploads';

export const partsOfList = (dataSetId: string): string => `${PARTS_PREFIX}/${dataSetId}`;

export const FILE_OPTIONS = { contentType: 'application/octet-stream', maxBytes: MAX_FILE_BYTES };

/** A stream of the chunks, and their count and hash once it has ended. */
export function countedFile(chunks: AsyncIterable<Buffer>): {
  body: Readable;
  counted: () => { bytes: number; sha256: string };
} {
  const hash = createHash('sha256');
  let bytes = 0;
  const counting = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      bytes += chunk.length;
      hash.update(chunk);
      done(null, chunk);
    },
  });
  const source = Readable.from(chunks, { objectMode: false });
  source.on('error', (error) => counting.destroy(error));
  return { body: source.pipe(counting), counted: () => ({ bytes, sha256: hash.digest('hex') }) };
}
