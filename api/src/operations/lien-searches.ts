import { MAX_LIEN_SEARCH_TEXT, MAX_LIEN_SEARCHER } from '@symbio/proto/limits';
import { LIEN_SEARCH_ORDERERS, LIEN_SEARCH_RESULTS } from '@symbio/proto/project/vocabulary';
import { z } from 'zod';
import { clientId, id, list, one, paging, requiredText, seen, success, textUpTo } from '../schemas/common.js';
import { lienSearch } from '../schemas/lien-searches.js';
import { operation } from '../operation.js';

export const about = {
  tag: 'Lien searches',
  description: 'Searches for environmental liens and for activity and use limitations.',
};
const { tag } = about;
const PROJECT_ID = '01980a40-11aa-7c01-9d20-7f2e3b4c5d6e';
const LIEN_SEARCH_ID = '01980a65-6f70-7182-8394-a5162738495c';
const PEOPLE_ONLY = 'Requires the editor role, and a person: agents get 403 `agents_propose`.';

const values = {
  searched_by: requiredText(MAX_LIEN_SEARCHER).meta({ description: 'Vendor or person.' }),
  date: z.string({ error: 'date is required' }).meta({ format: 'date' }),
  from: z.int({ error: 'from must be a year' }).nullish(),
  to: z.int({ error: 'to must be a year' }).nullish(),
  ordered_by: z.enum(LIEN_SEARCH_ORDERERS, { error: `ordered_by must be one of ${LIEN_SEARCH_ORDERERS.join(', ')}` }),
  result: z.enum(LIEN_SEARCH_RESULTS, { error: `result must be one of ${LIEN_SEARCH_RESULTS.join(', ')}` }),
  text: textUpTo(MAX_LIEN_SEARCH_TEXT).meta({ description: 'What was found; required for `found`.' }),
  document_id: id('Document').nullish().meta({ description: 'Document of the project with the result.' }),
};
const EXAMPLE = {
  ...{ searched_by: 'Title Research Ltd.', date: '2026-10-05', from: 1980, to: 2026 },
  ...{ ordered_by: 'user' as const, result: 'none' as const },
};

export const listLienSearches = operation({
  id: 'listLienSearches',
  method: 'get',
  path: '/lien-searches',
  tag,
  summary: 'List lien searches of a project',
  description: 'In the order of their creation.',
  access: 'read',
  query: z.strictObject({ ...paging, project_id: id('Project') }),
  answer: { description: 'Lien searches.', schema: list(lienSearch) },
  refusals: ['not_found'],
  example: { query: { project_id: PROJECT_ID } },
});

export const createLienSearch = operation({
  id: 'createLienSearch',
  method: 'post',
  path: '/lien-searches',
  tag,
  summary: 'Record a lien search',
  description: `The earliest one dates the lien search of the assessment. ${PEOPLE_ONLY}`,
  access: 'write',
  body: z.strictObject({ id: clientId, project_id: id('Project'), ...values }),
  answer: { status: 201, description: 'The lien search.', schema: one(lienSearch) },
  refusals: ['not_found', 'conflict'],
  example: { body: { project_id: PROJECT_ID, ...EXAMPLE } },
});

export const updateLienSearch = operation({
  id: 'updateLienSearch',
  method: 'put',
  path: '/lien-searches/{id}',
  tag,
  summary: 'Change a lien search',
  description: `Replaces all values. ${PEOPLE_ONLY}`,
  access: 'write',
  params: z.strictObject({ id: id('LienSearch') }),
  body: z.strictObject({ ...values, updated_at: seen }),
  answer: { description: 'The lien search.', schema: one(lienSearch) },
  refusals: ['not_found', 'stale'],
  example: { params: { id: LIEN_SEARCH_ID }, body: EXAMPLE },
});

export const deleteLienSearch = operation({
  id: 'deleteLienSearch',
  method: 'delete',
  path: '/lien-searches/{id}',
  tag,
  summary: 'Delete a lien search',
  description: PEOPLE_ONLY,
  access: 'write',
  params: z.strictObject({ id: id('LienSearch') }),
  answer: { description: 'Deleted.', schema: success },
  refusals: ['not_found'],
  example: { params: { id: LIEN_SEARCH_ID } },
});
