import type { BlobStore, Tombstones } from '@symbio/kit';
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
 * Deletes what belongs to an issue that was removed for good: its comments, its pictures and the links to it. An issue that
 * a person deleted keeps them for as long as it can be restored. Repeating it changes nothing.
 */
export const createCleanUp =
  ({ issues, links, comments, blobs, tombstones }: CleanUpDeps) =>
  async (issueId: string): Promise<void> => {
    if (await issues.isKept(issueId)) return;
    // first: whoever writes to the issue from now on finds it
    await tombstones.record(issueId);
    await comments.removeAllOf(issueId);
    await links.removeAllTo(issueId);
    await blobs.removePrefix(screenshotFolder(issueId));
  };
