/** Coverage of sources and gaps (OP-07, OP-09). */
import { newId } from '@symbio/runtime';
import { GapValues } from '@symbio/proto/project';
import { CREATOR, EDIT, READ } from '../callers.js';
import { there } from '../there.js';
import { callsOf, type CallRow, type RouteRow } from '../tries.js';
import type { World } from '../world.js';

const body = { kind: 'interval', from: 1924, to: 1938 };
const values = GapValues.fromPartial({ kind: 'interval', fromYear: 1924, toYear: 1938 });
const at = ({ projectId }: World): string => `/api/public/projects/${projectId}/coverage`;
export const newGap = async ({ system, projectId, as }: World): Promise<string> =>
  there((await system.clients.project.createGap({ projectId, values }, await as(CREATOR))).gap, 'gap').id;

export const routes: RouteRow[] = [
  {
    route: 'GET /api/public/projects/:id/coverage',
    cites: 'AUTH-37',
    call: (w) => ({ path: at(w) }),
    allowed: READ,
  },
  {
    route: 'PUT /api/public/projects/:id/coverage',
    cites: 'OP-07 OP-09',
    call: (w) => ({ path: at(w), body: { cells: [] } }),
    allowed: EDIT,
  },
  {
    route: 'GET /api/public/gaps',
    cites: 'AUTH-37',
    call: (w) => ({ path: `/api/public/gaps?project_id=${w.projectId}` }),
    allowed: READ,
  },
  {
    route: 'POST /api/public/gaps',
    cites: 'OP-07 OP-09',
    call: (w) => ({ path: '/api/public/gaps', body: { project_id: w.projectId, ...body } }),
    allowed: EDIT,
  },
  {
    route: 'PUT /api/public/gaps/:id',
    cites: 'OP-07 OP-09',
    call: async (w) => ({ path: `/api/public/gaps/${await newGap(w)}`, body }),
    allowed: EDIT,
  },
  {
    route: 'DELETE /api/public/gaps/:id',
    cites: 'OP-07 OP-09',
    call: async (w) => ({ path: `/api/public/gaps/${await newGap(w)}` }),
    allowed: EDIT,
  },
];

const project = callsOf('project');

export const calls: CallRow[] = [
  project('getCoverage', { cites: 'AUTH-37', request: (w) => ({ projectId: w.projectId }), allowed: READ }),
  project('saveCoverage', {
    cites: 'OP-07 OP-09',
    request: (w) => ({ projectId: w.projectId, overrides: [] }),
    allowed: EDIT,
  }),
  project('createGap', {
    cites: 'OP-07 OP-09',
    request: (w) => ({ id: newId(), projectId: w.projectId, values }),
    allowed: EDIT,
  }),
  project('updateGap', {
    cites: 'OP-07 OP-09',
    request: async (w) => ({ id: await newGap(w), values }),
    allowed: EDIT,
  }),
  project('deleteGap', { cites: 'OP-07 OP-09', request: async (w) => ({ id: await newGap(w) }), allowed: EDIT }),
];
