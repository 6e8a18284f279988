import { MAX_DATE_NOTE } from '@symbio/proto/limits';
import { COMPONENT_KINDS } from '@symbio/proto/project/vocabulary';
import { z } from 'zod';
import { assessment, expiringAssessment } from '../schemas/assessments.js';
import { day, id, list, one, paging, seen, textUpTo } from '../schemas/common.js';
import { operation } from '../operation.js';

export const about = {
  tag: 'Assessments',
  description: 'How long an assessment may be relied on, by the dates of its five components.',
};
const { tag } = about;
const params = z.strictObject({ id: id('Project') });
const example = { params: { id: '01980a40-11aa-7c01-9d20-7f2e3b4c5d6e' } };

export const getAssessment = operation({
  id: 'getAssessment',
  method: 'get',
  path: '/projects/{id}/assessment',
  tag,
  summary: 'How long an assessment may be relied on',
  description: 'Dates of the five components, the days on which they expire, and problems of the dates.',
  access: 'read',
  params,
  answer: { description: 'The assessment.', schema: one(assessment) },
  refusals: ['not_found'],
  example,
});

export const saveAssessment = operation({
  id: 'saveAssessment',
  method: 'put',
  path: '/projects/{id}/assessment',
  tag,
  summary: 'Set the dates of an assessment',
  description:
    'Replaces the acquisition date and all typed dates. Without a typed date the site inspection is the earliest visit with access and findings; a typed one needs a note. Requires the editor role, and a person: agents get 403 `agents_propose`.',
  access: 'write',
  params,
  body: z.strictObject({
    acquisition_date: day('acquisition_date must be a date such as 2026-11-30').nullish(),
    dates: z.array(
      z.strictObject({
        kind: z.enum(COMPONENT_KINDS, { error: `kind must be one of ${COMPONENT_KINDS.join(', ')}` }),
        date: day('date must be a date such as 2026-05-01'),
        note: textUpTo(MAX_DATE_NOTE),
      }),
      { error: 'dates must be a list' },
    ),
    updated_at: seen,
  }),
  answer: { description: 'The assessment.', schema: one(assessment) },
  refusals: ['not_found', 'stale'],
  example: {
    ...example,
    body: { acquisition_date: '2026-12-15', dates: [{ kind: 'interviews', date: '2026-10-05' }] },
  },
});

export const listExpiringAssessments = operation({
  id: 'listExpiringAssessments',
  method: 'get',
  path: '/expiring-assessments',
  tag,
  summary: 'List assessments that expire soon',
  description:
    'Those with at most 30 days left and expired ones, first the one that expires first. Of projects that the caller may see and that are not completed.',
  access: 'read',
  query: z.strictObject(paging),
  answer: { description: 'Assessments.', schema: list(expiringAssessment) },
  refusals: [],
  example: {},
});
