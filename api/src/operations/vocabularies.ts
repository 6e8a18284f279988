import { RUN_STATUSES } from '@symbio/proto/annotation/vocabulary';
import { DOCUMENT_CATEGORIES, PAGE_KINDS, PAGE_STATUSES, PROCESSING_STATUSES } from '@symbio/proto/document/vocabulary';
import { DETERMINATION_KINDS, HISTORY_STATUSES, USE_TYPES } from '@symbio/proto/feature/vocabulary';
import { AUTHOR_TYPES, USER_ROLES } from '@symbio/proto/identity/vocabulary';
import { ISSUE_LINK_TYPES, ISSUE_SEVERITIES, ISSUE_STATUSES, ISSUE_TYPES } from '@symbio/proto/issue/vocabulary';
import { PROJECT_ROLES, PROJECT_STATUSES } from '@symbio/proto/project/vocabulary';
import { DELIVERY_STATUSES, WEBHOOK_EVENTS, WEBHOOK_STATUSES } from '@symbio/proto/webhook/vocabulary';
import { z } from 'zod';
import { list, one, paging } from '../schemas/common.js';
import { landUse } from '../schemas/evidence.js';
import { operation } from '../operation.js';

export const about = {
  tag: 'Vocabularies',
  description: 'Permitted values of fields, with labels.',
};
const { tag } = about;

const word = z
  .strictObject({ value: z.string(), label: z.string().meta({ description: 'Display label.' }) })
  .meta({ id: 'Word' });

/** All vocabularies except land uses, which have more fields. */
export const VOCABULARIES = {
  annotation_types: ['ellipse', 'rectangle', 'polygon'],
  author_types: AUTHOR_TYPES,
  delivery_statuses: DELIVERY_STATUSES,
  determination_kinds: DETERMINATION_KINDS,
  document_categories: DOCUMENT_CATEGORIES,
  history_statuses: HISTORY_STATUSES,
  issue_link_types: ISSUE_LINK_TYPES,
  issue_severities: ISSUE_SEVERITIES,
  issue_statuses: ISSUE_STATUSES,
  issue_types: ISSUE_TYPES,
  page_kinds: PAGE_KINDS,
  page_statuses: PAGE_STATUSES,
  processing_statuses: PROCESSING_STATUSES,
  project_roles: PROJECT_ROLES,
  project_statuses: PROJECT_STATUSES,
  run_statuses: RUN_STATUSES,
  use_types: USE_TYPES,
  user_roles: USER_ROLES,
  webhook_events: WEBHOOK_EVENTS,
  webhook_statuses: WEBHOOK_STATUSES,
} as const;

export type VocabularyName = keyof typeof VOCABULARIES;

const each = Object.fromEntries(Object.keys(VOCABULARIES).map((name) => [name, z.array(word)])) as Record<
  VocabularyName,
  z.ZodArray<typeof word>
>;

export const getVocabularies = operation({
  id: 'getVocabularies',
  method: 'get',
  path: '/vocabularies',
  tag,
  summary: 'List all vocabularies',
  description: 'Each vocabulary with its values and display labels.',
  access: 'read',
  audit: { records: 'nothing' },
  answer: { description: 'The vocabularies.', schema: one(z.strictObject({ land_uses: z.array(landUse), ...each })) },
});

export const listLandUses = operation({
  id: 'listLandUses',
  method: 'get',
  path: '/land-uses',
  tag,
  summary: 'List land uses',
  description: 'The values of `land_use`, with the contaminants typical of such places.',
  access: 'read',
  audit: { records: 'nothing' },
  query: z.strictObject(paging),
  answer: { description: 'Land uses, in the order of the list.', schema: list(landUse) },
});
