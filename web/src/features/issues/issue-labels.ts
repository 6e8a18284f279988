import {
  ISSUE_SEVERITIES,
  ISSUE_STATUSES,
  ISSUE_TYPES,
  type IssueLinkType,
  type IssueSeverity,
  type IssueStatus,
  type IssueType,
} from '@symbio/proto/issue/vocabulary';
import { ISSUE_SEVERITY_LABELS, ISSUE_STATUS_LABELS, ISSUE_TYPE_LABELS } from '@symbio/proto/labels';
import type { Issue } from './issue-records.js';

/** What links say, read from the issue that shows them. */
export const LINK_LABELS: Readonly<Record<IssueLinkType, string>> = {
  duplicate_of: 'Duplicate of',
  duplicated_by: 'Duplicated by',
  blocks: 'Blocks',
  blocked_by: 'Blocked by',
};

const labelOf =
  (labels: Readonly<Record<string, string>>) =>
  (value: string): string =>
    labels[value] ?? value;

/** Label of a type (OP-38); the value itself for one this version does not know. */
export const issueTypeLabel = labelOf(ISSUE_TYPE_LABELS);

/** Label of a severity (OP-38); the value itself for one this version does not know. */
export const severityLabel = labelOf(ISSUE_SEVERITY_LABELS);

/** Label of a status (ISSUE-08); the value itself for one this version does not know. */
export const issueStatusLabel = labelOf(ISSUE_STATUS_LABELS);

/** A choice of a vocabulary: its value, and its label. */
export type Option<T extends string = string> = readonly [value: T, label: string];

/** The types to choose from, in order. */
export const TYPE_OPTIONS = ISSUE_TYPES.map((type): Option<IssueType> => [type, ISSUE_TYPE_LABELS[type]]);

/** The severities to choose from, worst first. */
export const SEVERITY_OPTIONS = ISSUE_SEVERITIES.map((severity): Option<IssueSeverity> => [
  severity,
  ISSUE_SEVERITY_LABELS[severity],
]);

/** The statuses to choose from, in the order of an issue's life; any may follow any (ISSUE-09). */
export const STATUS_OPTIONS = ISSUE_STATUSES.map((status): Option<IssueStatus> => [
  status,
  ISSUE_STATUS_LABELS[status],
]);

/** Who is at it, in words: nobody is `Unassigned` (ISSUE-03), a user without a name is still somebody. */
export const assigneeLabel = ({ assignee, assignee_name }: Pick<Issue, 'assignee' | 'assignee_name'>): string =>
  assignee ? assignee_name.trim() || 'Unnamed user' : 'Unassigned';

/** Longest text of a clipped description, in characters: more than two lines of the widest table hold. */
const EXCERPT_LENGTH = 240;

/**
 * The beginning of a Markdown text as one line of plain words: in a list its marks would be noise, and its headings and
 * pictures too large. Ends in `…` when there is more.
 */
export function excerpt(markdown: string): string {
  const words = markdown
    .replace(/^\s*(?:```|~~~).*$/gm, ' ')
    .replace(/!\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replace(/\[([^\]]+)\]\([^)]*\)/g, '$1')
    // a heading runs on into what it is about: `Steps: open a sheet`
    .replace(/^ {0,3}#{1,6}\s+(.*?)[\s#]*$/gm, (_line, heading: string) =>
      /[.:!?]$/.test(heading) ? heading : `${heading}:`,
    )
    .replace(/^\s{0,3}(?:>\s?|[-*+]\s+(?:\[[ xX]\]\s+)?)/gm, '')
    .replace(/^\s*(?:[-*_]\s*){3,}$/gm, ' ')
    // of a table only the words of its cells; a line of dashes says which row is its head
    .replace(/^\s*\|?(?:\s*:?-{3,}:?\s*\|)+\s*(?::?-{3,}:?\s*)?$/gm, ' ')
    .replace(/^\s*\|(.*)\|\s*$/gm, (_line, cells: string) => cells.replaceAll('|', ' '))
    .replace(/(\*\*|__|~~)(?=\S)(.*?\S)\1/g, '$2')
    // single marks only around whole words: snake_case and 2 * 3 stay as they are
    .replace(/(?<![\w*])([*_])(?=\S)([^*_]*[^\s*_])\1(?![\w*])/g, '$2')
    .replace(/(`+)(.+?)\1/g, '$2')
    .replace(/\s+/g, ' ')
    .trim();
  if (words.length <= EXCERPT_LENGTH) return words;
  const cut = words.slice(0, EXCERPT_LENGTH);
  const lastSpace = cut.lastIndexOf(' ');
  return `${(lastSpace > 0 ? cut.slice(0, lastSpace) : cut).trimEnd()}…`;
}
