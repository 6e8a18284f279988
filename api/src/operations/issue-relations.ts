/** Links, followers, labels, history, comments and screenshots of issues. */
import { MAX_COMMENT } from '@symbio/proto/limits';
import { ISSUE_LINK_TYPES } from '@symbio/proto/issue/vocabulary';
import { z } from 'zod';
import { clientId, followedList, id, list, one, paging, seen, success, updatedAfter } from '../schemas/common.js';
import { filesForm } from '../schemas/form.js';
import { comment, issueHistoryEntry, label, linkedIssue, oneIssue, screenshot } from '../schemas/issues.js';
import { operation } from '../operation.js';
import { EXAMPLE_ISSUE, issueName, tag } from './issue-parts.js';

const issueQuery = { issue_id: issueName('issue_id') };
const ofIssue = z.strictObject(issueQuery);
const answer = { description: 'The issue.', schema: oneIssue };
const example = { query: { issue_id: EXAMPLE_ISSUE } };
const EXAMPLE_COMMENT = '01980a61-2b3c-7d4e-8f50-617283940a1b';

export const listSimilarIssues = operation({
  id: 'listSimilarIssues',
  method: 'get',
  path: '/issues/similar',
  tag,
  summary: 'Find similar issues',
  description: 'At most 5 issues similar to a text: open ones first, then by similarity.',
  access: 'read',
  query: z.strictObject({
    ...paging,
    text: z.string({ error: 'text is required' }).meta({ description: 'A title or a description.' }),
  }),
  answer: { description: 'Issues.', schema: list(linkedIssue) },
  example: { query: { text: 'tiles are blurred' } },
});

export const listIssueLabels = operation({
  id: 'listIssueLabels',
  method: 'get',
  path: '/issues/labels',
  tag,
  summary: 'List labels',
  description: 'All labels, most used first.',
  access: 'read',
  audit: { records: 'nothing' },
  query: z.strictObject(paging),
  answer: { description: 'Labels.', schema: list(label) },
  example: {},
});

export const listIssueHistory = operation({
  id: 'listIssueHistory',
  method: 'get',
  path: '/issues/history',
  tag,
  summary: 'List changes of an issue',
  description: 'The latest 500 changes with their authors, newest first.',
  access: 'read',
  query: z.strictObject({ ...issueQuery, ...paging }),
  answer: { description: 'Changes.', schema: list(issueHistoryEntry) },
  refusals: ['not_found'],
  example,
});

const link = {
  issue_id: issueName('issue_id'),
  type: z
    .enum(ISSUE_LINK_TYPES, {
      error: ({ input }) => (input ? `Type must be one of ${ISSUE_LINK_TYPES.join(', ')}` : 'type is required'),
    })
    .meta({ description: 'Relation of the other issue to this one.' }),
  other_id: issueName('other_id'),
};

export const linkIssues = operation({
  id: 'linkIssues',
  method: 'post',
  path: '/issues/links',
  tag,
  summary: 'Link two issues',
  description: 'The other issue shows the inverse relation. Circular duplicates are a conflict.',
  access: 'write',
  body: z.strictObject(link),
  answer,
  refusals: ['not_found', 'conflict'],
  example: { body: { issue_id: EXAMPLE_ISSUE, type: 'blocked_by', other_id: 'SYM-13' } },
});

export const unlinkIssues = operation({
  id: 'unlinkIssues',
  method: 'delete',
  path: '/issues/links',
  tag,
  summary: 'Unlink two issues',
  description: 'Removes the link from both.',
  access: 'write',
  query: z.strictObject(link),
  answer,
  refusals: ['not_found'],
  example: { query: { issue_id: EXAMPLE_ISSUE, type: 'blocked_by', other_id: 'SYM-13' } },
});

export const followIssue = operation({
  id: 'followIssue',
  method: 'put',
  path: '/issues/follow',
  tag,
  summary: 'Follow an issue',
  description: 'The caller is notified of changes by mail.',
  access: 'write',
  query: ofIssue,
  answer,
  refusals: ['not_found'],
  example,
});

export const unfollowIssue = operation({
  id: 'unfollowIssue',
  method: 'delete',
  path: '/issues/follow',
  tag,
  summary: 'Unfollow an issue',
  description: 'The caller is no longer notified of changes.',
  access: 'write',
  query: ofIssue,
  answer,
  refusals: ['not_found'],
  example,
});

