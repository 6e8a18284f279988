import { MAX_COMMENT } from '@symbio/proto/limits';
import { z } from 'zod';
import { clientId, id, list, one, paging, requiredText, seen, success } from '../schemas/common.js';
import { evidenceComment } from '../schemas/comments.js';
import { operation } from '../operation.js';

export const about = {
  tag: 'Comments',
  description: 'Comments on annotations and features. Previous texts and deletions stay visible.',
};
const { tag } = about;
const EXAMPLE_ID = '01980a62-3c4d-7e5f-9061-728394a5c0de';
const ANNOTATION_ID = '01980a4f-1b7a-7a0e-b9a6-3f1a6a3c8d10';

const content = requiredText(MAX_COMMENT).meta({
  description: `At most ${MAX_COMMENT.toLocaleString('en')} characters.`,
});
const mentionedIds = z
  .array(z.string())
  .max(20, 'mentioned_ids must hold at most 20 people')
  .nullish()
  .meta({ description: 'User ids of people of the project, who get a mail. Not for agents.' });

export const listEvidenceComments = operation({
  id: 'listEvidenceComments',
  method: 'get',
  path: '/comments',
  tag,
  summary: 'List comments on an annotation or a feature',
  description:
    'Oldest first, with deleted ones. Requires exactly one of `annotation_id` and `feature_id`. A proposal and its accepted copy share their comments.',
  access: 'read',
  query: z.strictObject({
    ...paging,
    annotation_id: id('Annotation').optional(),
    feature_id: id('Feature').optional(),
  }),
  answer: { description: 'Comments.', schema: list(evidenceComment) },
  refusals: ['not_found'],
  example: { query: { annotation_id: ANNOTATION_ID } },
});

export const createEvidenceComment = operation({
  id: 'createEvidenceComment',
  method: 'post',
  path: '/comments',
  tag,
  summary: 'Comment on an annotation or a feature',
  description: 'Requires the editor role in the project. An agent’s key writes as its agent and mentions no one.',
  access: 'write',
  body: z.strictObject({
    id: clientId,
    annotation_id: id('Annotation').nullish(),
    feature_id: id('Feature').nullish(),
    content,
    mentioned_ids: mentionedIds,
  }),
  answer: { status: 201, description: 'The comment.', schema: one(evidenceComment) },
  refusals: ['not_found', 'conflict'],
  example: { body: { annotation_id: ANNOTATION_ID, content: 'The sheet of 1928 shows two tanks here, not one.' } },
});

export const updateEvidenceComment = operation({
  id: 'updateEvidenceComment',
  method: 'put',
  path: '/comments',
  tag,
  summary: 'Change a comment',
  description: 'Only its author. The previous text is kept.',
  access: 'write',
  query: z.strictObject({ id: id('Comment') }),
  body: z.strictObject({ content, mentioned_ids: mentionedIds, updated_at: seen }),
  answer: { description: 'The comment.', schema: one(evidenceComment) },
  refusals: ['not_found', 'stale'],
  example: { query: { id: EXAMPLE_ID }, body: { content: 'The sheet of 1928 shows three tanks here.' } },
});

export const deleteEvidenceComment = operation({
  id: 'deleteEvidenceComment',
  method: 'delete',
  path: '/comments',
  tag,
  summary: 'Delete a comment',
  description: 'Its author, or an owner of the project. The entry stays, without its text.',
  access: 'write',
  query: z.strictObject({ id: id('Comment') }),
  answer: { description: 'Deleted.', schema: success },
  refusals: ['not_found'],
  example: { query: { id: EXAMPLE_ID } },
});
