import { z } from 'zod';
import { id, one } from '../schemas/common.js';
import { radiusReport } from '../schemas/radius-reports.js';
import { operation } from '../operation.js';

export const about = {
  tag: 'Radius reports',
  description: 'Tables of vendors’ radius reports, which become records of the project once a person confirms them.',
};
const { tag } = about;

const PERSON = 'Requires the editor role; not for agents.';
const ofDocument = z.strictObject({ id: id('Document') });
const example = { params: { id: '01980a4d-11f2-7d34-8e21-5a0c6f3f9a01' } };
const answer = { description: 'The report.', schema: one(radiusReport) };

export const proposeRadiusReport = operation({
  id: 'proposeRadiusReport',
  method: 'post',
  path: '/documents/{id}/radius-report',
  tag,
  summary: 'Read a radius report',
  description:
    'Reads the tables of the pages and compares them with the report’s own counts. Repeatable: a confirmed report stays as it is, another one is read again. 409 `too_many_pages` above 2,000. Requires the editor role; agents may, since a person confirms it.',
  access: 'write',
  params: ofDocument,
  answer,
  refusals: ['not_found', 'conflict', 'not_authorized'],
  example,
});

export const getRadiusReport = operation({
  id: 'getRadiusReport',
  method: 'get',
  path: '/documents/{id}/radius-report',
  tag,
  summary: 'A radius report, as read',
  description: 'It remains when its document is deleted, as do its confirmed records.',
  access: 'read',
  params: ofDocument,
  answer,
  refusals: ['not_found'],
  example,
});

export const confirmRadiusReport = operation({
  id: 'confirmRadiusReport',
  method: 'put',
  path: '/documents/{id}/radius-report/confirm',
  tag,
  summary: 'Confirm a radius report',
  description: `Its rows become records of the project. Each list that \`needs_confirmation\` must be named, else 409 \`lists_differ\`. ${PERSON}`,
  access: 'write',
  params: ofDocument,
  body: z.strictObject({
    lists: z.array(z.string().max(200)).max(500).optional(),
    revision: z.int32().nullish().meta({
      description: 'The `revision` that you read: if it has another one, the response is 409.',
    }),
  }),
  answer,
  refusals: ['not_found', 'conflict', 'stale', 'not_authorized'],
  example: { ...example, body: { lists: ['LUST'] } },
});

export const undoRadiusReport = operation({
  id: 'undoRadiusReport',
  method: 'delete',
  path: '/documents/{id}/radius-report/confirm',
  tag,
  summary: 'Undo the confirmation of a radius report',
  description: `Its records are no longer listed; those with a decision stay as \`gone\`. ${PERSON}`,
  access: 'write',
  params: ofDocument,
  answer,
  refusals: ['not_found', 'not_authorized'],
  example,
});
