import {
  MAX_COMMENT,
  MAX_CONTEXT_VALUE,
  MAX_ISSUE_CONTEXT,
  MAX_ISSUE_DESCRIPTION,
  MAX_ISSUE_LABEL,
  MAX_ISSUE_TITLE,
} from '@symbio/proto/limits';
import { clientId } from '@symbio/mongo';
import { parseFields } from '@symbio/runtime';
import { ONE_LINE, notOneLine } from '@symbio/proto/lines';
import type { ContextEntry, IssueFields } from '@symbio/proto/issue';
import { NOT_OWN_PATH, OWN_PATH } from '@symbio/proto/issue/path';
import { ISSUE_SEVERITIES, ISSUE_STATUSES, ISSUE_TYPES } from '@symbio/proto/issue/vocabulary';
import { z } from 'zod';
import { hasAtMost } from './graphemes.js';

const MAX_PATH = 2_000;
const MAX_LABELS = 20;
const MAX_CONTEXT_NAME = 100;

const tooLong = (label: string, max: number): string => `${label} is too long (at most ${max} characters)`;

/** Required text, with the same error whether absent or empty. */
const required = (label: string, max: number) =>
  z
    .string({ error: `${label} is required` })
    .trim()
    .min(1, `${label} is required`)
    .max(max, tooLong(label, max));

const oneOf = <const T extends readonly string[]>(label: string, values: T) =>
  z.enum(values, { error: `${label} must be one of ${values.join(', ')}` });

/** Lower case, to avoid duplicates; without commas, which separate labels in URLs. */
const label = z
  .string()
  .transform((text) => text.replace(/\s+/g, ' ').trim().toLowerCase())
  .refine((text) => text !== '', 'A label has at least one character')
  .refine((text) => hasAtMost(text, MAX_ISSUE_LABEL), tooLong('Label', MAX_ISSUE_LABEL))
  .refine((text) => !text.includes(','), 'A label has no comma');

const labels = z
  .array(label)
  .transform((all) => [...new Set(all)])
  .refine((all) => all.length <= MAX_LABELS, `An issue can have at most ${MAX_LABELS} labels`);

const context = z
  .array(
    z.object({
      name: z
        .string()
        .trim()
        .min(1, 'What is attached needs a name')
        .max(MAX_CONTEXT_NAME, tooLong('Name', MAX_CONTEXT_NAME)),
      value: z.string().max(MAX_CONTEXT_VALUE, tooLong('Value', MAX_CONTEXT_VALUE)),
    }),
  )
  .max(MAX_ISSUE_CONTEXT, `At most ${MAX_ISSUE_CONTEXT} things can be attached`);

const shared = {
  title: required('Title', MAX_ISSUE_TITLE).regex(ONE_LINE, notOneLine('Title')),
  description: required('Description', MAX_ISSUE_DESCRIPTION),
  // becomes a link for other users
  path: z
    .string()
    .trim()
    .max(MAX_PATH, tooLong('Path', MAX_PATH))
    .regex(ONE_LINE, notOneLine('Path'))
    .regex(OWN_PATH, NOT_OWN_PATH),
  // checked by identity
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
  labels: labels.default([]),
  context,
});

const updateSchema = z
  .object({
    ...shared,
    type: oneOf('Type', ISSUE_TYPES),
    severity: oneOf('Severity', ISSUE_SEVERITIES),
    status: oneOf('Status', ISSUE_STATUSES),
    labels,
  })
  .partial();

const labelChangeSchema = z.object({ labelsAdd: labels, labelsRemove: labels });

export type NewIssue = z.output<typeof creationSchema>;
export type IssueChange = z.output<typeof updateSchema>;
export type LabelChange = z.output<typeof labelChangeSchema>;

const flat = (fields: IssueFields | undefined) => ({ ...fields, labels: fields?.labels?.labels });

/** Validates a new issue and adds defaults. @throws AppError with every bad field */
export const checkNewIssue = (
  id: string,
  fields: IssueFields | undefined,
  attached: readonly ContextEntry[] = [],
): NewIssue => parseFields<NewIssue>(creationSchema, { ...flat(fields), id, context: attached });

/** Validates the given fields and omits others. @throws AppError with every bad field */
export function checkIssueChange(fields: IssueFields | undefined): IssueChange {
  const change = parseFields<IssueChange>(updateSchema, flat(fields));
  return Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined));
}

/** Validates added and removed labels. @throws AppError with every bad field */
export const checkLabelChange = (labelsAdd: readonly string[], labelsRemove: readonly string[]): LabelChange =>
  parseFields<LabelChange>(labelChangeSchema, { labelsAdd, labelsRemove });

/** Applies a label change. @throws AppError when there are too many */
export const withLabels = (current: readonly string[], { labelsAdd, labelsRemove }: LabelChange): string[] =>
  parseFields<{ labels: string[] }>(z.object({ labels }), {
    labels: [...current, ...labelsAdd].filter((each) => !labelsRemove.includes(each)),
  }).labels;

const commentContent = z
  .string()
  .trim()
  .min(1, 'Comment is required')
  .refine((text) => hasAtMost(text, MAX_COMMENT), 'Comment is too long');
const commentChangeSchema = z.object({ content: commentContent });
const newCommentSchema = z.object({ id: clientId, content: commentContent });

export type NewComment = z.output<typeof newCommentSchema>;

/** Validates a new comment (ISSUE-39, ISSUE-40). @throws AppError with every bad field */
export const checkNewComment = (id: string, content: string): NewComment =>
  parseFields<NewComment>(newCommentSchema, { id, content });

/** Validates comment text (ISSUE-39, ISSUE-40). @throws AppError INVALID_ARGUMENT */
export const checkComment = (content: string): string =>
  parseFields<z.output<typeof commentChangeSchema>>(commentChangeSchema, { content }).content;
