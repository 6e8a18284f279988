import type { NewNotice, NoticeRepository } from './notice-repository.js';
import type { NoticeChange } from '../model.js';

export interface SourceEvent {
  /** Makes repeated events idempotent. */
  eventId: string;
  issueId: string;
  /** Author of the change, who gets no notice. */
  byId: string;
  by: string;
  at: Date;
  changes: readonly NoticeChange[];
}

/** Issue, or evidence with its path. */
export interface NoticedIssue {
  key: string;
  title: string;
  path?: string;
  /** Of an issue. */
  reporterId?: string;
  organizationId?: string | undefined;
  /** Includes reporter and assignee unless they unfollowed. */
  followers: readonly string[];
}

/** @param delayMs time for batching further changes before the mail is sent */
export const recordNotices =
  (repository: Pick<NoticeRepository, 'add'>, delayMs: number) =>
  async ({ eventId, issueId, byId, by, at, changes }: SourceEvent, issue: NoticedIssue): Promise<void> => {
    if (changes.length === 0) return;
    const { key, title, path, reporterId, organizationId } = issue;
    for (const userId of new Set(issue.followers)) {
      if (userId === byId) continue;
      const about = { issueId, key, title, path, reporterId, organizationId };
      const notice: NewNotice = { userId, ...about, by, byId, changes: [...changes], at };
      await repository.add(eventId, notice, delayMs);
    }
  };
