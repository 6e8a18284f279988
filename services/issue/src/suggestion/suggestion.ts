/** Suggested issue (ISSUE-24). */
import type { IssueType } from '@symbio/proto/issue/vocabulary';

export interface Suggestion {
  title: string;
  /** Markdown. */
  description: string;
  type: IssueType;
}
