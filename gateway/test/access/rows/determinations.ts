/** Judgments of features (OP-07, OP-24): people decide, keys propose. */
import { newId } from '@symbio/runtime';
import { EDIT, READ, SIGNED_IN, allProcesses } from '../callers.js';
import { callsOf, type CallRow, type RouteRow } from '../tries.js';
import type { World } from '../world.js';
import { REVIEW } from './marks.js';

const determinations = '/api/public/determinations';
const proposals = '/api/public/determination-proposals';
const reason = 'A gas holder leaked.';
const judgment = { kind: 'rec', reason };
/** A new mention: other rows change the shared one. */
export const evidenceOf = async (w: World): Promise<string[]> => [(await w.newMention(w.feature.id)).currentHistoryId];
/** Of calls. */
const answersOf = async (w: World) => [
  { questionId: 'presence', answer: 'yes', note: '', evidenceIds: await evidenceOf(w) },
];
/** A feature of its own: a newer one supersedes it. */
const determination = async (w: World): Promise<string> => (await w.newDetermination((await w.newFeature()).id)).id;
const proposal = async (w: World): Promise<string> =>
  (await w.newDeterminationProposal(w.feature.id, await evidenceOf(w))).id;

export const routes: RouteRow[] = [
  {
    route: 'GET /api/public/determination-questions',
    cites: 'API-02',
    call: () => ({ path: '/api/public/determination-questions' }),
    allowed: SIGNED_IN,
  },
  {
    route: `GET ${determinations}`,
    way: 'of a project',
    cites: 'AUTH-37',
    call: (w) => ({ path: `${determinations}?project_id=${w.projectId}` }),
    allowed: READ,
  },
  {
    route: `GET ${determinations}`,
    way: 'of a feature',
    cites: 'AUTH-37',
    call: (w) => ({ path: `${determinations}?feature_id=${w.feature.id}` }),
    allowed: READ,
  },
  {
    route: `POST ${determinations}`,
    cites: 'OP-07 OP-24',
    call: (w) => ({ path: determinations, body: { feature_id: w.feature.id, ...judgment } }),
    allowed: REVIEW,
  },
  {
    route: `POST ${determinations}/:id/withdraw`,
    cites: 'OP-07 OP-24',
    call: async (w) => ({ path: `${determinations}/${await determination(w)}/withdraw`, body: { reason } }),
    allowed: REVIEW,
  },
  {
    route: `GET ${proposals}`,
    cites: 'AUTH-37',
    call: (w) => ({ path: `${proposals}?feature_id=${w.feature.id}` }),
    allowed: READ,
  },
  {
    route: `POST ${proposals}`,
    cites: 'OP-07',
    call: async (w) => ({
      path: proposals,
      body: { feature_id: w.feature.id, ...judgment, evidence: await evidenceOf(w) },
    }),
    allowed: EDIT,
  },
  {
    route: `POST ${proposals}/:id/decide`,
    cites: 'OP-07 OP-24',
    call: async (w) => ({ path: `${proposals}/${await proposal(w)}/decide`, body: { action: 'reject', reason } }),
    allowed: REVIEW,
  },
];

const feature = callsOf('feature');

export const calls: CallRow[] = [
  feature('listDeterminations', { cites: 'AUTH-37', request: (w) => ({ featureId: w.feature.id }), allowed: READ }),
  feature('createDetermination', {
    cites: 'OP-07 OP-24',
    request: async (w) => ({ id: newId(), featureId: w.feature.id, ...judgment, answers: await answersOf(w) }),
    allowed: REVIEW,
    processes: allProcesses(403),
  }),
  feature('withdrawDetermination', {
    cites: 'OP-07 OP-24',
    request: async (w) => ({ id: await determination(w), reason }),
    allowed: REVIEW,
    processes: allProcesses(403),
  }),
  feature('listDeterminationProposals', {
    cites: 'AUTH-37',
    request: (w) => ({ featureId: w.feature.id }),
    allowed: READ,
  }),
  feature('createDeterminationProposal', {
    cites: 'OP-07',
    request: async (w) => ({ id: newId(), featureId: w.feature.id, ...judgment, answers: await answersOf(w) }),
    allowed: EDIT,
    processes: allProcesses(403),
  }),
  feature('decideDeterminationProposal', {
    cites: 'OP-07 OP-24',
    request: async (w) => ({ id: await proposal(w), action: 'reject', reason }),
    allowed: REVIEW,
    processes: allProcesses(403),
  }),
];
