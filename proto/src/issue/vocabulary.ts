/** The issue service's words, as JSON and databases hold them. Browsers import this file: it knows no protobuf. */
import {
  IssueType as IssueTypeEnum,
  IssueSeverity as IssueSeverityEnum,
  IssueStatus as IssueStatusEnum,
  IssueLinkType as IssueLinkTypeEnum,
  IssueSort as IssueSortEnum,
} from '../../gen/symbio/issue/v1/issue_vocabulary.js';
import { words } from '../words.js';

/** What an issue is (DATA-24). */
export const ISSUE_TYPES = words(IssueTypeEnum);
export type IssueType = (typeof ISSUE_TYPES)[number];

/** How bad an issue is, worst first (DATA-24). */
export const ISSUE_SEVERITIES = words(IssueSeverityEnum);
export type IssueSeverity = (typeof ISSUE_SEVERITIES)[number];

/** How far an issue is (DATA-24). */
export const ISSUE_STATUSES = words(IssueStatusEnum);
export type IssueStatus = (typeof ISSUE_STATUSES)[number];

/** What another issue is to this one. */
export const ISSUE_LINK_TYPES = words(IssueLinkTypeEnum);
export type IssueLinkType = (typeof ISSUE_LINK_TYPES)[number];

/** What a list of issues can be in the order of. */
export const ISSUE_SORTS = words(IssueSortEnum);
export type IssueSort = (typeof ISSUE_SORTS)[number];
