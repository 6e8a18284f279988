/** Changes of stored rows, oldest first. Never rename or change one that was released: add another. */
import type { Migration } from '@symbio/mongo';
import { removeDeleted } from './0001-remove-deleted-rows.js';
import { moveProgress } from './0002-move-progress.js';
import { creationHashes } from './0003-creation-hashes.js';
import { sortKeys } from './0004-sort-keys.js';
import { numbersOfOrganizations } from './0005-numbers-of-organizations.js';

export const migrations: readonly Migration[] = [
  removeDeleted,
  moveProgress,
  creationHashes,
  sortKeys,
  numbersOfOrganizations,
];
