import { clientId, invalidFields, parseFields } from '@symbio/kit';
import type { IssueFields } from '@symbio/proto/issue';
import { ISSUE_SEVERITIES, ISSUE_STATUSES, ISSUE_TYPES, type IssueStatus } from '@symbio/proto/issue/vocabulary';
import { z } from 'zod';

/** Longest texts, in characters. */
export const MAX_TITLE = 200;
export const MAX_DESCRIPTION = 20_000;
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
  id: clientId,
  ...shared,
  path: shared.path.default(''),
  assignee: shared.assignee.default(''),
  type: oneOf('Type', ISSUE_TYPES).default('bug'),
  severity: oneOf('Severity', ISSUE_SEVERITIES).default('s2'),
  status: oneOf('Status', ISSUE_STATUSES).default('open'),
});

const updateSchema = z
  .object({
    ...shared,
    type: oneOf('Type', ISSUE_TYPES),
    severity: oneOf('Severity', ISSUE_SEVERITIES),
    status: oneOf('Status', ISSUE_STATUSES),
  })
  .partial();

export type NewIssue = z.output<typeof creationSchema>;
export type IssueChange = z.output<typeof updateSchema>;

/** Checks a new issue and fills in what is not given. @throws AppError that names every bad field at once */
export const checkNewIssue = (id: string, fields: IssueFields | undefined): NewIssue =>
  parseFields<NewIssue>(creationSchema, { ...fields, id });

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

const commentContent = z.string().trim().min(1, 'Comment is required').max(MAX_COMMENT, 'Comment is too long');
const commentChangeSchema = z.object({ content: commentContent });
const newCommentSchema = z.object({ id: clientId, content: commentContent });

export type NewComment = z.output<typeof newCommentSchema>;

/** Checks a new comment (ISSUE-39, ISSUE-40). @throws AppError that names every bad field at once */
export const checkNewComment = (id: string, content: string): NewComment =>
  parseFields<NewComment>(newCommentSchema, { id, content });

/** Checks the text of a comment (ISSUE-39, ISSUE-40). @throws AppError INVALID_ARGUMENT */
export const checkComment = (content: string): string =>
  parseFields<z.output<typeof commentChangeSchema>>(commentChangeSchema, { content }).content;
