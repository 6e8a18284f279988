import { USER_QUESTIONNAIRE } from '@symbio/assessment';
import type { questionnaireSchemas } from '@symbio/api';
import type { Questionnaire, QuestionnaireLink, UserAnswer, UserAnswers } from '@symbio/proto/project';
import {
  isUserQuestion,
  isUserReply,
  USER_ANSWER_METHODS,
  type UserAnswerMethod,
} from '@symbio/proto/project/vocabulary';
import type { z } from 'zod';
import { moment } from './json.js';

type AnswerJson = z.output<typeof questionnaireSchemas.userAnswer>;

export const presentQuestions = (): z.output<typeof questionnaireSchemas.askedQuestion>[] =>
  USER_QUESTIONNAIRE.map(({ explains, ...question }) => ({ ...question, explains: [...explains] }));

export const presentUserAnswer = ({ question, answer, text }: UserAnswer): AnswerJson[] =>
  isUserQuestion(question) && isUserReply(answer) ? [{ question, answer, text }] : [];

const methodOf = (method: string): UserAnswerMethod => USER_ANSWER_METHODS.find((one) => one === method) ?? 'paper';

export const presentUserAnswers = (set: UserAnswers): z.output<typeof questionnaireSchemas.userAnswers> => ({
  ...{ id: set.id, link_id: set.linkId || null, name: set.name, date: set.date, method: methodOf(set.method) },
  ...{ answers: set.answers.flatMap(presentUserAnswer), by_name: set.byName || null },
  created_at: moment(set.createdAt),
});

export const presentLink = (link: QuestionnaireLink): z.output<typeof questionnaireSchemas.questionnaireLink> => ({
  ...{ id: link.id, name: link.name, email: link.email, last_day: link.lastDay, by_name: link.byName },
  ...{ opened_at: moment(link.openedAt), ended_at: moment(link.endedAt), created_at: moment(link.createdAt) },
});

export const presentQuestionnaire = (message: Questionnaire): z.output<typeof questionnaireSchemas.questionnaire> => ({
  ...{ project_id: message.projectId, questions: presentQuestions() },
  ...{ links: message.links.map(presentLink), answers: message.answers.map(presentUserAnswers) },
});
