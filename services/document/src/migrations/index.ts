/** Changes of stored rows, oldest first. Never rename or change one that was released: add another. */
import type { Migration } from '@symbio/mongo';
import { removeDeleted } from './0001-remove-deleted-rows.js';
import { rebuildSearchIndex } from './0002-rebuild-search-index.js';
import { completeRows } from './0003-complete-rows.js';
import { readWords } from './0004-read-words.js';
import { followJobs } from './0005-follow-jobs.js';

export const migrations: readonly Migration[] = [
  removeDeleted,
  rebuildSearchIndex,
  completeRows,
  readWords,
  followJobs,
];