export const listComments = operation({
  id: 'listComments',
  method: 'get',
  path: '/issues/comments',
  tag,
  summary: 'List comments of an issue',
  description: 'Oldest first.',
  access: 'read',
  query: z.strictObject({ ...issueQuery, ...paging, updated_after: updatedAfter }),
  answer: { description: 'Comments.', schema: followedList(comment) },
  refusals: ['not_found'],
  example,
});

/** Both spellings of the issue id are accepted (OP-54); one is required. */
const eitherIssue = {
  issue_id: issueName('issue_id').nullish(),
  issueId: issueName('issueId').nullish(),
};
const EITHER = { override: { anyOf: [{ required: ['issue_id'] }, { required: ['issueId'] }] } };
const namesIssue = (input: { issue_id?: unknown; issueId?: unknown } | null | undefined): boolean =>
  Boolean(input?.issue_id ?? input?.issueId);
/** Runs even if other fields are invalid, so all errors are reported together. */
const always = { when: () => true };

const content = z
  .string({ error: 'Comment is required' })
  .regex(/\S/, 'Comment is required')
  .meta({
    description: `At most ${MAX_COMMENT.toLocaleString('en')} characters; an emoji counts as one.`,
    maxLength: MAX_COMMENT,
  });

export const createComment = operation({
  id: 'createComment',
  method: 'post',
  path: '/issues/comments',
  tag,
  summary: 'Comment on an issue',
  description: 'Followers of the issue are notified.',
  access: 'write',
  body: z
    .strictObject({ id: clientId, ...eitherIssue, content })
    .refine(namesIssue, { path: ['issue_id'], error: 'issue_id is required', ...always })
    .meta(EITHER),
  answer: { status: 201, description: 'The comment.', schema: one(comment) },
  refusals: ['not_found', 'conflict'],
  example: { body: { issue_id: EXAMPLE_ISSUE, content: 'Me too, in Firefox.' } },
});

export const updateComment = operation({
  id: 'updateComment',
  method: 'put',
  path: '/issues/comments',
  tag,
  summary: 'Change a comment',
  description: 'Only its author may change it. With the `updated_at` that you read, a later change is not overwritten.',
  access: 'write',
  body: z
    .strictObject({ id: id('Comment'), ...eitherIssue, content, updated_at: seen })
    .refine(namesIssue, { path: ['issueId'], error: 'issueId is required', ...always })
    .meta(EITHER),
  answer: { description: 'The comment.', schema: one(comment) },
  refusals: ['not_found', 'stale', 'not_authorized'],
  example: { body: { id: EXAMPLE_COMMENT, issueId: EXAMPLE_ISSUE, content: 'Me too, in Firefox 140.' } },
});

export const listScreenshots = operation({
  id: 'listScreenshots',
  method: 'get',
  path: '/issues/screenshots',
  tag,
  summary: 'List screenshots of an issue',
  description: 'Oldest first.',
  access: 'read',
  query: z.strictObject({ ...issueQuery, ...paging }),
  answer: { description: 'Screenshots.', schema: list(screenshot) },
  refusals: ['not_found'],
  example,
});

export const addScreenshots = operation({
  id: 'addScreenshots',
  method: 'post',
  path: '/issues/screenshots',
  tag,
  summary: 'Add screenshots to an issue',
  description:
    'Images of at most 10 MB each, at most 10 per issue. Each file is accepted or rejected individually. With an Idempotency-Key, files without an id get one derived from the key and their position.',
  access: 'write',
  query: ofIssue,
  consumes: 'multipart/form-data',
  body: filesForm('The images.'),
  answer: {
    status: 201,
    description: 'The result of each file, in form order.',
    schema: z.strictObject({
      data: z.array(
        z.union([
          z.strictObject({ screenshot }),
          z.strictObject({ file_name: z.string(), error: z.string(), code: z.string() }),
        ]),
      ),
    }),
  },
  refusals: ['not_found', 'too_large', 'unsupported_type'],
  example,
});

export const deleteScreenshot = operation({
  id: 'deleteScreenshot',
  method: 'delete',
  path: '/issues/screenshots',
  tag,
  summary: 'Delete a screenshot',
  description: 'Deletes its files, too.',
  access: 'write',
  query: z.strictObject({ id: id('Screenshot') }),
  answer: { description: 'Deleted.', schema: success },
  refusals: ['not_found', 'not_authorized'],
  example: { query: { id: '01980a62-3c4d-7e5f-9061-728394a5b6c7' } },
});
