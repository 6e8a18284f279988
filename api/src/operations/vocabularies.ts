import { z } from 'zod';
import { list, one, paging } from '../schemas/common.js';
import { landUse } from '../schemas/evidence.js';
import { operation } from '../operation.js';

const words = z.array(
  z
    .strictObject({ value: z.string(), label: z.string().meta({ description: 'As people read it.' }) })
    .meta({ id: 'Word' }),
);

/** Every vocabulary but the land uses, which have more to say. */
export const VOCABULARIES = [
  'annotation_types',
  'author_types',
  'document_categories',
  'history_statuses',
  'issue_severities',
  'issue_statuses',
  'issue_types',
  'page_types',
  'project_statuses',
  'run_statuses',
  'use_types',
  'user_roles',
  'webhook_events',
] as const;

const each = Object.fromEntries(VOCABULARIES.map((name) => [name, words])) as Record<
  (typeof VOCABULARIES)[number],
  typeof words
>;

export const getVocabularies = operation({
  id: 'getVocabularies',
  method: 'get',
  path: '/vocabularies',
  tag: 'Vocabularies',
  summary: 'All words that fields may hold',
  description: 'Each vocabulary with its values, as they are sent, and labels, as people read them.',
  access: 'read',
  answer: { description: 'The vocabularies.', schema: one(z.strictObject({ land_uses: z.array(landUse), ...each })) },
});

export const listLandUses = operation({
  id: 'listLandUses',
  method: 'get',
  path: '/land-uses',
  tag: 'Vocabularies',
  summary: 'List land uses',
  description: 'The values of `land_use`, with what such places typically leave in the ground.',
  access: 'read',
  query: z.strictObject(paging),
  answer: { description: 'Land uses, in the order of the list.', schema: list(landUse) },
});
