/** Interviews (OP-07, OP-09). */
import { newId } from '@symbio/runtime';
import { InterviewValues } from '@symbio/proto/project';
import { CREATOR, EDIT, READ } from '../callers.js';
import { there } from '../there.js';
import { callsOf, type CallRow, type RouteRow } from '../tries.js';
import type { World } from '../world.js';

const body = { role: 'owner', person: 'Ms. Hale', date: '2026-02-03', method: 'telephone', answered: false };
const values = InterviewValues.fromPartial(body);
const ROUTE = '/api/public/interviews';
export const newInterview = async ({ system, projectId, as }: World): Promise<string> =>
  there((await system.clients.project.createInterview({ projectId, values }, await as(CREATOR))).interview, 'interview')
    .id;

export const routes: RouteRow[] = [
  {
    route: `GET ${ROUTE}`,
    cites: 'AUTH-37',
    call: (w) => ({ path: `${ROUTE}?project_id=${w.projectId}` }),
    allowed: READ,
  },
  {
    route: `POST ${ROUTE}`,
    cites: 'OP-07 OP-09',
    call: (w) => ({ path: ROUTE, body: { project_id: w.projectId, ...body } }),
    allowed: EDIT,
  },
  {
    route: `PUT ${ROUTE}/:id`,
    cites: 'OP-07 OP-09',
    call: async (w) => ({ path: `${ROUTE}/${await newInterview(w)}`, body }),
    allowed: EDIT,
  },
  {
    route: `DELETE ${ROUTE}/:id`,
    cites: 'OP-07 OP-09',
    call: async (w) => ({ path: `${ROUTE}/${await newInterview(w)}` }),
    allowed: EDIT,
  },
];

const project = callsOf('project');

export const calls: CallRow[] = [
  project('listInterviews', { cites: 'AUTH-37', request: (w) => ({ projectId: w.projectId }), allowed: READ }),
  project('createInterview', {
    cites: 'OP-07 OP-09',
    request: (w) => ({ id: newId(), projectId: w.projectId, values }),
    allowed: EDIT,
  }),
  project('updateInterview', {
    cites: 'OP-07 OP-09',
    request: async (w) => ({ id: await newInterview(w), values }),
    allowed: EDIT,
  }),
  project('deleteInterview', {
    cites: 'OP-07 OP-09',
    request: async (w) => ({ id: await newInterview(w) }),
    allowed: EDIT,
  }),
];
