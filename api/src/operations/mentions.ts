import { MAX_NARRATIVE } from '@symbio/proto/limits';
import { HISTORY_STATUSES, USE_TYPES } from '@symbio/proto/feature/vocabulary';
import { z } from 'zod';
import {
  changing,
  BATCH_RULE,
  batchAnswer,
  batchItems,
  batchMode,
  clientId,
  cursorPaging,
  dryRun,
  followedList,
  id,
  one,
  optionalId,
  seen,
  success,
  text,
  textUpTo,
  updatedAfter,
  written,
} from '../schemas/common.js';
import { history, mention } from '../schemas/evidence.js';
import { operation } from '../operation.js';

export const about = {
  tag: 'Mentions',
  description: 'Evidence: where features appear in sources, with an append-only history.',
};
const { tag } = about;
const EXAMPLE_ID = '01980a51-5d2f-7b13-a4c8-1e6d7f8a9b0c';
const EXAMPLE = {
  feature_of_interest_id: '01980a50-3c1e-7a44-8e3d-9b2f64c1d5e7',
  source_annotation_id: '01980a4f-1b7a-7a0e-b9a6-3f1a6a3c8d10',
  narrative: 'A 10,000-gallon gasoline tank stands behind the garage on the sheet of 1928.',
  confidence: 8,
  use_type: 'historical',
};

const confidence = z
  .number({ error: 'confidence must be a number from 0 to 10' })
  .min(0, 'confidence must be a number from 0 to 10')
  .max(10, 'confidence must be a number from 0 to 10')
  .nullish()
  .meta({ description: 'From 0 to 10; required for agents.' });
const useType = z
  .enum(USE_TYPES, { error: `use_type must be one of ${USE_TYPES.join(', ')}` })
  .nullish()
  .meta({
    description:
      '`current`, `historical`, `suspected` or `confirmed`; for agents `suspected` by default, and `suspected` instead of `confirmed` until a person confirms it.',
  });

/** At least one of the four. */
const filters = {
  feature_id: id('Feature').optional(),
  annotation_id: id('Annotation').optional(),
  author_id: id('Author').optional(),
  project_id: id('Project').optional(),
  run_id: id('Run').optional(),
};
const ONE_OF = 'Requires at least one of `feature_id`, `annotation_id`, `author_id`, `project_id` and `run_id`.';

/** New mention, single or in a batch. */
export const mentionCreation = z
  .strictObject({
    id: clientId,
    feature_of_interest_id: text.meta({ description: 'The mentioned feature; required for API keys.' }),
    source_annotation_id: id('Annotation', 'The annotation that marks the source.'),
    project_id: text.meta({ description: 'The annotation’s project; optional.' }),
    author_id: optionalId(
      'Author',
      'The author; defaults to the key’s author. Another author must be an agent that this key created.',
    ),
    narrative: textUpTo(MAX_NARRATIVE).meta({ description: 'A description of the evidence in a sentence or two.' }),
    confidence,
    use_type: useType,
    run_id: optionalId('Run', 'An open run of the same project.'),
  })
  // people may omit the feature (OP-47): a caller-dependent rule the document cannot express
  .meta({
    override: ({ jsonSchema }: { jsonSchema: z.core.JSONSchema.BaseSchema }) => {
      jsonSchema.required = [...(jsonSchema.required ?? []), 'feature_of_interest_id'];
      jsonSchema.properties = {
        ...jsonSchema.properties,
        feature_of_interest_id: {
          type: 'string',
          minLength: 1,
          description: 'The mentioned feature.',
          'x-symbio-id': 'Feature',
        },
      };
    },
  });

export const listMentions = operation({
  id: 'listMentions',
  method: 'get',
  path: '/mentions',
  tag,
  summary: 'List mentions',
  description: `Newest first. ${ONE_OF} Not with \`include\`, which lists the mentions of all projects that the caller may see.`,
  access: 'read',
  query: z.strictObject({
    ...cursorPaging,
    ...filters,
    updated_after: updatedAfter,
    include: z
      .literal('current_history', { error: 'include must be current_history' })
      .optional()
      .meta({ description: 'Adds the current record.' }),
  }),
  answer: { description: 'Mentions.', schema: followedList(mention) },
  refusals: ['not_found'],
  example: { query: { feature_id: EXAMPLE.feature_of_interest_id, include: 'current_history' } },
});

export const getMention = operation({
  id: 'getMention',
  method: 'get',
  path: '/mentions/{id}',
  tag,
  summary: 'One mention',
  description: 'With its current record.',
  access: 'read',
  params: z.strictObject({ id: id('Mention') }),
  answer: { description: 'The mention.', schema: one(mention) },
  refusals: ['not_found'],
  example: { params: { id: EXAMPLE_ID } },
});

