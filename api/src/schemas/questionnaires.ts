import { USER_ANSWER_METHODS, USER_QUESTIONS, USER_REPLIES } from '@symbio/proto/project/vocabulary';
import { z } from 'zod';
import { moment, word } from './common.js';

const date = z.string().meta({ format: 'date', examples: ['2026-10-05'] });

export const askedQuestion = z
  .strictObject({
    id: word(USER_QUESTIONS),
    rule: z.string().meta({ examples: ['40 CFR 312.29'] }),
    text: z.string(),
    explains: z.array(word(USER_REPLIES)).meta({ description: 'Replies that ask for an explanation.' }),
    hint: z.string().meta({ description: 'Asks for the explanation.' }),
  })
  .meta({ id: 'UserQuestion' });

export const userAnswer = z
  .strictObject({ question: word(USER_QUESTIONS), answer: word(USER_REPLIES), text: z.string() })
  .meta({ id: 'UserAnswer' });

export const userAnswers = z
  .strictObject({
    id: z.string(),
    link_id: z.string().nullable().meta({ description: 'Null: recorded by a person of the project.' }),
    name: z.string().meta({ description: 'Who answered.' }),
    date,
    method: word(USER_ANSWER_METHODS),
    answers: z.array(userAnswer),
    by_name: z.string().nullable().meta({ description: 'Who recorded them.' }),
    created_at: moment.nullable(),
  })
  .meta({ id: 'UserAnswers', description: 'Answers that were given together.' });

export const questionnaireLink = z
  .strictObject({
    id: z.string(),
    name: z.string(),
    email: z.string(),
    last_day: date,
    opened_at: moment.nullable(),
    ended_at: moment.nullable(),
    by_name: z.string(),
    created_at: moment.nullable(),
  })
  .meta({ id: 'QuestionnaireLink', description: 'Its holder answers without an account, until the last day.' });

export const questionnaire = z
  .strictObject({
    project_id: z.string(),
    questions: z.array(askedQuestion),
    links: z.array(questionnaireLink).meta({ description: 'Oldest first; none for viewers.' }),
    answers: z.array(userAnswers).meta({ description: 'Oldest first. Later ones stand beside earlier ones.' }),
  })
  .meta({ id: 'Questionnaire', description: 'What the user of the report was asked and answered (40 CFR 312.22).' });
