/** Changes of stored rows, oldest first. Never rename or change one that was released: add another. */
import type { Migration } from '@symbio/mongo';
import { removeDeleted } from './0001-remove-deleted-rows.js';
import { creationHashes } from './0002-creation-hashes.js';

export const migrations: readonly Migration[] = [removeDeleted, creationHashes];
