import type { Actor, PageSpec, PendingEvent, RowValues } from '@symbio/kit';
import type { IssueQuery } from './list-query.js';
import type { CommentRow, HistoryEntry, IssueRow } from './model.js';

/** What rules set; what only searches use is added where it is written. */
export type IssueValues = Omit<RowValues<IssueRow>, 'titleKey' | 'assigneeKey' | 'words'>;
export type CommentValues = RowValues<CommentRow>;
export type Events<Row> = (row: Row) => PendingEvent[];
/** What a change sets; undefined: all is as asked already. May throw. */
export type Decide = (row: IssueRow, at: Date) => Partial<IssueValues> | undefined;

/** As much of an issue as others name it with. */
export type IssueInWord = Pick<IssueRow, '_id' | 'number' | 'title' | 'status' | 'reporterId'>;

/** An issue that has a link to another one. */
export type LinkingIssue = IssueInWord & Pick<IssueRow, 'links' | 'purgeAt'>;

/** An issue that has words of a text. */
export interface AlikeIssue extends IssueInWord {
  /** How many of them. */
  matches: number;
}

export interface ChangeOptions {
  /** For what is no change of the issue to those who read it: its `updatedAt` stays. */
  keepUpdatedAt?: boolean;
}

/** Every query and write of the issues. "There" are those that were not deleted. */
export interface IssueRepository {
  /** An issue that is there, without its history. */
  find(id: string): Promise<IssueRow | undefined>;
  /** One that was deleted and can be restored. */
  findRemoved(id: string): Promise<IssueRow | undefined>;
  /** Whether there is anything left of an issue that can be shown or restored. */
  isKept(id: string): Promise<boolean>;
  /** Id of the issue with a number, deleted or not. */
  idOf(number: number): Promise<string | undefined>;
  findByScreenshot(screenshotId: string): Promise<IssueRow | undefined>;
  list(query: IssueQuery, page: PageSpec): Promise<{ rows: IssueRow[]; count: number }>;
  /** Those of some issues that are there. */
  named(ids: readonly string[]): Promise<IssueInWord[]>;
  /** Issues, deleted ones too, with a link to this one. */
  linkingTo(id: string): Promise<LinkingIssue[]>;
  /** Newest first. */
  history(id: string): Promise<HistoryEntry[]>;
  /** Issues with at least so many of some words, the most first; by one reporter only, where one is given. */
  alike(
    words: readonly string[],
    atLeast: number,
    reporterId: string | undefined,
    limit: number,
  ): Promise<AlikeIssue[]>;
  /** Labels and how many issues have them, the most used first. */
  labels(reporterId: string | undefined, limit: number): Promise<{ label: string; count: number }[]>;
  /** A number that no other issue has or had. */
  nextNumber(): Promise<number>;
  /** Undefined when the id is taken. */
  insert(id: string, values: IssueValues, actor: Actor, events: Events<IssueRow>): Promise<IssueRow | undefined>;
  /** Changes an issue that is there; undefined when it is not. */
  change(
    id: string,
    actor: Actor,
    decide: Decide,
    events: Events<IssueRow>,
    options?: ChangeOptions,
  ): Promise<IssueRow | undefined>;
  /** Changes one that was deleted and can be restored; undefined when there is no such issue. */
  changeRemoved(id: string, actor: Actor, decide: Decide, events: Events<IssueRow>): Promise<IssueRow | undefined>;
  /** Removes an issue for good. Undefined when there is no such issue. */
  remove(id: string, actor: Actor, events: Events<IssueRow>): Promise<IssueRow | undefined>;
  /** Ids of deleted issues that can no longer be restored. */
  expired(limit: number): Promise<string[]>;
  /** Ids of issues from before November 2026 that have no number, oldest first. */
  unnumbered(limit: number): Promise<string[]>;
  /** Gives an issue from before November 2026 what it lacks; one that has a number stays as it is. */
  complete(id: string, actor: Actor, decide: Decide): Promise<void>;
}

/** Every query and write of the comments. */
export interface CommentRepository {
  find(id: string): Promise<CommentRow | undefined>;
  /** Comments of an issue, oldest first (OP-36). */
  list(issueId: string): Promise<CommentRow[]>;
  /** How many comments some issues have; those without are left out. */
  counts(issueIds: readonly string[]): Promise<Map<string, number>>;
  /** Undefined when the id is taken. */
  insert(id: string, values: CommentValues, actor: Actor, events: Events<CommentRow>): Promise<CommentRow | undefined>;
  /**
   * Changes a comment's text; `decide` sees the row, may throw, and answers undefined when nothing changes. Undefined when
   * there is no such comment.
   */
  change(
    id: string,
    actor: Actor,
    decide: (row: CommentRow) => string | undefined,
    events: Events<CommentRow>,
  ): Promise<CommentRow | undefined>;
  /** Deletes the comments of a deleted issue. Repeating it changes nothing. */
  removeAllOf(issueId: string): Promise<void>;
}

/** What an issue from before November 2026 has not in its row. */
export const complete = <Row extends Partial<IssueRow>>(row: Row) => ({
  labels: [],
  context: [],
  followers: [],
  links: [],
  edits: [],
  ...row,
});
