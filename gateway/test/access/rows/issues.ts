/** Issues about the product, their comments and screenshots (AUTH-39, AUTH-40). */
import { newId } from '@symbio/runtime';
import {
  ADMINISTRATOR,
  CREATOR,
  EDITOR,
  KEY_ELSEWHERE,
  KEY_HERE,
  KEY_OF_EDITOR,
  NOBODY,
  SIGNED_IN,
  allProcesses,
  grid,
  only,
} from '../callers.js';
import { mailToken } from '../credentials.js';
import { ISSUE, PNG, uploadOf } from '../samples.js';
import { callsOf, type CallRow, type RouteRow } from '../tries.js';
import type { World } from '../world.js';

/** Project-bound keys: issues belong to no project, so these keys see only those of their own user. */
const BOUND_KEYS = [KEY_HERE, KEY_ELSEWHERE] as const;
/** Issue of a user other than the administrator, for whom these keys act. */
const ANYBODY = grid({ 404: BOUND_KEYS }, 'ok');
const LISTED = grid({ nothing: BOUND_KEYS }, 'ok');
/** Editor wrote the comment; no other user edits it, including administrators (AUTH-40). */
const ITS_AUTHOR = grid({ ok: [EDITOR, KEY_OF_EDITOR], 404: BOUND_KEYS }, 403);

const fields = { title: 'Another thing', description: 'It is told apart from those of the creator.' };
const issueId = async (w: World): Promise<string> => (await w.newIssue()).id;
const issues = '/api/public/issues';

const codeOfFirst = (answer: unknown): string | undefined =>
  (answer as { data?: { code?: string }[] }).data?.[0]?.code ??
  (answer as { results?: { outcome?: { value?: { code?: string } } }[] }).results?.[0]?.outcome?.value?.code;

function form(): FormData {
  const data = new FormData();
  data.set('files', new Blob([PNG], { type: 'image/png' }), 'screen.png');
  return data;
}

