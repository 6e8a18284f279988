/** Turns what happened to an issue into notices for those who follow it. */
import type { NewNotice, NoticeRepository } from './notice-repository.js';
import type { NoticeChange } from '../model.js';

/** Something that happened to an issue. */
export interface Happened {
  /** Of the event: the same one tells nobody twice. */
  eventId: string;
  issueId: string;
  /** Who did it, and is told nothing of it. */
  byId: string;
  by: string;
  at: Date;
  changes: readonly NoticeChange[];
}

/** The issue it happened to. */
export interface NoticedIssue {
  key: string;
  title: string;
  /** Reporter and assignee among them, unless they stopped following. */
  followers: readonly string[];
}

/** @param delayMs how long further changes are waited for before a mail is sent */
export const recordNotices =
  (repository: Pick<NoticeRepository, 'add'>, delayMs: number) =>
  async ({ eventId, issueId, byId, by, at, changes }: Happened, issue: NoticedIssue): Promise<void> => {
    if (changes.length === 0) return;
    const { key, title } = issue;
    for (const userId of new Set(issue.followers)) {
      if (userId === byId) continue;
      const notice: NewNotice = { userId, issueId, key, title, by, byId, changes: [...changes], at };
      await repository.add(eventId, notice, delayMs);
    }
  };
