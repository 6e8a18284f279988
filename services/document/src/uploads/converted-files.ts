/** Stores a picture or ZIP, and the PDF made of it. */
import { createReadStream, createWriteStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import path from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { AppError, type Semaphore } from '@symbio/runtime';
import { BlobError, type BlobStore } from '@symbio/blobs';
import { ConversionFailure, convertToPdf, type DocumentType } from '@symbio/page-engine/conversion';
import { originalKey, sourceKey } from '../files/blob-keys.js';
import { inScratch } from '../files/scratch.js';
import { PDF_TYPE, SENT_TYPES } from './upload-checks.js';
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
  /** Limits child processes that hold a whole file. */
  semaphore: Semaphore;
  blobs: Pick<BlobStore, 'putFile' | 'createReadStream'>;
  /** Default: in a child process. */
  convert?: typeof convertToPdf;
}

export type StoreConverted = (upload: ConvertedUpload) => Promise<StoredUpload>;

export function createStoreConverted({ blobs, semaphore, convert = convertToPdf }: StoreConvertedDeps): StoreConverted {
  /** A file that is there is of an upload that died before its record, or of a concurrent one. */
  async function put(key: string, file: string, contentType: string, sha256: string): Promise<void> {
    try {
      await blobs.putFile(key, file, { contentType });
    } catch (error) {
      if (!(error instanceof BlobError) || error.code !== 'exists') throw error;
      if ((await hashOf(await blobs.createReadStream(key))) !== sha256) throw idTaken();
    }
  }

  return ({ header: { projectId, id }, type, body, sent, signal }) =>
    inScratch('conversion', async (folder) => {
      const [file, pdf] = [path.join(folder, 'sent'), path.join(folder, 'made.pdf')];
      await pipeline(body, createWriteStream(file), { signal });
      const { bytes: fileSize, sha256 } = sent.done();
      const { notices } = await semaphore
        .run(() => convert({ file, type, pdf, folder, signal }), signal)
        .catch((error: unknown) => {
          throw error instanceof ConversionFailure ? refusalOf(error) : error;
        });
      const { size: bytes } = await stat(pdf);
      const pdfSha256 = await hashOf(createReadStream(pdf));
      const { mimeType, extension } = SENT_TYPES[type];
      const filePath = sourceKey(projectId, id, extension);
      await put(filePath, file, mimeType, sha256);
      await put(originalKey(projectId, id), pdf, PDF_TYPE, pdfSha256);
      return { bytes, sha256, original: { mimeType, fileSize, filePath, pdfSha256 }, notices };
    });
}

async function hashOf(stream: Readable): Promise<string> {
  const fingerprint = createFingerprint();
  for await (const chunk of stream as AsyncIterable<Buffer>) fingerprint.add(chunk);
  return fingerprint.done().sha256;
}