export const routes: RouteRow[] = [
  {
    route: `GET ${issues}/screenshots`,
    cites: 'AUTH-39',
    call: (w) => ({ path: `${issues}/screenshots?issue_id=${w.issue.key}` }),
    allowed: ANYBODY,
  },
  {
    route: `POST ${issues}/screenshots`,
    cites: 'AUTH-39 OP-36',
    call: async (w) => ({ path: `${issues}/screenshots?issue_id=${await issueId(w)}`, body: form() }),
    allowed: ANYBODY,
  },
  {
    route: `DELETE ${issues}/screenshots`,
    cites: 'AUTH-39',
    call: async (w) => ({ path: `${issues}/screenshots?id=${(await w.newScreenshot()).id}` }),
    allowed: ANYBODY,
  },
  {
    route: 'POST /api/translate-issue',
    cites: 'ISSUE-24',
    call: () => ({ path: '/api/translate-issue', body: { description: 'The stepper is too small on a phone.' } }),
    allowed: SIGNED_IN,
  },
  // the mail's token is the credential, whatever the sender
  {
    route: 'POST /api/issue-unfollow',
    way: 'by a page',
    cites: 'ISSUE-14',
    call: (w) => ({ path: '/api/issue-unfollow', body: { token: mailToken(w.actors[CREATOR].sub, w.issue.id) } }),
    everybody: 'ok',
  },
  {
    route: 'POST /api/issue-unfollow',
    way: 'by a mail program',
    cites: 'ISSUE-14',
    call: (w) => ({ path: `/api/issue-unfollow?token=${mailToken(w.actors[CREATOR].sub, w.issue.id)}` }),
    everybody: 'ok',
  },
  {
    route: `GET ${issues}`,
    way: 'list',
    cites: 'AUTH-39',
    shows: (w) => w.issue.id,
    call: (w) => ({ path: `${issues}?search=${w.issue.key}` }),
    allowed: LISTED,
  },
  {
    route: `GET ${issues}`,
    way: 'deleted ones',
    cites: 'AUTH-39',
    shows: () => ISSUE.title,
    call: async (w) => ({ path: `${issues}?deleted=true&search=${(await w.deletedIssue()).key}` }),
    allowed: LISTED,
  },
  {
    route: `GET ${issues}`,
    way: 'one',
    cites: 'AUTH-39',
    call: (w) => ({ path: `${issues}?id=${w.issue.id}` }),
    allowed: ANYBODY,
  },
  {
    route: `GET ${issues}`,
    way: 'one by its number',
    cites: 'AUTH-39',
    call: (w) => ({ path: `${issues}?id=${w.issue.key}` }),
    allowed: ANYBODY,
  },
  {
    route: `GET ${issues}`,
    way: 'one of the administrator',
    cites: 'AUTH-39',
    call: async (w) => ({ path: `${issues}?id=${(await w.newIssue(ADMINISTRATOR, fields)).id}` }),
    allowed: SIGNED_IN,
  },
  { route: `POST ${issues}`, cites: 'AUTH-39', call: () => ({ path: issues, body: fields }), allowed: SIGNED_IN },
  {
    route: `PUT ${issues}`,
    cites: 'AUTH-39',
    call: (w) => ({ path: `${issues}?id=${w.issue.id}`, body: { status: 'open' } }),
    allowed: ANYBODY,
  },
  {
    route: `DELETE ${issues}`,
    cites: 'AUTH-39',
    call: async (w) => ({ path: `${issues}?id=${await issueId(w)}` }),
    allowed: ANYBODY,
  },
  {
    route: `POST ${issues}/restore`,
    cites: 'AUTH-39',
    call: async (w) => ({ path: `${issues}/restore?id=${(await w.deletedIssue()).id}` }),
    allowed: ANYBODY,
  },
  {
    route: `POST ${issues}/batch`,
    cites: 'AUTH-39',
    refusedInside: codeOfFirst,
    call: (w) => ({ path: `${issues}/batch`, body: { ids: [w.issue.id], severity: 's1' } }),
    allowed: ANYBODY,
  },
  {
    route: `GET ${issues}/similar`,
    cites: 'AUTH-39',
    shows: () => ISSUE.title,
    call: () => ({ path: `${issues}/similar?text=stepper` }),
    allowed: LISTED,
  },
  {
    route: `GET ${issues}/labels`,
    cites: 'AUTH-39',
    shows: () => 'label of the matrix',
    call: () => ({ path: `${issues}/labels` }),
    allowed: LISTED,
  },
  {
    route: `GET ${issues}/history`,
    cites: 'AUTH-39',
    call: (w) => ({ path: `${issues}/history?issue_id=${w.issue.id}` }),
    allowed: ANYBODY,
  },
  {
    route: `POST ${issues}/links`,
    cites: 'AUTH-39',
    call: async (w) => ({
      path: `${issues}/links`,
      body: { issue_id: await issueId(w), type: 'blocks', other_id: w.issue.id },
    }),
    allowed: ANYBODY,
  },
  {
    route: `DELETE ${issues}/links`,
    cites: 'AUTH-39',
    call: async (w) => ({ path: `${issues}/links?issue_id=${await issueId(w)}&type=blocks&other_id=${w.issue.id}` }),
    allowed: ANYBODY,
  },
  {
    route: `PUT ${issues}/follow`,
    cites: 'AUTH-39',
    call: async (w) => ({ path: `${issues}/follow?issue_id=${await issueId(w)}` }),
    allowed: ANYBODY,
  },
  {
    route: `DELETE ${issues}/follow`,
    cites: 'AUTH-39',
    call: async (w) => ({ path: `${issues}/follow?issue_id=${await issueId(w)}` }),
    allowed: ANYBODY,
  },
  {
    route: `GET ${issues}/comments`,
    cites: 'AUTH-39',
    call: (w) => ({ path: `${issues}/comments?issue_id=${w.issue.id}` }),
    allowed: ANYBODY,
  },
  {
    route: `POST ${issues}/comments`,
    cites: 'AUTH-39',
    call: (w) => ({ path: `${issues}/comments`, body: { issue_id: w.issue.id, content: 'Me too.' } }),
    allowed: ANYBODY,
  },
  {
    route: `PUT ${issues}/comments`,
    cites: 'AUTH-40 OP-38',
    call: (w) => ({
      path: `${issues}/comments`,
      body: { id: w.comment.id, issueId: w.issue.id, content: 'I see it, too.' },
    }),
    allowed: ITS_AUTHOR,
  },
];

