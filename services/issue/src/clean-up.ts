import type { Actor, BlobStore, Tombstones } from '@symbio/kit';
import { issueEvents } from '@symbio/proto/issue';
import { issueEvent } from './events.js';
import { screenshotFolder } from './screenshots.js';
import type { CommentRepository, IssueRepository } from './repository.js';

export interface CleanUpDeps {
  issues: Pick<IssueRepository, 'remove'>;
  comments: Pick<CommentRepository, 'removeAllOf'>;
  blobs: Pick<BlobStore, 'removePrefix'>;
  tombstones: Pick<Tombstones, 'record'>;
  /** The service itself. */
  self: Actor;
}

/**
 * Deletes what belongs to a deleted issue: its comments and its pictures, and the issue itself when a late repetition of
 * its creation brought it back in between. Repeating it changes nothing.
 */
export const createCleanUp =
  ({ issues, comments, blobs, tombstones, self }: CleanUpDeps) =>
  async (issueId: string): Promise<void> => {
    // first: whoever writes to the issue from now on finds it
    await tombstones.record(issueId);
    await issues.remove(issueId, self, (row) => [issueEvent(issueEvents.deleted, row)]);
    await comments.removeAllOf(issueId);
    await blobs.removePrefix(screenshotFolder(issueId));
  };
