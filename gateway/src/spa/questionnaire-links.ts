import { app } from '@symbio/api';
import type { Clients } from '../clients.js';
import { route, type Route } from '../http/serve.js';
import { itemResponse, success } from '../present/answers.js';
import { presentLink, presentUserAnswers } from '../present/questionnaires.js';

const operations = app.questionnaires;
const shownLink = itemResponse(presentLink);
const shownAnswers = itemResponse(presentUserAnswers);

/** Links of the questionnaire, and answers that people record. */
export const questionnaireLinks = ({ project }: Pick<Clients, 'project'>): Route[] => [
  route(operations.sendQuestionnaire, async ({ params, body }, { parent, mintId }) => {
    const { id, last_day: lastDay, name, email } = body;
    const request = { id: id ?? mintId(), projectId: params.id, name, email, lastDay };
    return shownLink((await project.sendQuestionnaire(request, parent)).link);
  }),
  route(operations.endQuestionnaireLink, async ({ params: { id } }, { parent }) => {
    await project.endQuestionnaireLink({ id }, parent);
    return success();
  }),
  route(operations.recordUserAnswers, async ({ params, body }, { parent, mintId }) => {
    const { id, answers: given, ...values } = body;
    const answers = given.map(({ text, ...answer }) => ({ ...answer, text: text ?? '' }));
    const request = { id: id ?? mintId(), projectId: params.id, values: { ...values, answers } };
    return shownAnswers((await project.recordUserAnswers(request, parent)).answers);
  }),
];
