/** Changes of stored rows, oldest first. Never rename or change one that was released: add another. */
import type { Migration } from '@symbio/mongo';
import { removeDeleted } from './0001-remove-deleted-rows.js';
import { creationHashes } from './0002-creation-hashes.js';
import { deleteOrphanedMentions } from './0003-delete-orphaned-mentions.js';

export const migrations = (removeOrphans: (signal: AbortSignal) => Promise<number>): readonly Migration[] => [
  removeDeleted,
  creationHashes,
  deleteOrphanedMentions(removeOrphans),
];