export const createMention = operation({
  id: 'createMention',
  method: 'post',
  path: '/mentions',
  tag,
  summary: 'Create a mention',
  description: 'Requires the editor role in the project. Creates the mention and the first record of its history.',
  access: 'write',
  query: z.strictObject({ dry_run: dryRun }),
  body: mentionCreation,
  answer: { status: 201, description: 'The mention.', schema: written(mention) },
  refusals: ['not_found', 'conflict'],
  example: { body: EXAMPLE },
});

export const createMentions = operation({
  id: 'createMentions',
  method: 'post',
  path: '/mentions/batch',
  tag,
  summary: 'Create up to 500 mentions',
  description: BATCH_RULE,
  access: 'write',
  query: z.strictObject({ dry_run: dryRun }),
  body: z.strictObject({ items: batchItems(mentionCreation), mode: batchMode }),
  answer: { description: 'The result of each item.', schema: batchAnswer(mention) },
  example: { body: { items: [EXAMPLE], mode: 'each' } },
});

export const updateMention = operation({
  id: 'updateMention',
  method: 'put',
  path: '/mentions',
  tag,
  summary: 'Change a mention',
  description: 'Adds a record to its history; the previous one is superseded. Omitted fields keep their values.',
  access: 'write',
  query: z.strictObject({ id: id('Mention'), dry_run: dryRun }),
  body: changing({
    narrative: textUpTo(MAX_NARRATIVE),
    confidence,
    use_type: useType,
    current_author_id: text.meta({ description: 'The author; defaults to the key’s author.' }),
    feature_of_interest_id: text.meta({
      description:
        'Moves it to another feature of the project; empty removes the feature (people only; keys are rejected).',
    }),
    run_id: optionalId('Run', 'The open run of the record.'),
    updated_at: seen,
  }),
  answer: { description: 'The mention.', schema: written(mention) },
  refusals: ['not_found', 'stale'],
  example: {
    query: { id: EXAMPLE_ID },
    body: { confidence: 9, narrative: 'Two gasoline tanks, 10,000 gallons each.' },
  },
});

export const deleteMention = operation({
  id: 'deleteMention',
  method: 'delete',
  path: '/mentions',
  tag,
  summary: 'Delete a mention',
  description:
    'For mentions created by mistake. To revoke a statement, supersede its record instead. An agent’s key changes and deletes only its own agent’s items (403 `agents_propose`, `another_agent`).',
  access: 'write',
  query: z.strictObject({ id: id('Mention'), dry_run: dryRun }),
  answer: { description: 'Deleted.', schema: success },
  refusals: ['not_found'],
  example: { query: { id: EXAMPLE_ID } },
});

export const listMentionHistory = operation({
  id: 'listMentionHistory',
  method: 'get',
  path: '/mention-history',
  tag,
  summary: 'List records of mentions',
  description: `All records, newest first. ${ONE_OF}`,
  access: 'read',
  audit: { subject: 'mention' },
  query: z.strictObject({
    ...cursorPaging,
    ...filters,
    status: z
      .enum(HISTORY_STATUSES, { error: `status must be one of ${HISTORY_STATUSES.join(', ')}` })
      .optional()
      .meta({ description: 'Only records in this state.' }),
    updated_after: updatedAfter.meta({ description: 'Only records created after this time.' }),
    include: z
      .literal('author', { error: 'include must be author' })
      .optional()
      .meta({ description: 'Adds the author of each record.' }),
  }),
  answer: { description: 'Records.', schema: followedList(history) },
  refusals: ['not_found'],
  example: { query: { feature_id: EXAMPLE.feature_of_interest_id, include: 'author' } },
});

export const supersedeHistory = operation({
  id: 'supersedeHistory',
  method: 'post',
  path: '/mention-history',
  tag,
  summary: 'Supersede a record',
  description:
    'The record stays readable but is no longer active; the newest remaining active record, if any, becomes current. A record that is not active is refused (409 `record_ended`).',
  access: 'write',
  audit: { subject: 'mention' },
  body: z.strictObject({
    action: z.literal('supersede', { error: 'action must be supersede' }),
    history_id: id('Record'),
  }),
  answer: { description: 'Superseded.', schema: success },
  refusals: ['not_found', 'conflict'],
  example: { body: { action: 'supersede', history_id: '01980a51-5d30-7c20-8f11-2b3c4d5e6f70' } },
});
