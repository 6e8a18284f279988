import type { Migration } from '@symbio/mongo';

/**
 * Deletes mentions with neither feature nor annotation, with their events: current versions delete them in the write
 * that makes them so.
 */
export const deleteOrphanedMentions = (removeOrphans: (signal: AbortSignal) => Promise<number>): Migration => ({
  name: '0003-delete-orphaned-mentions',
  run: ({ signal }) => removeOrphans(signal),
});
