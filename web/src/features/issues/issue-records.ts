import type { IssueLinkType, IssueSeverity, IssueStatus, IssueType } from '@symbio/proto/issue/vocabulary';

/** A picture of an issue. Its addresses are signed and end after a while. */
export interface Screenshot {
  id: string;
  issue_id: string;
  path: string;
  url: string;
  /** A small copy; pictures of version 0.2.0 have none. */
  thumbnail_url: string | null;
  file_name: string;
  file_size: number;
  /** In pixels; null for pictures of version 0.2.0. */
  width: number | null;
  height: number | null;
  created_at: string;
}

/** An issue, as much of it as others say about it. */
export interface IssueSummary {
  id: string;
  number: number;
  /** Its short number, e.g. `SYM-12`: what people call it and addresses have. */
  key: string;
  title: string;
  status: string;
}

/** A fact about the place where an issue was reported, e.g. the browser. */
export interface ContextEntry {
  name: string;
  value: string;
}

/** An issue, as `GET /api/public/issues` serves it (DATA-23). */
export interface Issue extends IssueSummary {
  /** Markdown. */
  description: string;
  /** One of the vocabulary; another one comes from a newer server (DATA-24). */
  type: string;
  /** `s0` (worst) to `s4` (DATA-24). */
  severity: string;
  /** Id of the user who is at it; null for nobody. */
  assignee: string | null;
  /** Empty when nobody is assigned, or when that user has no name. */
  assignee_name: string;
  reporter_id: string;
  reporter_name: string;
  /** Path of the page where it was reported. */
  path: string;
  labels: string[];
  /** Links to other issues; empty in lists. */
  links: { type: IssueLinkType; issue: IssueSummary }[];
  context: ContextEntry[];
  followers: { id: string; name: string }[];
  /** Whether the caller follows it. */
  following: boolean;
  comment_count: number;
  created_at: string;
  updated_at: string;
  /** Set for a deleted one, which can be restored for 30 days. */
  deleted_at: string | null;
  deleted_by_name: string | null;
}

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
export interface Comment {
  id: string;
  issue_id: string;
  content: string;
  commenter_id: string;
  commenter_name: string;
  /** Whether it was changed after it was written. */
  edited: boolean;
  created_at: string;
  updated_at: string;
}

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
