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

/** From the displayed issue's perspective. */
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

/** OP-38; unknown values are returned as they are. */
export const issueTypeLabel = labelOf(ISSUE_TYPE_LABELS);

/** OP-38 */
export const severityLabel = labelOf(ISSUE_SEVERITY_LABELS);

/** ISSUE-08 */
export const issueStatusLabel = labelOf(ISSUE_STATUS_LABELS);

export type Option<T extends string = string> = readonly [value: T, label: string];

export const TYPE_OPTIONS = ISSUE_TYPES.map((type): Option<IssueType> => [type, ISSUE_TYPE_LABELS[type]]);

/** Worst first. */
export const SEVERITY_OPTIONS = ISSUE_SEVERITIES.map((severity): Option<IssueSeverity> => [
  severity,
  ISSUE_SEVERITY_LABELS[severity],
]);

/** In life-cycle order; every transition is allowed (ISSUE-09). */
export const STATUS_OPTIONS = ISSUE_STATUSES.map((status): Option<IssueStatus> => [
  status,
  ISSUE_STATUS_LABELS[status],
]);

/** `Unassigned` without one (ISSUE-03). */
export const assigneeLabel = ({ assignee, assignee_name }: Pick<Issue, 'assignee' | 'assignee_name'>): string =>
  assignee ? assignee_name.trim() || 'Unnamed user' : 'Unassigned';

/** Characters; more than two lines of the widest table. */
const EXCERPT_LENGTH = 240;

/** One line without markup, for lists; ends in `…` if truncated. */
export function excerpt(markdown: string): string {
  const words = markdown
    .replace(/^\s*(?:```|~~~).*$/gm, ' ')
    .replace(/!\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replace(/\[([^\]]+)\]\([^)]*\)/g, '$1')
    // join a heading with its content: `Steps: open a sheet`
    .replace(/^ {0,3}#{1,6}\s+(.*?)[\s#]*$/gm, (_line, heading: string) =>
      /[.:!?]$/.test(heading) ? heading : `${heading}:`,
    )
    .replace(/^\s{0,3}(?:>\s?|[-*+]\s+(?:\[[ xX]\]\s+)?)/gm, '')
    .replace(/^\s*(?:[-*_]\s*){3,}$/gm, ' ')
    // keep only the cell text of a table; the dashed line marks its header
    .replace(/^\s*\|?(?:\s*:?-{3,}:?\s*\|)+\s*(?::?-{3,}:?\s*)?$/gm, ' ')
    .replace(/^\s*\|(.*)\|\s*$/gm, (_line, cells: string) => cells.replaceAll('|', ' '))
    .replace(/(\*\*|__|~~)(?=\S)(.*?\S)\1/g, '$2')
    // strip single marks only around whole words: keeps snake_case and 2 * 3
    .replace(/(?<![\w*])([*_])(?=\S)([^*_]*[^\s*_])\1(?![\w*])/g, '$2')
    .replace(/(`+)(.+?)\1/g, '$2')
    .replace(/\s+/g, ' ')
    .trim();
  if (words.length <= EXCERPT_LENGTH) return words;
  const cut = words.slice(0, EXCERPT_LENGTH);
  const lastSpace = cut.lastIndexOf(' ');
  return `${(lastSpace > 0 ? cut.slice(0, lastSpace) : cut).trimEnd()}…`;
}
