/** Issues about the product, their comments and pictures (AUTH-39, AUTH-40). */
import { newId } from '@symbio/kit';
import { EDITOR, KEY_OF_EDITOR, SIGNED_IN, allProcesses, grid } from '../callers.js';
import { callsOf, type CallRow, type RouteRow } from '../tries.js';
import { PNG, uploadOf, type World } from '../world.js';

/** The editor wrote the comment; nobody else edits it, administrators included (AUTH-40). */
const ITS_AUTHOR = grid({ ok: [EDITOR, KEY_OF_EDITOR] }, 403);

const fields = { title: 'The stepper jumps', description: 'It jumps when I click.' };
const issueId = async (w: World): Promise<string> => (await w.newIssue()).id;

export const routes: RouteRow[] = [
  {
    route: 'GET /api/public/issues',
    way: 'list',
    cites: 'AUTH-39',
    call: () => ({ path: '/api/public/issues' }),
    allowed: SIGNED_IN,
  },
  {
    route: 'GET /api/public/issues',
    way: 'one',
    cites: 'AUTH-39',
    call: (w) => ({ path: `/api/public/issues?id=${w.issue.id}` }),
    allowed: SIGNED_IN,
  },
  {
    route: 'POST /api/public/issues',
    cites: 'AUTH-39',
    call: () => ({ path: '/api/public/issues', body: fields }),
    allowed: SIGNED_IN,
  },
  {
    route: 'PUT /api/public/issues',
    cites: 'AUTH-39',
    call: (w) => ({ path: `/api/public/issues?id=${w.issue.id}`, body: { status: 'open' } }),
    allowed: SIGNED_IN,
  },
  {
    route: 'DELETE /api/public/issues',
    cites: 'AUTH-39',
    call: async (w) => ({ path: `/api/public/issues?id=${await issueId(w)}` }),
    allowed: SIGNED_IN,
  },
  {
    route: 'GET /api/public/issues/comments',
    cites: 'AUTH-39',
    call: (w) => ({ path: `/api/public/issues/comments?issue_id=${w.issue.id}` }),
    allowed: SIGNED_IN,
  },
  {
    route: 'POST /api/public/issues/comments',
    cites: 'AUTH-39',
    call: (w) => ({ path: '/api/public/issues/comments', body: { issue_id: w.issue.id, content: 'Me too.' } }),
    allowed: SIGNED_IN,
  },
  {
    route: 'PUT /api/public/issues/comments',
    cites: 'AUTH-40 OP-38',
    call: (w) => ({
      path: '/api/public/issues/comments',
      body: { id: w.comment.id, issueId: w.issue.id, content: 'I see it, too.' },
    }),
    allowed: ITS_AUTHOR,
  },
];

const issue = callsOf('issue');

export const calls: CallRow[] = [
  issue('listIssues', { cites: 'AUTH-39', request: () => ({}), allowed: SIGNED_IN }),
  issue('getIssue', { cites: 'AUTH-39', request: (w) => ({ id: w.issue.id }), allowed: SIGNED_IN }),
  issue('createIssue', { cites: 'AUTH-39', request: () => ({ fields }), allowed: SIGNED_IN }),
  issue('updateIssue', {
    cites: 'AUTH-39',
    request: (w) => ({ id: w.issue.id, fields: { status: 'open' } }),
    allowed: SIGNED_IN,
  }),
  issue('deleteIssue', { cites: 'AUTH-39', request: async (w) => ({ id: await issueId(w) }), allowed: SIGNED_IN }),
  issue('listComments', { cites: 'AUTH-39', request: (w) => ({ issueId: w.issue.id }), allowed: SIGNED_IN }),
  issue('createComment', {
    cites: 'AUTH-39',
    request: (w) => ({ issueId: w.issue.id, content: 'Me too.' }),
    allowed: SIGNED_IN,
  }),
  issue('updateComment', {
    cites: 'AUTH-40 OP-38',
    request: (w) => ({ id: w.comment.id, issueId: w.issue.id, content: 'I see it, too.' }),
    allowed: ITS_AUTHOR,
    processes: allProcesses(403),
  }),
  issue('addScreenshot', {
    cites: 'AUTH-39 OP-36',
    request: async (w) => uploadOf({ id: newId(), issueId: await issueId(w), fileName: 'screen.png' }, PNG),
    allowed: SIGNED_IN,
  }),
  issue('listScreenshots', { cites: 'AUTH-39', request: (w) => ({ issueId: w.issue.id }), allowed: SIGNED_IN }),
  issue('deleteScreenshot', {
    cites: 'AUTH-39',
    request: async (w) => ({ id: (await w.newScreenshot()).id }),
    allowed: SIGNED_IN,
  }),
];
