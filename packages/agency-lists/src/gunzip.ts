import { Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { ListFileError } from './file-error.js';
import { checkUnpacked } from './unpacking.js';

const CUT_OFF = 'The gzip file is cut off. Download it again.';
const DAMAGED = 'The gzip file is damaged. Download it again.';

export const isGzip = (start: Buffer): boolean => start[0] === 0x1f && start[1] === 0x8b;

function refusalOf(error: unknown): unknown {
  const { code } = error as { code?: unknown };
  if (!String(code).startsWith('Z_')) return error;
  return new ListFileError(code === 'Z_BUF_ERROR' ? CUT_OFF : DAMAGED, { cause: error });
}

/** The bytes of the list in a gzip file, in bounded memory. @throws ListFileError also while it is read */
export async function* gunzipped(chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  const gunzip = createGunzip();
  const source = Readable.from(chunks, { objectMode: false });
  source.on('error', (error) => gunzip.destroy(error));
  let unpacked = 0;
  try {
    for await (const chunk of source.pipe(gunzip) as AsyncIterable<Buffer>) {
      unpacked += chunk.length;
      checkUnpacked('gzip file', gunzip.bytesWritten, unpacked);
      yield chunk;
    }
  } catch (error) {
    throw refusalOf(error);
  } finally {
    source.destroy();
  }
}
