import type { Actor } from '@symbio/runtime';
import type { PageSpec } from '@symbio/rpc';
import type { PendingEvent, RowValues } from '@symbio/mongo';
import type { IssueQuery } from './list-query.js';
import type { SeenIssues } from './policy.js';
import type { CommentRow, HistoryEntry, IssueRow } from './model.js';

/** Values set by rules; search fields are added on write. */
export type IssueValues = Omit<RowValues<IssueRow>, 'titleKey' | 'assigneeKey' | 'words'>;
export type CommentValues = RowValues<CommentRow>;
export type Events<Row> = (row: Row) => PendingEvent[];
/** Values to set; undefined for no change. May throw. */
export type Decide = (row: IssueRow, at: Date) => Partial<IssueValues> | undefined;

export type IssueSummary = Pick<IssueRow, '_id' | 'number' | 'title' | 'status' | 'reporterId' | 'organizationId'>;

export type LinkingIssue = IssueSummary & Pick<IssueRow, 'links' | 'purgeAt'>;

/** Issue that shares words with a text. */
export interface SimilarIssue extends IssueSummary {
  matches: number;
}

export interface ChangeOptions {
  /** Keeps `updatedAt`, for writes that are no change to readers. */
  keepUpdatedAt?: boolean;
}

/** By default without deleted issues. */
export interface IssueRepository {
  find(id: string): Promise<IssueRow | undefined>;
  findRemoved(id: string): Promise<IssueRow | undefined>;
  /** Whether an issue exists or is restorable. */
  isKept(id: string): Promise<boolean>;
  /** Also of deleted issues. */
  idOf(number: number): Promise<string | undefined>;
  findByScreenshot(screenshotId: string): Promise<IssueRow | undefined>;
  list(query: IssueQuery, page: PageSpec): Promise<{ rows: IssueRow[]; count: number }>;
  named(ids: readonly string[]): Promise<IssueSummary[]>;
  /** Including deleted ones. */
  linkingTo(id: string): Promise<LinkingIssue[]>;
  /** Newest first. */
  history(id: string): Promise<HistoryEntry[]>;
  /** Issues with at least `atLeast` of the words, most first. */
  findSimilar(words: readonly string[], atLeast: number, seen: SeenIssues, limit: number): Promise<SimilarIssue[]>;
  labels(seen: SeenIssues, limit: number): Promise<{ label: string; count: number }[]>;
  nextNumber(): Promise<number>;
  /** Undefined when the id is taken. */
  insert(id: string, values: IssueValues, actor: Actor, events: Events<IssueRow>): Promise<IssueRow | undefined>;
  /** Undefined if missing. */
  change(
    id: string,
    actor: Actor,
    decide: Decide,
    events: Events<IssueRow>,
    options?: ChangeOptions,
  ): Promise<IssueRow | undefined>;
  changeRemoved(id: string, actor: Actor, decide: Decide, events: Events<IssueRow>): Promise<IssueRow | undefined>;
  remove(id: string, actor: Actor, events: Events<IssueRow>): Promise<IssueRow | undefined>;
  /** Ids of issues past their restore period. */
  expired(limit: number): Promise<string[]>;
}

export interface CommentRepository {
  find(id: string): Promise<CommentRow | undefined>;
  /** Comments of an issue, oldest first (OP-36). */
  list(issueId: string): Promise<CommentRow[]>;
  counts(issueIds: readonly string[]): Promise<Map<string, number>>;
  /** Undefined when the id is taken. */
  insert(id: string, values: CommentValues, actor: Actor, events: Events<CommentRow>): Promise<CommentRow | undefined>;
  /** `decide` may throw, or return undefined for no change. Undefined if the comment is missing. */
  change(
    id: string,
    actor: Actor,
    decide: (row: CommentRow) => string | undefined,
    events: Events<CommentRow>,
  ): Promise<CommentRow | undefined>;
  /** Deletes the comments of a removed issue. Idempotent. */
  removeAllOf(issueId: string): Promise<void>;
}
