import type {
  Comment as ClientComment,
  Issue as ClientIssue,
  LinkedIssue,
  Screenshot as ClientScreenshot,
} from '@symbio/client';
import type { IssueSeverity, IssueStatus, IssueType } from '@symbio/proto/issue/vocabulary';
import type { ApiItem } from '../../lib/http/api-types.js';

/** Its signed URLs expire. */
export type Screenshot = Omit<ApiItem<ClientScreenshot>, 'mime_type'>;

export type IssueSummary = Omit<LinkedIssue, 'status'> & { status: string };

export type ContextEntry = ClientIssue['context'][number];

/** DATA-23 */
export type Issue = Omit<ApiItem<ClientIssue>, 'screenshots' | 'type' | 'severity' | 'status' | 'links'> & {
  /** Newer servers may send other values (DATA-24). */
  type: string;
  severity: string;
  status: string;
  /** Linked issues; empty in lists. */
  links: { type: ClientIssue['links'][number]['type']; issue: IssueSummary }[];
};

export interface IssueChange {
  title?: string;
  description?: string;
  type?: IssueType;
  severity?: IssueSeverity;
  status?: IssueStatus;
  assignee?: string | null;
  labels?: string[];
}

export type Comment = ApiItem<ClientComment>;

export interface HistoryEntry {
  id: string;
  at: string;
  author_id: string;
  author_name: string;
  changes: { field: string; from: string | null; to: string | null }[];
}

export const issuePath = ({ key }: Pick<Issue, 'key'>): string => `/issues/${key}`;
