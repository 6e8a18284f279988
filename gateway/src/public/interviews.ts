import { interviews as operations, lastSeen } from '@symbio/api';
import type { Clients } from '../clients.js';
import { route, type Route } from '../http/serve.js';
import { itemResponse, success } from '../present/answers.js';
import { presentInterview } from '../present/interviews.js';
import { slicedResponse } from './paging.js';

const shown = itemResponse(presentInterview);

/** /api/public/interviews. */
export const interviews = ({ project }: Pick<Clients, 'project'>): Route[] => [
  route(operations.listInterviews, async ({ query }, { parent }) => {
    const answer = await project.listInterviews({ projectId: query.project_id }, parent);
    return slicedResponse(answer.interviews.map(presentInterview), query);
  }),
  route(operations.createInterview, async ({ body }, { parent, mintId }) => {
    const { id, project_id: projectId, text, ...values } = body;
    const request = { id: id ?? mintId(), projectId, values: { ...values, text: text ?? '' } };
    return shown((await project.createInterview(request, parent)).interview);
  }),
  route(operations.updateInterview, async ({ params: { id }, body }, { parent }) => {
    const { role, person, date, method, answered, text } = body;
    const values = { role, person, date, method, answered, text: text ?? '' };
    return shown((await project.updateInterview({ id, values, expectedUpdatedAt: lastSeen(body) }, parent)).interview);
  }),
  route(operations.deleteInterview, async ({ params: { id } }, { parent }) => {
    await project.deleteInterview({ id }, parent);
    return success();
  }),
];
