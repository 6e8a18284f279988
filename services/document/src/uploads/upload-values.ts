import { createHash } from 'node:crypto';
import { conflict, type AppError } from '@symbio/runtime';
import type { StoredBlob } from '@symbio/blobs';
import type { CategoryValue } from '@symbio/page-engine/classification';
import type { DocumentRow, SaidFacts } from '../model.js';
import { fileTooLarge, LARGEST_FILE_BYTES } from './upload-checks.js';

export interface CheckedHeader {
  id: string;
  projectId: string;
  fileName: string;
  /** undefined: the classifier decides. */
  category: CategoryValue | undefined;
  description?: string;
  attachedTo?: DocumentRow['attachedTo'];
  derivedFrom?: DocumentRow['derivedFrom'];
  noCoverageYears?: DocumentRow['noCoverageYears'];
  said?: SaidFacts;
}

export interface StoredUpload {
  /** Of the PDF. */
  bytes: number;
  /** Of the file as sent. */
  sha256: string;
  original?: DocumentRow['original'];
  notices?: DocumentRow['notices'];
}

export const idTaken = (): AppError => conflict('id_taken', 'This id belongs to another document.');

export function createFingerprint() {
  const hash = createHash('sha256');
  let bytes = 0;

  return {
    add(chunk: Buffer): void {
      bytes += chunk.length;
      if (bytes > LARGEST_FILE_BYTES) throw fileTooLarge();
      hash.update(chunk);
    },

    done(): StoredBlob {
      return { bytes: bytes, sha256: hash.copy().digest('hex') };
    },
  };
}

export type Fingerprint = ReturnType<typeof createFingerprint>;
