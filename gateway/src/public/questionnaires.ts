import { questionnaires as operations } from '@symbio/api';
import type { Clients } from '../clients.js';
import { route, type Route } from '../http/serve.js';
import { itemResponse } from '../present/answers.js';
import { presentQuestionnaire } from '../present/questionnaires.js';

const shown = itemResponse(presentQuestionnaire);

/** GET /api/public/projects/{id}/questionnaire. */
export const questionnaires = ({ project }: Pick<Clients, 'project'>): Route[] => [
  route(operations.getQuestionnaire, async ({ params: { id: projectId } }, { parent }) =>
    shown((await project.getQuestionnaire({ projectId }, parent)).questionnaire),
  ),
];
