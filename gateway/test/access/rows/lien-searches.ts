/** Lien searches (OP-07, OP-09). */
import { newId } from '@symbio/runtime';
import { LienSearchValues } from '@symbio/proto/project';
import { CREATOR, EDIT, READ } from '../callers.js';
import { there } from '../there.js';
import { callsOf, type CallRow, type RouteRow } from '../tries.js';
import type { World } from '../world.js';

const body = { searched_by: 'Title Ltd.', date: '2026-02-03', ordered_by: 'user', result: 'none' };
const values = LienSearchValues.fromPartial({
  ...{ searchedBy: 'Title Ltd.', date: '2026-02-03', orderedBy: 'user', result: 'none' },
});
const ROUTE = '/api/public/lien-searches';
export const newLienSearch = async ({ system, projectId, as }: World): Promise<string> =>
  there(
    (await system.clients.project.createLienSearch({ projectId, values }, await as(CREATOR))).lienSearch,
    'lien search',
  ).id;

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
    call: async (w) => ({ path: `${ROUTE}/${await newLienSearch(w)}`, body }),
    allowed: EDIT,
  },
  {
    route: `DELETE ${ROUTE}/:id`,
    cites: 'OP-07 OP-09',
    call: async (w) => ({ path: `${ROUTE}/${await newLienSearch(w)}` }),
    allowed: EDIT,
  },
];

const project = callsOf('project');

export const calls: CallRow[] = [
  project('listLienSearches', { cites: 'AUTH-37', request: (w) => ({ projectId: w.projectId }), allowed: READ }),
  project('createLienSearch', {
    cites: 'OP-07 OP-09',
    request: (w) => ({ id: newId(), projectId: w.projectId, values }),
    allowed: EDIT,
  }),
  project('updateLienSearch', {
    cites: 'OP-07 OP-09',
    request: async (w) => ({ id: await newLienSearch(w), values }),
    allowed: EDIT,
  }),
  project('deleteLienSearch', {
    cites: 'OP-07 OP-09',
    request: async (w) => ({ id: await newLienSearch(w) }),
    allowed: EDIT,
  }),
];
