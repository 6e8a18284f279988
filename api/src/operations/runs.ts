import { MAX_REASON, MAX_RUN_NAME } from '@symbio/proto/limits';
import { z } from 'zod';
import { RUN_STATUSES } from '@symbio/proto/annotation/vocabulary';
import {
  clientId,
  cursorPaging,
  followedList,
  id,
  list,
  one,
  optionalId,
  paging,
  requiredText,
  textUpTo,
  updatedAfter,
} from '../schemas/common.js';
import { run, runWrite } from '../schemas/evidence.js';
import { operation } from '../operation.js';

export const about = {
  tag: 'Runs',
  description: 'The proposals that an agent makes in one go: listed, reviewed and undone together.',
};
const { tag } = about;
const params = z.strictObject({ id: id('Run') });
const example = { params: { id: '01980a55-0a1b-7c2d-8e3f-4a5b6c7d8e9f' } };

export const listRuns = operation({
  id: 'listRuns',
  method: 'get',
  path: '/runs',
  tag,
  summary: 'List runs',
  description: 'Newest first, of all projects that the caller may see.',
  access: 'read',
  query: z.strictObject({
    ...cursorPaging,
    project_id: id('Project').optional(),
    author_id: id('Author').optional(),
    status: z
      .enum(RUN_STATUSES, { error: `status must be one of ${RUN_STATUSES.join(', ')}` })
      .optional()
      .meta({ description: 'Only runs in this state.' }),
    updated_after: updatedAfter,
  }),
  answer: { description: 'Runs.', schema: followedList(run) },
  refusals: ['not_found'],
  example: { query: { project_id: '01980a40-11aa-7c01-9d20-7f2e3b4c5d6e' } },
});

export const createRun = operation({
  id: 'createRun',
  method: 'post',
  path: '/runs',
  tag,
  summary: 'Start a run',
  description:
    'What is written with its `run_id` can be listed, judged and undone as one. Needs an editor of the project. The author must be the one of the key, or an agent that the key made; a key writes only under runs of these.',
  access: 'write',
  body: z.strictObject({
    id: clientId,
    project_id: id('Project'),
    name: requiredText(MAX_RUN_NAME).meta({ description: 'For people.' }),
    author_id: optionalId('Author', 'The author; defaults to the key’s author.'),
    metadata: z.record(z.string(), z.unknown()).optional().meta({ description: 'Your own data about it.' }),
  }),
  answer: { status: 201, description: 'The run.', schema: one(run) },
  refusals: ['not_found', 'conflict'],
  example: {
    body: {
      project_id: '01980a40-11aa-7c01-9d20-7f2e3b4c5d6e',
      name: 'Tanks on Sanborn sheets, third try',
      metadata: { prompt: 'v3' },
    },
  },
});

export const getRun = operation({
  id: 'getRun',
  method: 'get',
  path: '/runs/{id}',
  tag,
  summary: 'One run',
  description: 'With counts of its existing items.',
  access: 'read',
  params,
  answer: { description: 'The run.', schema: one(run) },
  refusals: ['not_found'],
  example,
});

export const listRunWrites = operation({
  id: 'listRunWrites',
  method: 'get',
  path: '/runs/{id}/writes',
  tag,
  summary: 'List items of a run',
  description: 'Annotations first, then features, mentions and records of mentions, oldest first.',
  access: 'read',
  params,
  query: z.strictObject(paging),
  answer: {
    description: 'The run’s existing items.',
    schema: list(runWrite),
  },
  refusals: ['not_found'],
  example,
});

export const finishRun = operation({
  id: 'finishRun',
  method: 'post',
  path: '/runs/{id}/finish',
  tag,
  summary: 'Finish a run',
  description: 'No more items can be added. A finished run cannot be reopened.',
  access: 'write',
  params,
  answer: { description: 'The run.', schema: one(run) },
  refusals: ['not_found', 'conflict'],
  example,
});

export const undoRun = operation({
  id: 'undoRun',
  method: 'post',
  path: '/runs/{id}/undo',
  tag,
  summary: 'Undo a run',
  description:
    'Deletes its annotations, its mentions, and its features without mentions from outside the run. In other mentions, the records before the run become current again. Undoing a run is final.',
  access: 'write',
  params,
  answer: {
    description: 'The run, and its items that remain.',
    schema: z.strictObject({
      data: run,
      kept_feature_ids: z
        .array(z.string())
        .meta({ description: 'Features kept because other mentions refer to them.' }),
      kept_mention_ids: z
        .array(z.string())
        .meta({ description: 'Mentions kept because a later record by another author is current.' }),
    }),
  },
  refusals: ['not_found', 'conflict'],
  example,
});

export const reviewRun = operation({
  id: 'reviewRun',
  method: 'post',
  path: '/runs/{id}/review',
  tag,
  summary: 'Accept or reject a run',
  description: 'Decides about all undecided annotations of the run.',
  access: 'people',
  params,
  body: z.strictObject({
    action: z.enum(['accept', 'reject'], { error: 'action must be accept or reject' }),
    reason: textUpTo(MAX_REASON).meta({ description: 'The reason; required to reject.' }),
  }),
  answer: {
    description: 'The run, and the number of annotations decided.',
    schema: z.strictObject({ data: run, reviewed: z.int() }),
  },
  refusals: ['not_found', 'conflict', 'not_authorized'],
  example: { ...example, body: { action: 'reject', reason: 'The model read street names as oil yards.' } },
});
