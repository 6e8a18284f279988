import { MAX_INTERVIEW_PERSON, MAX_INTERVIEW_TEXT } from '@symbio/proto/limits';
import { INTERVIEW_METHODS, INTERVIEW_ROLES } from '@symbio/proto/project/vocabulary';
import { z } from 'zod';
import { clientId, id, list, one, paging, requiredText, seen, success, textUpTo } from '../schemas/common.js';
import { interview } from '../schemas/interviews.js';
import { operation } from '../operation.js';

export const about = {
  tag: 'Interviews',
  description: 'Interviews with owners, occupants, users and officials, and attempts.',
};
const { tag } = about;
const PROJECT_ID = '01980a40-11aa-7c01-9d20-7f2e3b4c5d6e';
const INTERVIEW_ID = '01980a65-6f70-7182-8394-a5162738495b';
const PEOPLE_ONLY = 'Requires the editor role, and a person: agents get 403 `agents_propose`.';

const values = {
  role: z.enum(INTERVIEW_ROLES, { error: `role must be one of ${INTERVIEW_ROLES.join(', ')}` }),
  person: requiredText(MAX_INTERVIEW_PERSON).meta({ description: 'Who was asked.' }),
  date: z.string({ error: 'date is required' }).meta({ format: 'date' }),
  method: z.enum(INTERVIEW_METHODS, { error: `method must be one of ${INTERVIEW_METHODS.join(', ')}` }),
  answered: z.boolean({ error: 'answered must be true or false' }),
  text: textUpTo(MAX_INTERVIEW_TEXT).meta({ description: 'What was said; required if answered.' }),
};
const EXAMPLE = {
  ...{ role: 'owner' as const, person: 'Ms. Hale', date: '2026-10-05', method: 'telephone' as const, answered: true },
  text: 'No tanks are known.',
};

export const listInterviews = operation({
  id: 'listInterviews',
  method: 'get',
  path: '/interviews',
  tag,
  summary: 'List interviews of a project',
  description: 'In the order of their creation.',
  access: 'read',
  query: z.strictObject({ ...paging, project_id: id('Project') }),
  answer: { description: 'Interviews.', schema: list(interview) },
  refusals: ['not_found'],
  example: { query: { project_id: PROJECT_ID } },
});

export const createInterview = operation({
  id: 'createInterview',
  method: 'post',
  path: '/interviews',
  tag,
  summary: 'Record an interview',
  description: `The earliest answered one dates the interviews of the assessment. ${PEOPLE_ONLY}`,
  access: 'write',
  body: z.strictObject({ id: clientId, project_id: id('Project'), ...values }),
  answer: { status: 201, description: 'The interview.', schema: one(interview) },
  refusals: ['not_found', 'conflict'],
  example: { body: { project_id: PROJECT_ID, ...EXAMPLE } },
});

export const updateInterview = operation({
  id: 'updateInterview',
  method: 'put',
  path: '/interviews/{id}',
  tag,
  summary: 'Change an interview',
  description: `Replaces all values. ${PEOPLE_ONLY}`,
  access: 'write',
  params: z.strictObject({ id: id('Interview') }),
  body: z.strictObject({ ...values, updated_at: seen }),
  answer: { description: 'The interview.', schema: one(interview) },
  refusals: ['not_found', 'stale'],
  example: { params: { id: INTERVIEW_ID }, body: EXAMPLE },
});

export const deleteInterview = operation({
  id: 'deleteInterview',
  method: 'delete',
  path: '/interviews/{id}',
  tag,
  summary: 'Delete an interview',
  description: PEOPLE_ONLY,
  access: 'write',
  params: z.strictObject({ id: id('Interview') }),
  answer: { description: 'Deleted.', schema: success },
  refusals: ['not_found'],
  example: { params: { id: INTERVIEW_ID } },
});
