/** Issue vocabulary for JSON and databases. Browser-safe: no protobuf. */
import {
  IssueType as IssueTypeEnum,
  IssueSeverity as IssueSeverityEnum,
  IssueStatus as IssueStatusEnum,
  IssueLinkType as IssueLinkTypeEnum,
  IssueSort as IssueSortEnum,
} from '../../gen/symbio/issue/v1/issue_vocabulary.js';
import { words } from '../words.js';

/** Issue types (DATA-24). */
export const ISSUE_TYPES = words(IssueTypeEnum);
export type IssueType = (typeof ISSUE_TYPES)[number];

/** Severities, worst first (DATA-24). */
export const ISSUE_SEVERITIES = words(IssueSeverityEnum);
export type IssueSeverity = (typeof ISSUE_SEVERITIES)[number];

/** Statuses (DATA-24). */
export const ISSUE_STATUSES = words(IssueStatusEnum);
export type IssueStatus = (typeof ISSUE_STATUSES)[number];

export const ISSUE_LINK_TYPES = words(IssueLinkTypeEnum);
export type IssueLinkType = (typeof ISSUE_LINK_TYPES)[number];

export const ISSUE_SORTS = words(IssueSortEnum);
export type IssueSort = (typeof ISSUE_SORTS)[number];

/** Who sees all issues; others see their own (D-68). */
export const ISSUE_ACCESS = ['everyone', 'staff'] as const;
export type IssueAccess = (typeof ISSUE_ACCESS)[number];

export const seesOnlyOwnIssues = (access: IssueAccess, role: string): boolean =>
  access === 'staff' && role === 'customer';
