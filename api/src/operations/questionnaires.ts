import { z } from 'zod';
import { id, one } from '../schemas/common.js';
import { questionnaire } from '../schemas/questionnaires.js';
import { operation } from '../operation.js';

export const about = {
  tag: 'Questionnaire',
  description: 'Questions to the user of the report, and their answers.',
};

export const getQuestionnaire = operation({
  id: 'getQuestionnaire',
  method: 'get',
  path: '/projects/{id}/questionnaire',
  tag: about.tag,
  summary: 'Questions to the user of the report, and answers',
  description: 'The earliest answers count as an interview of the user. People send links and record answers.',
  access: 'read',
  params: z.strictObject({ id: id('Project') }),
  answer: { description: 'The questionnaire.', schema: one(questionnaire) },
  refusals: ['not_found'],
  example: { params: { id: '01980a40-11aa-7c01-9d20-7f2e3b4c5d6e' } },
});
