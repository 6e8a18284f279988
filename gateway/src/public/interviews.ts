import { interviews as operations, lastSeen, type interviewSchemas } from '@symbio/api';
import type { Interview } from '@symbio/proto/project';
import type { z } from 'zod';
import type { Clients } from '../clients.js';
import { route, type Route } from '../http/serve.js';
import { itemResponse, success } from '../present/answers.js';
import { moment } from '../present/json.js';
import { slicedResponse } from './paging.js';

const presentInterview = (interview: Interview): z.output<typeof interviewSchemas.interview> => ({
  ...{ id: interview.id, project_id: interview.projectId, role: interview.role, person: interview.person },
  ...{ date: interview.date, method: interview.method, answered: interview.answered, text: interview.text },
  by_name: interview.byName,
  ...{ created_at: moment(interview.createdAt), updated_at: moment(interview.updatedAt) },
});
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
