import {
  MAX_CONTEXT_VALUE,
  MAX_ISSUE_BATCH,
  MAX_ISSUE_CONTEXT,
  MAX_ISSUE_DESCRIPTION,
  MAX_ISSUE_LABEL,
  MAX_ISSUE_TITLE,
  MAX_SEARCH,
} from '@symbio/proto/limits';
import { ISSUE_SEVERITIES, ISSUE_SORTS, ISSUE_STATUSES, ISSUE_TYPES } from '@symbio/proto/issue/vocabulary';
import { NOT_OWN_PATH, OWN_PATH } from '@symbio/proto/issue/path';
import { z } from 'zod';
import {
  clientId,
  flag,
  followedList,
  line,
  paging,
  requiredLine,
  seen,
  success,
  updatedAfter,
} from '../schemas/common.js';
import { issue, oneIssue } from '../schemas/issues.js';
import { operation } from '../operation.js';
import { EXAMPLE_ISSUE, issueName, tag, values, words } from './issue-parts.js';

const UUID = /^[\da-f]{8}-(?:[\da-f]{4}-){3}[\da-f]{12}$/i;
const isPerson = (...more: string[]) => {
  const known = new Set(more);
  return (value: string): boolean => known.has(value) || UUID.test(value);
};

const oneOf = <const Words extends readonly string[]>(name: string, vocabulary: Words) =>
  z.enum(vocabulary, { error: `${name} must be one of ${vocabulary.join(', ')}` }).nullish();

const title = requiredLine('Title', MAX_ISSUE_TITLE);
const description = z
  .string({ error: 'Description is required' })
  .max(MAX_ISSUE_DESCRIPTION, `Description is too long (at most ${MAX_ISSUE_DESCRIPTION} characters)`)
  .regex(/\S/, 'Description is required')
  .meta({ description: 'Markdown.' });
const label = z
  .string()
  .regex(/\S/, 'A label has at least one character')
  .regex(/^[^,]*$/, 'A label has no comma')
  .meta({ description: `At most ${MAX_ISSUE_LABEL} characters.`, maxLength: MAX_ISSUE_LABEL });
const assignee = z.string().nullish().meta({ description: 'Id of a user; null removes the assignee.' });

const fields = {
  type: oneOf('Type', ISSUE_TYPES),
  severity: oneOf('Severity', ISSUE_SEVERITIES),
  status: oneOf('Status', ISSUE_STATUSES),
  path: line('Path', 2_000)
    .regex(OWN_PATH, NOT_OWN_PATH)
    .nullish()
    .meta({ description: 'Path of the screen that it is about.', examples: ['/projects'] }),
  assignee,
  labels: z
    .array(label)
    .nullish()
    .meta({ description: 'All labels of the issue, at most 20. Stored in lower case.', maxItems: 20 }),
};

const answer = { description: 'The issue.', schema: oneIssue };
const idQuery = z.strictObject({ id: issueName('id') });

export const listIssues = operation({
  id: 'listIssues',
  method: 'get',
  path: '/issues',
  tag,
  summary: 'List issues',
  description:
    'Newest first unless `sort` says otherwise; 20 per page unless `per_page` is given. A key restricted to projects sees only the issues that it reported.',
  access: 'read',
  query: z.strictObject({
    ...paging,
    type: words('Type', ISSUE_TYPES),
    severity: words('Severity', ISSUE_SEVERITIES),
    status: words('Status', ISSUE_STATUSES),
    assignee: values(
      'Ids of users, `me` and `none`.',
      isPerson('me', 'none'),
      'assignee must be me, none or the id of a user',
    ),
    reporter: values('Ids of users, and `me`.', isPerson('me'), 'reporter must be me or the id of a user'),
    label: values('Issues with any of these labels.', () => true, ''),
    search: z
      .string()
      .max(MAX_SEARCH, `Search is too long (at most ${MAX_SEARCH} characters)`)
      .optional()
      .meta({ description: 'Words of the title, prefixes of words in the description, a key or a number.' }),
    sort: z
      .enum(ISSUE_SORTS, { error: `Sort must be one of ${ISSUE_SORTS.join(', ')}` })
      .optional()
      .meta({ description: 'Sort field; `created_at` by default.' }),
    order: z
      .enum(['asc', 'desc'], { error: 'Order must be one of asc, desc' })
      .optional()
      .meta({ description: 'Defaults to `desc` for timestamps and the number, else `asc`.' }),
    deleted: flag('deleted', 'Lists deleted issues that can be restored, instead of existing ones.'),
    updated_after: updatedAfter,
  }),
  answer: { description: 'Issues.', schema: followedList(issue) },
  example: { query: { status: 'open,in_progress', severity: 's0,s1' } },
});

