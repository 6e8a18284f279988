import { AGENCY_KINDS, REQUEST_OUTCOMES } from '@symbio/proto/records/vocabulary';
import { z } from 'zod';
import { agency, agencyRequest, dueAgencyRequests } from '../schemas/agency-requests.js';
import {
  clientId,
  day,
  id,
  line,
  list,
  one,
  paging,
  requiredLine,
  success,
  textUpTo,
  word,
} from '../schemas/common.js';
import { operation } from '../operation.js';

export const about = {
  tag: 'Agency requests',
  description: 'Requests of records from agencies, with follow-ups and answers.',
};
const { tag } = about;

const EDITOR = 'Requires the editor role; not for agents.';
const PROJECT = '01980a40-11aa-7c01-9d20-7f2e3b4c5d6e';
const ofRequest = z.strictObject({ id: id('Request') });
const requestExample = { params: { id: '01980a40-11aa-7c01-9d20-7f2e3b4c5d76' } };
const theRequest = { description: 'The request.', schema: one(agencyRequest) };
const aDay = day('Give a day such as 2026-11-28').nullish();
const aLine = (name: string) => line(name, 300).nullish();

const fields = {
  agency_name: requiredLine('agency_name', 300),
  agency_kind: word(AGENCY_KINDS),
  agency_address: textUpTo(4_000),
  agency_email: aLine('agency_email'),
  agency_portal: aLine('agency_portal'),
  subject: aLine('subject'),
  hit_ids: z.array(z.string()).max(100).optional(),
  sent_on: aDay,
  method: aLine('method'),
  reference: aLine('reference'),
  promised_on: aDay,
  follow_up_on: aDay,
  answered_on: aDay,
  outcome: word(REQUEST_OUTCOMES).nullish(),
  document_ids: z.array(z.string()).max(100).optional(),
  note: textUpTo(4_000),
};
const example = { agency_name: 'Fire Department', agency_kind: 'fire', sent_on: '2026-11-02', method: 'e-mail' };

export const listAgencyRequests = operation({
  id: 'listAgencyRequests',
  method: 'get',
  path: '/agency-requests',
  tag,
  summary: 'Requests of a project',
  description: 'Newest first.',
  access: 'read',
  query: z.strictObject({
    project_id: id('Project'),
    waiting: z.enum(['true', 'false']).optional().meta({ description: '`true`: only those without an answer.' }),
    ...paging,
  }),
  answer: { description: 'The requests.', schema: list(agencyRequest) },
  refusals: ['not_found'],
  example: { query: { project_id: PROJECT, waiting: 'true' } },
});

export const listAgencies = operation({
  id: 'listAgencies',
  method: 'get',
  path: '/projects/{id}/agencies',
  tag,
  summary: 'Agencies to which requests were made',
  description:
    'Of requests about properties whose ZIP code has the same three first digits, also in other projects; last used first. Requires the editor role.',
  access: 'read',
  params: z.strictObject({ id: id('Project') }),
  query: z.strictObject({ ...paging }),
  answer: { description: 'The agencies.', schema: list(agency) },
  refusals: ['not_found', 'not_authorized'],
  example: { params: { id: PROJECT } },
});

export const listDueAgencyRequests = operation({
  id: 'listDueAgencyRequests',
  method: 'get',
  path: '/due-agency-requests',
  tag,
  summary: 'Requests that are to be followed up',
  description: 'By project, the earliest first: waiting requests whose next follow-up is today or earlier.',
  access: 'read',
  query: z.strictObject({ ...paging }),
  answer: { description: 'The projects.', schema: list(dueAgencyRequests) },
  refusals: [],
  example: {},
});

export const createAgencyRequest = operation({
  id: 'createAgencyRequest',
  method: 'post',
  path: '/agency-requests',
  tag,
  summary: 'Record a request to an agency',
  description: `Nothing is sent. At most 400 of a project. ${EDITOR}`,
  access: 'write',
  body: z.strictObject({ id: clientId, project_id: id('Project'), ...fields }),
  answer: { status: 201, ...theRequest },
  refusals: ['not_found', 'conflict', 'not_authorized'],
  example: { body: { project_id: PROJECT, ...example } },
});

export const getAgencyRequest = operation({
  id: 'getAgencyRequest',
  method: 'get',
  path: '/agency-requests/{id}',
  tag,
  summary: 'One request',
  description: 'With the text of its letter, to copy.',
  access: 'read',
  params: ofRequest,
  answer: {
    description: 'The request.',
    schema: z.strictObject({ data: agencyRequest.extend({ letter: z.string() }) }),
  },
  refusals: ['not_found'],
  example: requestExample,
});

export const updateAgencyRequest = operation({
  id: 'updateAgencyRequest',
  method: 'put',
  path: '/agency-requests/{id}',
  tag,
  summary: 'Change a request',
  description: `Replaces all its fields. The outcome \`no_answer\` is a data gap. ${EDITOR}`,
  access: 'write',
  params: ofRequest,
  body: z.strictObject({
    ...fields,
    revision: z.int32().nullish().meta({
      description: 'The `revision` that you read: if it has another one, the response is 409.',
    }),
  }),
  answer: theRequest,
  refusals: ['not_found', 'stale', 'not_authorized'],
  example: { ...requestExample, body: example },
});

export const deleteAgencyRequest = operation({
  id: 'deleteAgencyRequest',
  method: 'delete',
  path: '/agency-requests/{id}',
  tag,
  summary: 'Delete a request made by mistake',
  description: `It can be restored. ${EDITOR}`,
  access: 'write',
  params: ofRequest,
  answer: { description: 'Deleted.', schema: success },
  refusals: ['not_found', 'not_authorized'],
  example: requestExample,
});

export const restoreAgencyRequest = operation({
  id: 'restoreAgencyRequest',
  method: 'post',
  path: '/agency-requests/{id}/restore',
  tag,
  summary: 'Restore a deleted request',
  description: EDITOR,
  access: 'write',
  params: ofRequest,
  answer: theRequest,
  refusals: ['not_found', 'not_authorized'],
  example: requestExample,
});

export const addAgencyRequestFollowUp = operation({
  id: 'addAgencyRequestFollowUp',
  method: 'post',
  path: '/agency-requests/{id}/follow-ups',
  tag,
  summary: 'Record a follow-up of a request',
  description: `409 \`not_sent\` before it is sent. ${EDITOR}`,
  access: 'write',
  params: ofRequest,
  body: z.strictObject({ id: clientId, day: day('Give a day such as 2026-11-28'), note: textUpTo(4_000) }),
  answer: { status: 201, ...theRequest },
  refusals: ['not_found', 'conflict', 'not_authorized'],
  example: { ...requestExample, body: { day: '2026-11-16', note: 'Called' } },
});
