/** Stores a picture or ZIP, and the PDF made of it. */
import { createReadStream, createWriteStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import path from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { AppError, type Semaphore } from '@symbio/runtime';
import { BlobError, type BlobStore } from '@symbio/blobs';
import { ConversionFailure, convertToPdf, type DocumentType } from '@symbio/page-engine/conversion';
import { originalKey, sourceKey } from '../files/blob-keys.js';
import { inScratch, type ReceivedBytes } from '../files/scratch.js';
import { fileTooLarge, LARGEST_FILE_BYTES, PDF_TYPE, SENT_TYPES } from './upload-checks.js';
import {
  createFingerprint,
  idTaken,
  type CheckedHeader,
  type Fingerprint,
  type StoredUpload,
} from './upload-values.js';

export interface ConvertedUpload {
  header: CheckedHeader;
  type: Exclude<DocumentType, 'pdf'>;
  body: Readable;
  sent: Fingerprint;
  signal: AbortSignal;
}

/** The sender is at fault for the file; a fault of the machine may be retried. */
function refusalOf(failure: ConversionFailure): AppError {
  const { reason, message } = failure;
  const code = reason === 'crashed' ? 'UNAVAILABLE' : 'INVALID_ARGUMENT';
  return new AppError(code, reason, message, { cause: failure });
}

export interface StoreConvertedDeps {
  /** Limits child processes that hold a whole file, and what they write to disk. */
  semaphore: Semaphore;
  received: ReceivedBytes;
  blobs: Pick<BlobStore, 'putFile' | 'createReadStream'>;
  /** Default: in a child process. */
  convert?: typeof convertToPdf;
}

export type StoreConverted = (upload: ConvertedUpload) => Promise<StoredUpload>;

export function createStoreConverted({
  blobs,
  semaphore,
  received,
  convert = convertToPdf,
}: StoreConvertedDeps): StoreConverted {
  /** File that is there is of an upload that died before its record, or of a concurrent one. */
  async function put(key: string, file: string, contentType: string, sha256: string): Promise<void> {
    try {
      await blobs.putFile(key, file, { contentType });
    } catch (error) {
      if (!(error instanceof BlobError) || error.code !== 'exists') throw error;
      if ((await hashOf(await blobs.createReadStream(key))) !== sha256) throw idTaken();
    }
  }

  async function convertAndStore({ header: { projectId, id }, type, sent, signal }: ConvertedUpload, folder: string) {
    const [file, pdf] = pathsIn(folder);
    const { bytes: fileSize, sha256 } = sent.done();
    const { notices } = await convert({ file, type, pdf, folder, signal }).catch((error: unknown) => {
      throw error instanceof ConversionFailure ? refusalOf(error) : error;
    });
    const { size: bytes } = await stat(pdf);
    const pdfSha256 = await hashOf(createReadStream(pdf));
    const { mimeType, extension } = SENT_TYPES[type];
    const filePath = sourceKey(projectId, id, extension);
    await put(filePath, file, mimeType, sha256);
    await put(originalKey(projectId, id), pdf, PDF_TYPE, pdfSha256);
    return { bytes, sha256, original: { mimeType, fileSize, filePath, pdfSha256 }, notices };
  }

  return (upload) =>
    received.hold((counted) =>
      inScratch('conversion', async (folder) => {
        const { body, signal } = upload;
        const chunks = counted(limited(body as AsyncIterable<Buffer>));
        await pipeline(Readable.from(chunks, { objectMode: false }), createWriteStream(pathsIn(folder)[0]), { signal });
        // until the PDF is stored, so the results of two conversions are never on disk together
        return semaphore.run(() => convertAndStore(upload, folder), signal);
      }),
    );
}

const pathsIn = (folder: string) => [path.join(folder, 'sent'), path.join(folder, 'made.pdf')] as const;

async function* limited(chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let bytes = 0;
  for await (const chunk of chunks) {
    bytes += chunk.length;
    if (bytes > LARGEST_FILE_BYTES) throw fileTooLarge();
    yield chunk;
  }
}

async function hashOf(stream: Readable): Promise<string> {
  const fingerprint = createFingerprint();
  for await (const chunk of stream as AsyncIterable<Buffer>) fingerprint.add(chunk);
  return fingerprint.done().sha256;
}
