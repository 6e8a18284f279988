/** How urgent it is to read a document's text: people first, then what was uploaded alone, then batches. */
import type { DocumentRow } from '../model.js';
import type { DocumentRepository } from '../repository.js';

/** Priorities of reading, after those of pictures (5, or 2 for single pages); see decision 0085. */
export const READING_PRIORITY = {
  /** Somebody has it open. */
  lookedAt: 3,
  /** Uploaded alone or among a few. */
  single: 6,
  batch: 7,
  /** What earlier versions did not read, or not as it is read now: it can wait for all else. */
  last: 9,
} as const;

/** Uploads of one person to one project within this many milliseconds of each other belong together. */
const BATCH_MS = 60_000;
/** So many of them beside a document make it one of a batch. */
const BATCH_SIZE = 4;

/** The priority of reading an upload. */
export async function readingPriority(
  row: Pick<DocumentRow, '_id' | 'projectId' | 'uploadedBy' | 'createdAt'>,
  repository: Pick<DocumentRepository, 'uploadedBeside'>,
): Promise<number> {
  const beside = await repository.uploadedBeside(row, BATCH_MS, BATCH_SIZE);
  return beside >= BATCH_SIZE ? READING_PRIORITY.batch : READING_PRIORITY.single;
}