const issue = callsOf('issue');

export const calls: CallRow[] = [
  issue('listIssues', {
    cites: 'AUTH-39',
    shows: (w) => w.issue.id,
    request: (w) => ({ search: w.issue.key }),
    allowed: LISTED,
  }),
  issue('getIssue', { cites: 'AUTH-39', request: (w) => ({ id: w.issue.id }), allowed: ANYBODY }),
  issue('createIssue', { cites: 'AUTH-39', request: () => ({ fields }), allowed: SIGNED_IN }),
  issue('updateIssue', {
    cites: 'AUTH-39',
    request: (w) => ({ id: w.issue.id, fields: { status: 'open' } }),
    allowed: ANYBODY,
  }),
  issue('deleteIssue', { cites: 'AUTH-39', request: async (w) => ({ id: await issueId(w) }), allowed: ANYBODY }),
  issue('restoreIssue', {
    cites: 'AUTH-39',
    request: async (w) => ({ id: (await w.deletedIssue()).id }),
    allowed: ANYBODY,
  }),
  issue('batchUpdateIssues', {
    cites: 'AUTH-39',
    refusedInside: codeOfFirst,
    request: (w) => ({ ids: [w.issue.id], severity: 's2' }),
    allowed: ANYBODY,
  }),
  issue('findSimilarIssues', {
    cites: 'AUTH-39',
    shows: () => ISSUE.title,
    request: () => ({ text: 'stepper' }),
    allowed: LISTED,
  }),
  issue('listLabels', {
    cites: 'AUTH-39',
    shows: () => 'label of the matrix',
    request: () => ({}),
    allowed: LISTED,
  }),
  issue('listHistory', { cites: 'AUTH-39', request: (w) => ({ issueId: w.issue.id }), allowed: ANYBODY }),
  issue('linkIssues', {
    cites: 'AUTH-39',
    request: async (w) => ({ issueId: await issueId(w), type: 'blocks', otherId: w.issue.id }),
    allowed: ANYBODY,
  }),
  issue('unlinkIssues', {
    cites: 'AUTH-39',
    request: async (w) => ({ issueId: await issueId(w), type: 'blocks', otherId: w.issue.id }),
    allowed: ANYBODY,
  }),
  issue('followIssue', { cites: 'AUTH-39', request: async (w) => ({ issueId: await issueId(w) }), allowed: ANYBODY }),
  issue('unfollowIssue', { cites: 'AUTH-39', request: async (w) => ({ issueId: await issueId(w) }), allowed: ANYBODY }),
  issue('unfollowByToken', {
    cites: 'ISSUE-14',
    request: (w) => ({ token: mailToken(w.actors[CREATOR].sub, w.issue.id) }),
    allowed: NOBODY,
    processes: only('gateway'),
  }),
  issue('suggestIssue', {
    cites: 'ISSUE-24',
    request: () => ({ description: 'The stepper is too small on a phone.' }),
    allowed: SIGNED_IN,
  }),
  issue('listComments', { cites: 'AUTH-39', request: (w) => ({ issueId: w.issue.id }), allowed: ANYBODY }),
  issue('createComment', {
    cites: 'AUTH-39',
    request: (w) => ({ issueId: w.issue.id, content: 'Me too.' }),
    allowed: ANYBODY,
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
    allowed: ANYBODY,
  }),
  issue('listScreenshots', { cites: 'AUTH-39', request: (w) => ({ issueId: w.issue.id }), allowed: ANYBODY }),
  issue('deleteScreenshot', {
    cites: 'AUTH-39',
    request: async (w) => ({ id: (await w.newScreenshot()).id }),
    allowed: ANYBODY,
  }),
];
