import type { BlobStore } from '@symbio/blobs';
import type { Tombstones } from '@symbio/mongo';
import type { createIssueLinks } from './issue-links.js';
import { screenshotFolder } from './screenshots.js';
import type { CommentRepository, IssueRepository } from './repository.js';

export interface CleanUpDeps {
  issues: Pick<IssueRepository, 'isKept'>;
  links: Pick<ReturnType<typeof createIssueLinks>, 'removeAllTo'>;
  comments: Pick<CommentRepository, 'removeAllOf'>;
  blobs: Pick<BlobStore, 'removePrefix'>;
  tombstones: Pick<Tombstones, 'record'>;
}

/**
 * Deletes the comments, pictures and incoming links of a permanently removed issue; a restorable one keeps them.
 * Idempotent.
 */
export const createCleanUp =
  ({ issues, links, comments, blobs, tombstones }: CleanUpDeps) =>
  async (issueId: string): Promise<void> => {
    if (await issues.isKept(issueId)) return;
    // first: concurrent writes to the issue check it
    await tombstones.record(issueId);
    await comments.removeAllOf(issueId);
    await links.removeAllTo(issueId);
    await blobs.removePrefix(screenshotFolder(issueId));
  };
