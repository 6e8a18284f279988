import { Interview, type CreateInterviewRequest } from '@symbio/proto/project';
import { closeServers } from '../testing.js';
import { interviews } from './interviews.js';
import { servePublic } from './testing.js';

const PROJECT = '01980a40-11aa-7c01-9d20-7f2e3b4c5d6e';
const ID = '01980a65-6f70-7182-8394-a5162738495a';
const body = {
  role: 'owner',
  person: 'Ms. Hale',
  date: '2026-02-03',
  method: 'telephone',
  answered: true,
  text: 'No.',
};

afterEach(closeServers);

it('lists, records, changes and deletes interviews', async () => {
  const interview = Interview.fromPartial({ id: ID, projectId: PROJECT, ...body });
  const created: CreateInterviewRequest[] = [];
  const project = {
    listInterviews: () => Promise.resolve({ interviews: [interview] }),
    createInterview: (request: CreateInterviewRequest) => {
      created.push(request);
      return Promise.resolve({ interview });
    },
    updateInterview: () => Promise.resolve({ interview: { ...interview, answered: false } }),
    deleteInterview: () => Promise.resolve({}),
  };
  const { get, send } = await servePublic(interviews({ project } as never), { actor: { via: 'user' } });
  expect(await get(`/interviews?project_id=${PROJECT}`)).toMatchObject({
    body: { data: [{ id: ID, role: 'owner', person: 'Ms. Hale', answered: true }] },
  });
  expect((await send('POST', '/interviews', { project_id: PROJECT, ...body })).status).toBe(201);
  expect(created).toMatchObject([{ projectId: PROJECT, values: body }]);
  const change = await send('PUT', `/interviews/${ID}`, { ...body, answered: false });
  expect(change).toMatchObject({ body: { data: { answered: false } } });
  expect((await send('DELETE', `/interviews/${ID}`)).status).toBe(200);
  expect((await send('POST', '/interviews', { project_id: PROJECT, ...body, role: 'neighbour' })).status).toBe(400);
});
