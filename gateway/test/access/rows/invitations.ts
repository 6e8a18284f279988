import { newId } from '@symbio/runtime';
import {
  ADMINISTRATOR,
  CREATOR,
  EDITOR,
  KEYS,
  NOBODY,
  OWNER,
  PEOPLE,
  STAFF_EDITOR,
  STAFF_VIEWER,
  VIEWER,
  allProcesses,
  grid,
  only,
} from '../callers.js';
import { callsOf, type CallRow, type RouteRow } from '../tries.js';

/** People who may invite to the project; no key may (D-74). */
const INVITERS = grid(
  { ok: [ADMINISTRATOR, CREATOR, OWNER], 403: [EDITOR, STAFF_EDITOR, VIEWER, STAFF_VIEWER, ...KEYS] },
  404,
);
const inviters = { cites: 'OP-06 OP-07', allowed: INVITERS, processes: allProcesses(403) };
/** Calls by the gateway for the holder of a mailed link. */
const holders = { cites: 'AUTH-34', allowed: NOBODY, processes: { ...only('gateway'), gateway: 404 as const } };

export const routes: RouteRow[] = [
  {
    route: 'GET /api/projects/:id/invitations',
    cites: 'OP-06 OP-07',
    call: (w) => ({ path: `/api/projects/${w.projectId}/invitations` }),
    allowed: INVITERS,
  },
  {
    route: 'POST /api/projects/:id/invitations',
    cites: 'OP-06 OP-07',
    call: (w) => ({
      path: `/api/projects/${w.projectId}/invitations`,
      body: { email: `${newId()}@access.test`, role: 'viewer' },
    }),
    allowed: INVITERS,
  },
  {
    route: 'DELETE /api/projects/:id/invitations/:invitationId',
    cites: 'OP-06 OP-07',
    call: async (w) => ({ path: `/api/projects/${w.projectId}/invitations/${await w.newInvitation()}` }),
    allowed: INVITERS,
  },
  {
    route: 'POST /api/invitations/accept',
    cites: 'AUTH-34 OP-07',
    call: () => ({ path: '/api/invitations/accept', body: { token: 'made up' } }),
    allowed: grid({}, 404),
  },
];

const project = callsOf('project');

export const calls: CallRow[] = [
  project('inviteMember', {
    ...inviters,
    request: (w) => ({ projectId: w.projectId, email: `${newId()}@access.test`, role: 'viewer' }),
  }),
  project('listInvitations', { ...inviters, request: (w) => ({ projectId: w.projectId }) }),
  project('withdrawInvitation', {
    ...inviters,
    request: async (w) => ({ projectId: w.projectId, id: await w.newInvitation() }),
  }),
  project('getInvitation', { ...holders, request: () => ({ token: 'made up' }) }),
  project('registerInvited', {
    ...holders,
    request: () => ({ token: 'made up', name: 'Somebody', password: 'another-password' }),
  }),
  project('acceptInvitation', {
    cites: 'AUTH-34',
    request: () => ({ token: 'made up' }),
    allowed: grid({ 404: PEOPLE }, 403),
    processes: allProcesses(403),
  }),
];
