/** Runs of agents: batches that are reviewed and undone together (OP-07, OP-21, OP-24). */
import { newId } from '@symbio/runtime';
import { LISTED, READ, allProcesses } from '../callers.js';
import { callsOf, type CallRow, type RouteRow } from '../tries.js';
import { AGENTS, REVIEW } from './marks.js';

const rejection = { action: 'reject', reason: 'Street names were read as oil yards.' };

export const routes: RouteRow[] = [
  {
    route: 'GET /api/public/runs',
    way: 'of all projects',
    cites: 'AUTH-37 OP-21',
    call: () => ({ path: '/api/public/runs' }),
    allowed: LISTED,
    shows: (w) => w.runId,
  },
  {
    route: 'GET /api/public/runs',
    way: 'of a project',
    cites: 'AUTH-37 OP-21',
    call: (w) => ({ path: `/api/public/runs?project_id=${w.projectId}` }),
    allowed: READ,
  },
  {
    route: 'POST /api/public/runs',
    cites: 'OP-07 OP-24',
    call: (w) => ({
      path: '/api/public/runs',
      body: { project_id: w.projectId, name: 'Tanks', author_id: w.agentId },
    }),
    allowed: AGENTS,
  },
  {
    route: 'GET /api/public/runs/:id',
    cites: 'AUTH-37 OP-21',
    call: (w) => ({ path: `/api/public/runs/${w.runId}` }),
    allowed: READ,
  },
  {
    route: 'GET /api/public/runs/:id/writes',
    cites: 'AUTH-37 OP-21',
    call: (w) => ({ path: `/api/public/runs/${w.runId}/writes` }),
    allowed: READ,
  },
  {
    route: 'POST /api/public/runs/:id/finish',
    cites: 'OP-07 OP-24',
    call: async (w) => ({ path: `/api/public/runs/${await w.newRun()}/finish` }),
    allowed: AGENTS,
  },
  {
    route: 'POST /api/public/runs/:id/undo',
    cites: 'OP-07 OP-24',
    call: async (w) => ({ path: `/api/public/runs/${await w.newRun()}/undo` }),
    allowed: AGENTS,
  },
  {
    route: 'POST /api/public/runs/:id/review',
    cites: 'OP-24',
    call: async (w) => ({ path: `/api/public/runs/${await w.newRun()}/review`, body: rejection }),
    allowed: REVIEW,
  },
];

const annotation = callsOf('annotation');

export const calls: CallRow[] = [
  annotation('listRuns', { cites: 'AUTH-37', request: (w) => ({ projectId: w.projectId }), allowed: READ }),
  annotation('getRun', { cites: 'AUTH-37', request: (w) => ({ id: w.runId }), allowed: READ }),
  annotation('createRun', {
    cites: 'OP-07 OP-24',
    request: (w) => ({ id: newId(), projectId: w.projectId, name: 'Tanks', authorId: w.agentId }),
    allowed: AGENTS,
  }),
  annotation('finishRun', { cites: 'OP-07 OP-24', request: async (w) => ({ id: await w.newRun() }), allowed: AGENTS }),
  annotation('undoRun', { cites: 'OP-07 OP-24', request: async (w) => ({ id: await w.newRun() }), allowed: AGENTS }),
  annotation('reviewRun', {
    cites: 'OP-24',
    request: async (w) => ({ id: await w.newRun(), ...rejection }),
    allowed: REVIEW,
    processes: allProcesses(403),
  }),
];
