import { MAX_QUESTIONNAIRE_DAYS, MAX_USER_ANSWER_TEXT, MAX_USER_NAME } from '@symbio/proto/limits';
import { USER_ANSWER_METHODS, USER_QUESTIONS, USER_REPLIES } from '@symbio/proto/project/vocabulary';
import { z } from 'zod';
import { appOperation } from '../operation.js';
import { clientId, day, id, moment, one, requiredText, success, textUpTo } from '../schemas/common.js';
import { askedQuestion, questionnaireLink, userAnswer, userAnswers } from '../schemas/questionnaires.js';
import { textOrEmpty } from './common.js';

const params = z.strictObject({ id: id('Project') });

const answers = z
  .array(
    z.strictObject({
      question: z.enum(USER_QUESTIONS, { error: `question must be one of ${USER_QUESTIONS.join(', ')}` }),
      answer: z.enum(USER_REPLIES, { error: `answer must be one of ${USER_REPLIES.join(', ')}` }),
      text: textUpTo(MAX_USER_ANSWER_TEXT),
    }),
    { error: 'answers must be a list' },
  )
  .max(USER_QUESTIONS.length);
const name = requiredText(MAX_USER_NAME);

export const sendQuestionnaire = appOperation({
  id: 'sendQuestionnaire',
  method: 'post',
  path: '/projects/{id}/questionnaire/links',
  summary: 'Mail the questionnaire to the user of the report',
  description: `By an editor. The last day is today at the earliest, in ${MAX_QUESTIONNAIRE_DAYS} days at the latest.`,
  audit: { subject: 'project', records: { action: 'changed', operation: 'questionnaire.sent' } },
  params,
  body: z.strictObject({
    id: clientId,
    name,
    email: z.string({ error: 'email is required' }),
    last_day: day('last_day must be a date such as 2026-11-30').meta({ format: 'date' }),
  }),
  status: 201,
  answer: one(questionnaireLink),
});

export const endQuestionnaireLink = appOperation({
  id: 'endQuestionnaireLink',
  method: 'delete',
  path: '/questionnaire-links/{id}',
  summary: 'End a questionnaire link',
  audit: { subject: 'project', records: { action: 'changed', operation: 'questionnaire.ended' } },
  params: z.strictObject({ id: id('Questionnaire link') }),
  answer: success,
});

export const recordUserAnswers = appOperation({
  id: 'recordUserAnswers',
  method: 'post',
  path: '/projects/{id}/questionnaire/answers',
  summary: 'Record answers that the user of the report gave otherwise',
  audit: { subject: 'project', records: { action: 'changed', operation: 'questionnaire.recorded' } },
  params,
  body: z.strictObject({
    id: clientId,
    name,
    date: z.string({ error: 'date is required' }).meta({ format: 'date' }),
    method: z.enum(USER_ANSWER_METHODS, { error: `method must be one of ${USER_ANSWER_METHODS.join(', ')}` }),
    answers,
  }),
  status: 201,
  answer: one(userAnswers),
});

/** Without an account. The token is in the body, so no log of addresses holds it. */
const byLink = { access: 'open', sameOrigin: true, rate: ['invitation'] } as const;

export const openQuestionnaire = appOperation({
  id: 'openQuestionnaire',
  method: 'post',
  path: '/questionnaires/open',
  summary: 'What a questionnaire link leads to',
  ...byLink,
  audit: { subject: 'project', records: 'nothing' },
  body: z.strictObject({ token: textOrEmpty }),
  answer: one(
    z
      .strictObject({
        project_title: z.string(),
        address: z.string(),
        name: z.string(),
        last_day: z.string().meta({ format: 'date' }),
        questions: z.array(askedQuestion),
        answers: z.array(userAnswer).meta({ description: 'Given by this link before; the newest.' }),
        answered_at: moment.nullable(),
      })
      .meta({ id: 'OpenedQuestionnaire' }),
  ),
});

export const submitQuestionnaire = appOperation({
  id: 'submitQuestionnaire',
  method: 'post',
  path: '/questionnaires/submit',
  summary: 'Answer the questionnaire of a link',
  ...byLink,
  audit: { subject: 'project', records: { action: 'changed', operation: 'user_of_report.answered' } },
  body: z.strictObject({
    token: textOrEmpty,
    id: z.uuid({ error: 'id must be a UUID' }),
    name: textOrEmpty,
    answers,
  }),
  answer: one(
    z.strictObject({ id: z.string().meta({ description: 'Of the project.' }), answered_at: moment.nullable() }),
  ),
});
