/** PDFs that open only with a password. */
import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import path from 'node:path';
import { AppError, conflict, invalidFields, newId, notFound, type Semaphore } from '@symbio/runtime';
import type { BlobStore } from '@symbio/blobs';
import { documentFailures } from '@symbio/page-engine/pipeline';
import { UnlockFailure, unlockPdf } from '@symbio/page-engine/unlocking';
import type { CallContext } from '@symbio/rpc';
import { documentEvents, type UnlockDocumentRequest } from '@symbio/proto/document';
import type { Documents } from '../documents/documents.js';
import { documentEvent } from '../events.js';
import { unlockedKey } from '../files/blob-keys.js';
import { inScratch } from '../files/scratch.js';
import type { DocumentRow } from '../model.js';
import type { DocumentWriter } from '../repository.js';
import { PDF_TYPE } from './upload-checks.js';
import { createFingerprint } from './upload-values.js';

/** Longer ones are not possible in a PDF. */
const MAX_PASSWORD = 127;

/** Sentence of a protected file, by which a job reports it. */
export const PROTECTED = documentFailures.encrypted().message;

export const failureFields = (error: string): Partial<DocumentRow> =>
  error === PROTECTED ? { needsPassword: true } : {};

export interface UnlockDeps {
  documents: Pick<Documents, 'visible'>;
  writer: Pick<DocumentWriter, 'change'>;
  blobs: Pick<BlobStore, 'localCopy' | 'putFile' | 'remove'>;
  /** Limits child processes that hold a whole file. */
  semaphore: Semaphore;
  /** Default: in a child process. */
  unlock?: typeof unlockPdf;
}

const needsNone = (): AppError => conflict('no_password_needed', 'This document can be read already. Reload the page.');

function refusalOf({ reason, message, detail }: UnlockFailure): AppError {
  if (reason === 'wrong_password')
    return new AppError('INVALID_ARGUMENT', reason, message, { fields: { password: message } });
  const code = reason === 'crashed' ? 'UNAVAILABLE' : 'INVALID_ARGUMENT';
  return new AppError(code, reason, message, { cause: detail });
}

/** The password is used once: it is in no row, event, log, file or argument of a process. */
export function createUnlock({ documents, writer, blobs, semaphore, unlock = unlockPdf }: UnlockDeps) {
  /** @throws AppError `wrong_password` */
  async function makeCopy(document: DocumentRow, password: string, { signal }: CallContext) {
    const key = unlockedKey(document.projectId, document._id, newId());
    return inScratch('unlock', async (folder) => {
      const made = path.join(folder, 'unlocked.pdf');
      const copy = await blobs.localCopy(document.filePath);
      try {
        await semaphore
          .run(() => unlock({ file: copy.path, to: made, password }, signal), signal)
          .catch((error: unknown) => {
            throw error instanceof UnlockFailure ? refusalOf(error) : error;
          });
      } finally {
        await copy.release();
      }
      const fingerprint = createFingerprint();
      for await (const chunk of createReadStream(made) as AsyncIterable<Buffer>) fingerprint.add(chunk);
      const { size } = await stat(made);
      await blobs.putFile(key, made, { contentType: PDF_TYPE });
      return { key, size, pdfSha256: fingerprint.done().sha256 };
    });
  }

  /**
   * Replaces the PDF by a copy that needs no password; the file as sent stays. The document is then read as after an
   * upload.
   *
   * @throws AppError NOT_FOUND, PERMISSION_DENIED, `wrong_password`, `no_password_needed`
   */
  return async function unlockDocument(
    { id, password }: UnlockDocumentRequest,
    context: CallContext,
  ): Promise<DocumentRow> {
    const before = await documents.visible(id, 'process', context);
    if (!before.needsPassword) throw needsNone();
    if (password === '') throw invalidFields({ password: 'Enter the password of the file' });
    if (password.length > MAX_PASSWORD)
      throw invalidFields({ password: `A password of a PDF has at most ${MAX_PASSWORD} characters` });
    const { key, size, pdfSha256 } = await makeCopy(before, password, context);
    const row = await writer.change(id, context.actor, (document, after) => {
      if (!document.needsPassword) return undefined;
      const { mimeType, fileSize, filePath } = document;
      const set: Partial<DocumentRow> = {
        ...{ filePath: key, fileSize: size, original: { mimeType, fileSize, filePath, pdfSha256 } },
        ...{ needsPassword: undefined, processingStatus: 'uploaded', processingError: '', classification: undefined },
        // looked at, and processed, again
        ...{ attached: undefined, pagesJob: undefined, filePages: undefined },
      };
      return { set, events: [documentEvent(documentEvents.changed, after(set), document)] };
    });
    // another attempt was faster, or the document is gone
    if (row?.filePath !== key) await blobs.remove(key);
    if (!row) throw notFound('Document');
    return row;
  };
}

export type UnlockDocument = ReturnType<typeof createUnlock>;
