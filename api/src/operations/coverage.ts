import { COVERAGE_SOURCES, DOCUMENT_CATEGORIES } from '@symbio/proto/document/vocabulary';
import { MAX_COVERAGE_NOTE, MAX_COVERAGE_OVERRIDES, MAX_GAP_TEXT } from '@symbio/proto/limits';
import { COVERAGE_AREAS, COVERAGE_STATES, GAP_KINDS } from '@symbio/proto/project/vocabulary';
import { z } from 'zod';
import { clientId, id, list, one, paging, requiredText, seen, success, textUpTo } from '../schemas/common.js';
import { coverage, gap } from '../schemas/coverage.js';
import { operation } from '../operation.js';

export const about = {
  tag: 'Coverage',
  description: 'What sources cover by decade and area, and gaps in the data.',
};
const { tag } = about;
const PROJECT_ID = '01980a40-11aa-7c01-9d20-7f2e3b4c5d6e';
const GAP_ID = '01980a65-6f70-7182-8394-a5162738495a';
const PEOPLE_ONLY = 'Requires the editor role, and a person: agents get 403 `agents_propose`.';

const covered = z.enum(COVERAGE_SOURCES, { error: `source must be one of ${COVERAGE_SOURCES.join(', ')}` });
const source = z.enum(DOCUMENT_CATEGORIES, { error: 'source must be a category of documents' });
const area = z.enum(COVERAGE_AREAS, { error: `area must be one of ${COVERAGE_AREAS.join(', ')}` });
const year = z.int({ error: 'must be a year' });

const gapValues = {
  kind: z.enum(GAP_KINDS, { error: `kind must be one of ${GAP_KINDS.join(', ')}` }),
  from: year.nullish(),
  to: year.nullish(),
  area: area.nullish(),
  source: source.nullish(),
  tried: textUpTo(MAX_GAP_TEXT).meta({ description: 'Sources consulted to close the gap.' }),
  significant: z.boolean({ error: 'significant must be true or false' }).nullish(),
  reason: textUpTo(MAX_GAP_TEXT).meta({ description: 'Why it is significant or not.' }),
  effect: textUpTo(MAX_GAP_TEXT).meta({ description: 'On the conclusions.' }),
};
const EXAMPLE = {
  kind: 'interval' as const,
  from: 1924,
  to: 1938,
  tried: 'State archive, county library.',
  significant: false,
  reason: 'The use did not change between the sheets of 1924 and 1938.',
};

export const getCoverage = operation({
  id: 'getCoverage',
  method: 'get',
  path: '/projects/{id}/coverage',
  tag,
  summary: 'What the sources of a project cover',
  description:
    'Computed from the years of documents, adjoining features on their sheets, and searches of agency lists; people can state otherwise.',
  access: 'read',
  params: z.strictObject({ id: id('Project') }),
  answer: { description: 'The coverage.', schema: one(coverage) },
  refusals: ['not_found'],
  example: { params: { id: PROJECT_ID } },
});

export const saveCoverage = operation({
  id: 'saveCoverage',
  method: 'put',
  path: '/projects/{id}/coverage',
  tag,
  summary: 'State what sources cover',
  description: `Replaces all statements, and the first use. ${PEOPLE_ONLY}`,
  access: 'write',
  params: z.strictObject({ id: id('Project') }),
  body: z.strictObject({
    cells: z
      .array(
        z.strictObject({
          source: covered,
          decade: year.meta({ description: 'First year, such as 1920.' }),
          area,
          coverage_state: z.enum(COVERAGE_STATES, {
            error: `coverage_state must be one of ${COVERAGE_STATES.join(', ')}`,
          }),
          note: requiredText(MAX_COVERAGE_NOTE),
        }),
      )
      .max(MAX_COVERAGE_OVERRIDES, `State at most ${MAX_COVERAGE_OVERRIDES} cells`),
    first_use: z
      .strictObject({ year, note: requiredText(MAX_COVERAGE_NOTE) })
      .nullish()
      .meta({ description: 'First developed use of the property; absent: unknown.' }),
    updated_at: seen,
  }),
  answer: { description: 'The coverage.', schema: one(coverage) },
  refusals: ['not_found', 'stale'],
  example: {
    params: { id: PROJECT_ID },
    body: {
      cells: [
        {
          ...{ source: 'city_directories', decade: 1920, area: 'property', coverage_state: 'unavailable' },
          note: 'The county library has none before 1930.',
        },
      ],
    },
  },
});

export const listGaps = operation({
  id: 'listGaps',
  method: 'get',
  path: '/gaps',
  tag,
  summary: 'List gaps of a project',
  description: 'Oldest first.',
  access: 'read',
  query: z.strictObject({ ...paging, project_id: id('Project') }),
  answer: { description: 'Gaps.', schema: list(gap) },
  refusals: ['not_found'],
  example: { query: { project_id: PROJECT_ID } },
});

export const createGap = operation({
  id: 'createGap',
  method: 'post',
  path: '/gaps',
  tag,
  summary: 'Record a gap',
  description: PEOPLE_ONLY,
  access: 'write',
  body: z.strictObject({ id: clientId, project_id: id('Project'), ...gapValues }),
  answer: { status: 201, description: 'The gap.', schema: one(gap) },
  refusals: ['not_found', 'conflict'],
  example: { body: { project_id: PROJECT_ID, ...EXAMPLE } },
});

export const updateGap = operation({
  id: 'updateGap',
  method: 'put',
  path: '/gaps/{id}',
  tag,
  summary: 'Change a gap',
  description: `Replaces all values. ${PEOPLE_ONLY}`,
  access: 'write',
  params: z.strictObject({ id: id('Gap') }),
  body: z.strictObject({ ...gapValues, updated_at: seen }),
  answer: { description: 'The gap.', schema: one(gap) },
  refusals: ['not_found', 'stale'],
  example: { params: { id: GAP_ID }, body: EXAMPLE },
});

export const deleteGap = operation({
  id: 'deleteGap',
  method: 'delete',
  path: '/gaps/{id}',
  tag,
  summary: 'Delete a gap',
  description: PEOPLE_ONLY,
  access: 'write',
  params: z.strictObject({ id: id('Gap') }),
  answer: { description: 'Deleted.', schema: success },
  refusals: ['not_found'],
  example: { params: { id: GAP_ID } },
});
