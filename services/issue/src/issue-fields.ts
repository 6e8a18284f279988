import { invalidFields, parseFields } from '@symbio/kit';
import type { IssueFields } from '@symbio/proto/issue';
import { z } from 'zod';

/** Values of an issue's choices (ISSUE-30, ISSUE-31, DATA-24). */
export const ISSUE_TYPES = ['bug', 'improvement', 'feature_request'] as const;
export const SEVERITIES = ['s0', 's1', 's2', 's3', 's4'] as const;
export const ISSUE_STATUSES = ['open', 'in_progress', 'deployed', 'closed'] as const;
export type IssueType = (typeof ISSUE_TYPES)[number];
export type Severity = (typeof SEVERITIES)[number];
export type IssueStatus = (typeof ISSUE_STATUSES)[number];

/** Longest texts, in characters. */
const MAX_TITLE = 200;
const MAX_DESCRIPTION = 20_000;
const MAX_PATH = 2_000;
/** Longest comment, in characters (ISSUE-40, CONST-21). */
export const MAX_COMMENT = 5_000;

const tooLong = (label: string, max: number): string => `${label} is too long (at most ${max} characters)`;

/** A text that must be there; absent and empty get the same sentence. */
const required = (label: string, max: number) =>
  z
    .string({ error: `${label} is required` })
    .trim()
    .min(1, `${label} is required`)
    .max(max, tooLong(label, max));

const oneOf = <const T extends readonly string[]>(label: string, values: T) =>
  z.enum(values, { error: `${label} must be one of ${values.join(', ')}` });

const shared = {
  title: required('Title', MAX_TITLE),
  description: required('Description', MAX_DESCRIPTION),
  path: z.string().trim().max(MAX_PATH, tooLong('Path', MAX_PATH)),
  // who it is, identity knows
  assignee: z.string(),
};

const creationSchema = z.object({
  ...shared,
  path: shared.path.default(''),
  assignee: shared.assignee.default(''),
  type: oneOf('Type', ISSUE_TYPES).default('bug'),
  severity: oneOf('Severity', SEVERITIES).default('s2'),
  status: oneOf('Status', ISSUE_STATUSES).default('open'),
});

const updateSchema = z
  .object({
    ...shared,
    type: oneOf('Type', ISSUE_TYPES),
    severity: oneOf('Severity', SEVERITIES),
    status: oneOf('Status', ISSUE_STATUSES),
  })
  .partial();

export type NewIssue = z.output<typeof creationSchema>;
export type IssueChange = z.output<typeof updateSchema>;

/** Checks a new issue and fills in what is not given. @throws AppError that names every bad field at once */
export const checkNewIssue = (fields: IssueFields | undefined): NewIssue =>
  parseFields<NewIssue>(creationSchema, fields ?? {});

/** Checks the fields that are given; the others are left out. @throws AppError that names every bad field at once */
export function checkIssueChange(fields: IssueFields | undefined): IssueChange {
  const change = parseFields<IssueChange>(updateSchema, fields ?? {});
  return Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined));
}

/** The status a list is narrowed down to; none means all. @throws AppError INVALID_ARGUMENT */
export function checkStatusFilter(status: string): IssueStatus | undefined {
  if (!status) return undefined;
  const known = ISSUE_STATUSES.find((value) => value === status);
  if (!known) throw invalidFields({ status: `Status must be one of ${ISSUE_STATUSES.join(', ')}` });
  return known;
}

/** Checks a comment (ISSUE-39, ISSUE-40). @throws AppError INVALID_ARGUMENT */
export function checkComment(content: string): string {
  const text = content.trim();
  if (!text) throw invalidFields({ content: 'Comment is required' });
  if (text.length > MAX_COMMENT) throw invalidFields({ content: 'Comment is too long' });
  return text;
}
