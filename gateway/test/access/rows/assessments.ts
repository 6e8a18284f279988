/** Dates of assessments (OP-07, OP-09). */
import { CREATOR, EDIT, LISTED, READ } from '../callers.js';
import { callsOf, type CallRow, type RouteRow } from '../tries.js';
import type { World } from '../world.js';

/** Expired long ago, so that the list has it. */
const interviews = { kind: 'interviews', date: '2020-05-01', note: '' };
const at = ({ projectId }: World): string => `/api/public/projects/${projectId}/assessment`;

export const routes: RouteRow[] = [
  {
    route: 'GET /api/public/projects/:id/assessment',
    cites: 'API-02 AUTH-37',
    call: (w) => ({ path: at(w) }),
    allowed: READ,
  },
  {
    route: 'PUT /api/public/projects/:id/assessment',
    cites: 'API-02 OP-07 OP-09',
    call: (w) => ({ path: at(w), body: { dates: [interviews] } }),
    allowed: EDIT,
  },
  {
    route: 'GET /api/public/expiring-assessments',
    cites: 'AUTH-37 API-06',
    call: async (w) => {
      await dated(w);
      return { path: '/api/public/expiring-assessments' };
    },
    allowed: LISTED,
    shows: (w) => w.projectId,
  },
];

async function dated({ system, projectId, as }: World): Promise<void> {
  await system.clients.project.saveAssessment({ projectId, dates: [interviews] }, await as(CREATOR));
}

const project = callsOf('project');

export const calls: CallRow[] = [
  project('getAssessment', { cites: 'AUTH-37', request: (w) => ({ projectId: w.projectId }), allowed: READ }),
  project('saveAssessment', {
    cites: 'OP-07 OP-09',
    request: (w) => ({ projectId: w.projectId, dates: [interviews] }),
    allowed: EDIT,
  }),
  project('listAssessments', {
    cites: 'AUTH-37',
    request: async (w) => {
      await dated(w);
      return {};
    },
    allowed: LISTED,
    shows: (w) => w.projectId,
  }),
];