export const getIssue = operation({
  id: 'getIssue',
  method: 'get',
  path: '/issues',
  tag,
  summary: 'One issue',
  description: 'With its links to other issues.',
  access: 'read',
  selector: 'id',
  query: idQuery,
  answer,
  refusals: ['not_found'],
  example: { query: { id: EXAMPLE_ISSUE } },
});

export const createIssue = operation({
  id: 'createIssue',
  method: 'post',
  path: '/issues',
  tag,
  summary: 'Report an issue',
  description: 'Defaults: type `bug`, severity `s2`, status `open`.',
  access: 'write',
  body: z.strictObject({
    id: clientId,
    title,
    description,
    ...fields,
    context: z
      .array(
        z.strictObject({
          name: requiredLine('Name', 100, 'What is attached needs a name'),
          value: z.string().max(MAX_CONTEXT_VALUE, `Value is too long (at most ${MAX_CONTEXT_VALUE} characters)`),
        }),
      )
      .max(MAX_ISSUE_CONTEXT, `At most ${MAX_ISSUE_CONTEXT} things can be attached`)
      .nullish()
      .meta({ description: 'Context such as the browser.' }),
  }),
  answer: { ...answer, status: 201 },
  refusals: ['conflict'],
  example: {
    body: { title: 'Tiles are blurred', description: 'On page 3, when I zoom in.', type: 'bug', severity: 's2' },
  },
});

export const updateIssue = operation({
  id: 'updateIssue',
  method: 'put',
  path: '/issues',
  tag,
  summary: 'Change an issue',
  description:
    'Omitted fields keep their values. With the `updated_at` that you read, a field that another user changed since is rejected; the response then has the current `issue`.',
  access: 'write',
  query: idQuery,
  body: z.strictObject({ title: title.nullish(), description: description.nullish(), ...fields, updated_at: seen }),
  answer,
  refusals: ['not_found', 'stale'],
  example: {
    query: { id: EXAMPLE_ISSUE },
    body: { status: 'closed', assignee: null, updated_at: '2026-11-22T09:30:00.000Z' },
  },
});

export const deleteIssue = operation({
  id: 'deleteIssue',
  method: 'delete',
  path: '/issues',
  tag,
  summary: 'Delete an issue',
  description: 'It can be restored for 30 days.',
  access: 'write',
  query: idQuery,
  answer: { description: 'Deleted.', schema: success },
  refusals: ['not_found', 'not_authorized'],
  example: { query: { id: EXAMPLE_ISSUE } },
});

export const restoreIssue = operation({
  id: 'restoreIssue',
  method: 'post',
  path: '/issues/restore',
  tag,
  summary: 'Restore an issue',
  description: 'Undoes a deletion, for 30 days. An existing issue stays unchanged.',
  access: 'write',
  query: idQuery,
  answer,
  refusals: ['not_found'],
  example: { query: { id: EXAMPLE_ISSUE } },
});

const result = z.union([
  z.strictObject({ id: z.string(), issue: issue.nullable() }),
  z.strictObject({ id: z.string(), error: z.string(), code: z.string() }),
]);

export const changeIssues = operation({
  id: 'changeIssues',
  method: 'post',
  path: '/issues/batch',
  tag,
  summary: 'Change or delete up to 100 issues',
  description:
    'Each issue is handled independently; the response has a result for each. `delete` excludes all other changes.',
  access: 'write',
  body: z.strictObject({
    ids: z
      .array(z.string().min(1))
      .min(1, 'Select at least one issue')
      .max(MAX_ISSUE_BATCH, `At most ${MAX_ISSUE_BATCH} issues can be changed at once`)
      .meta({ description: 'Ids or keys; duplicates count once.' }),
    status: fields.status,
    severity: fields.severity,
    assignee,
    labels_add: z.array(label).nullish(),
    labels_remove: z.array(label).nullish(),
    delete: z.boolean().nullish(),
  }),
  answer: {
    description: 'The result of each issue, in request order.',
    schema: z.strictObject({ data: z.array(result) }),
  },
  example: { body: { ids: ['SYM-12', 'SYM-13'], status: 'closed', labels_add: ['viewer'] } },
});

export { about } from './issue-parts.js';
