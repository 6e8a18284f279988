/** Comments on evidence, assignments, and what changed since the last look. */
import { newId } from '@symbio/runtime';
import { CREATOR, EDIT, KEYS, OWN, READ, VIEWERS, allProcesses, grid, type Known } from '../callers.js';
import { callsOf, type CallRow, type RouteRow } from '../tries.js';
import type { World } from '../world.js';
import { REVIEW } from './marks.js';

const others: readonly Known[] = VIEWERS.filter((name) => name !== CREATOR);
/** Creator of the project wrote the comment; no one else edits it. */
const ITS_AUTHOR = grid({ ok: [CREATOR], 403: others }, 404);
/** People look at changes, keys do not. */
const LOOK = grid({ ok: VIEWERS.filter((name) => !(KEYS as readonly Known[]).includes(name)), 403: KEYS }, 404);

const comments = '/api/public/comments';
const comment = async (w: World): Promise<string> => (await w.newEvidenceComment(w.feature.id)).id;
const content = 'Two tanks, not one.';

export const routes: RouteRow[] = [
  {
    route: `GET ${comments}`,
    way: 'on an annotation',
    cites: 'AUTH-37',
    call: (w) => ({ path: `${comments}?annotation_id=${w.mark.id}` }),
    allowed: READ,
  },
  {
    route: `GET ${comments}`,
    way: 'on a feature',
    cites: 'AUTH-37',
    call: (w) => ({ path: `${comments}?feature_id=${w.feature.id}` }),
    allowed: READ,
  },
  {
    route: `POST ${comments}`,
    cites: 'OP-07',
    call: (w) => ({ path: comments, body: { annotation_id: w.mark.id, content } }),
    allowed: EDIT,
  },
  {
    route: `PUT ${comments}`,
    cites: 'AUTH-40',
    call: async (w) => ({ path: `${comments}?id=${await comment(w)}`, body: { content } }),
    allowed: ITS_AUTHOR,
  },
  {
    route: `DELETE ${comments}`,
    cites: 'OP-07',
    call: async (w) => ({ path: `${comments}?id=${await comment(w)}` }),
    allowed: OWN,
  },
  {
    route: 'GET /api/projects/:id/assignments',
    cites: 'AUTH-37',
    call: (w) => ({ path: `/api/projects/${w.projectId}/assignments` }),
    allowed: READ,
  },
  {
    route: 'PUT /api/annotations/:id/assignee',
    cites: 'OP-07 OP-24',
    call: (w) => ({ path: `/api/annotations/${w.mark.id}/assignee`, body: { assignee_id: null } }),
    allowed: REVIEW,
  },
  {
    route: 'PUT /api/features/:id/assignee',
    cites: 'OP-07 OP-24',
    call: (w) => ({ path: `/api/features/${w.feature.id}/assignee`, body: { assignee_id: null } }),
    allowed: REVIEW,
  },
  {
    route: 'GET /api/projects/:id/changes',
    cites: 'AUTH-37',
    call: (w) => ({ path: `/api/projects/${w.projectId}/changes` }),
    allowed: LOOK,
  },
  {
    route: 'POST /api/projects/:id/changes/seen',
    cites: 'AUTH-37',
    call: (w) => ({ path: `/api/projects/${w.projectId}/changes/seen`, body: {} }),
    allowed: LOOK,
  },
];

const feature = callsOf('feature');
const project = callsOf('project');

export const calls: CallRow[] = [
  feature('listComments', { cites: 'AUTH-37', request: (w) => ({ featureId: w.feature.id }), allowed: READ }),
  feature('createComment', {
    cites: 'OP-07',
    request: (w) => ({ id: newId(), featureId: w.feature.id, content }),
    allowed: EDIT,
    processes: allProcesses(403),
  }),
  feature('updateComment', {
    cites: 'AUTH-40',
    request: async (w) => ({ id: await comment(w), content }),
    allowed: ITS_AUTHOR,
    processes: allProcesses(403),
  }),
  feature('deleteComment', {
    cites: 'OP-07',
    request: async (w) => ({ id: await comment(w) }),
    allowed: OWN,
    processes: allProcesses(403),
  }),
  feature('assignEvidence', {
    cites: 'OP-07 OP-24',
    request: (w) => ({ annotationId: w.mark.id }),
    allowed: REVIEW,
    processes: allProcesses(403),
  }),
  feature('listAssignments', { cites: 'AUTH-37', request: (w) => ({ projectId: w.projectId }), allowed: READ }),
  project('getLastLook', {
    cites: 'AUTH-37',
    request: (w) => ({ projectId: w.projectId }),
    allowed: LOOK,
    processes: allProcesses(403),
  }),
  project('markSeen', {
    cites: 'AUTH-37',
    request: (w) => ({ projectId: w.projectId }),
    allowed: LOOK,
    processes: allProcesses(403),
  }),
];
