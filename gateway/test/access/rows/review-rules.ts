/** Rules that follow from decisions: viewers read them, people who edit remove them (OP-24). */
import { connectMongo } from '@symbio/mongo';
import { testConfig } from '@symbio/mongo/testing';
import { newId } from '@symbio/runtime';
import { READ, allProcesses } from '../callers.js';
import { callsOf, type CallRow, type RouteRow } from '../tries.js';
import type { World } from '../world.js';
import { REVIEW } from './marks.js';

const cites = 'OP-24';

/** As derived from decisions. @returns its id */
export async function newReviewRule({ projectId, document, system }: World): Promise<string> {
  const { MONGODB_URI: uri } = testConfig('access');
  const database = system.databases.find((name) => name.startsWith('access_annotation_')) ?? '';
  const mongo = await connectMongo({ uri, database, appName: 'review-rule' });
  const id = newId();
  const now = new Date();
  await mongo.collection<{ _id: string }>('review_rules').insertOne({
    ...{ _id: id, projectId, documentId: document.id, label: id, labelKey: id, landUse: 'dry_cleaner' },
    ...{ action: 'suppress', correctedLabel: '', correctedLandUse: '', decisionCount: 0, evidence: [], removals: [] },
    ...{ status: 'active', rev: 1, createdAt: now, updatedAt: now, deletedAt: null, outbox: [] },
  });
  await mongo.close();
  return id;
}

export const routes: RouteRow[] = [
  {
    route: 'GET /api/public/projects/:id/review-rules',
    cites,
    call: (w) => ({ path: `/api/public/projects/${w.projectId}/review-rules` }),
    allowed: READ,
  },
  {
    route: 'POST /api/public/review-rules/:id/remove',
    cites,
    call: async (w) => ({ path: `/api/public/review-rules/${await newReviewRule(w)}/remove` }),
    allowed: REVIEW,
  },
  {
    route: 'PUT /api/annotations/:id/shown',
    cites,
    call: async (w) => ({ path: `/api/annotations/${(await w.newMark(w.agentId)).id}/shown`, body: { shown: true } }),
    allowed: REVIEW,
  },
];

const annotation = callsOf('annotation');

export const calls: CallRow[] = [
  annotation('listReviewRules', { cites, request: (w) => ({ projectId: w.projectId }), allowed: READ }),
  annotation('showProposal', {
    cites,
    request: async (w) => ({ id: (await w.newMark(w.agentId)).id, shown: true }),
    allowed: REVIEW,
    processes: allProcesses(403),
  }),
  annotation('removeReviewRule', {
    cites,
    request: async (w) => ({ id: await newReviewRule(w) }),
    allowed: REVIEW,
    processes: allProcesses(403),
  }),
];
