import type { DocumentRow } from '../model.js';
import type { DocumentRepository } from '../repository.js';

/** Lower than pictures (5, or 2 for single pages); see decision 0085. */
export const READING_PRIORITY = {
  /** Being viewed. */
  viewed: 3,
  single: 6,
  batch: 7,
  /** Documents that were not read earlier. */
  last: 9,
} as const;

/** Uploads of a person to a project within this many milliseconds form a batch. */
const BATCH_MS = 60_000;
/** Other documents in a batch, at least. */
const BATCH_SIZE = 4;
/** Bytes up to which a file is read in seconds: it does not wait behind large scans of its batch. */
const SMALL_BYTES = 1_000_000;

export async function readingPriority(
  row: Pick<DocumentRow, '_id' | 'projectId' | 'uploadedBy' | 'createdAt' | 'fileSize'>,
  repository: Pick<DocumentRepository, 'countUploadsNear'>,
): Promise<number> {
  if (row.fileSize <= SMALL_BYTES) return READING_PRIORITY.single;
  const beside = await repository.countUploadsNear(row, BATCH_MS, BATCH_SIZE);
  return beside >= BATCH_SIZE ? READING_PRIORITY.batch : READING_PRIORITY.single;
}
