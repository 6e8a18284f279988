import type {
  Comment as ClientComment,
  Issue as ClientIssue,
  LinkedIssue,
  Screenshot as ClientScreenshot,
} from '@symbio/client';
import type { IssueSeverity, IssueStatus, IssueType } from '@symbio/proto/issue/vocabulary';
import type { Served } from '../../lib/served.js';

/** A picture of an issue. Its addresses are signed and end after a while. */
export type Screenshot = Omit<Served<ClientScreenshot>, 'mime_type'>;

/** An issue, as much of it as others say about it. */
export type IssueSummary = Omit<LinkedIssue, 'status'> & { status: string };

/** A fact about the place where an issue was reported, e.g. the browser. */
export type ContextEntry = ClientIssue['context'][number];

/** An issue, as `GET /api/public/issues` serves it (DATA-23). */
export type Issue = Omit<Served<ClientIssue>, 'screenshots' | 'type' | 'severity' | 'status' | 'links'> & {
  /** Words of the vocabulary; another one comes from a newer server (DATA-24). */
  type: string;
  severity: string;
  status: string;
  /** Links to other issues; empty in lists. */
  links: { type: ClientIssue['links'][number]['type']; issue: IssueSummary }[];
};

/** What may be changed about an issue. */
export interface IssueChange {
  title?: string;
  description?: string;
  type?: IssueType;
  severity?: IssueSeverity;
  status?: IssueStatus;
  /** null takes the assignee away. */
  assignee?: string | null;
  labels?: string[];
}

/** A comment, as `GET /api/public/issues/comments` serves it. */
export type Comment = Served<ClientComment>;

/** What one person changed about an issue at one moment. */
export interface HistoryEntry {
  id: string;
  at: string;
  author_id: string;
  author_name: string;
  changes: { field: string; from: string | null; to: string | null }[];
}

/** The address of an issue in this SPA. */
export const issuePath = ({ key }: Pick<Issue, 'key'>): string => `/issues/${key}`;
