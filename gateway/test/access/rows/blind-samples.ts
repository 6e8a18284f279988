/** Blind samples: viewers read them, people who edit set them and mark sheets (OP-24). */
import { connectMongo } from '@symbio/mongo';
import { testConfig } from '@symbio/mongo/testing';
import { READ, allProcesses } from '../callers.js';
import { callsOf, type CallRow, type RouteRow } from '../tries.js';
import type { World } from '../world.js';
import { REVIEW } from './marks.js';

const cites = 'OP-24';

const sampleOf = ({ projectId }: World): string => `/api/public/projects/${projectId}/blind-sample`;
const sheetOf = ({ page }: World): string => `/api/public/document-pages/${page.id}/blind-sheet`;

/** Marked already, so that no share decides whether it may be. @returns the page's id */
async function markedSheet({ projectId, document, page, system }: World): Promise<string> {
  const { MONGODB_URI: uri } = testConfig('access');
  const database = system.databases.find((name) => name.startsWith('access_annotation_')) ?? '';
  const mongo = await connectMongo({ uri, database, appName: 'blind-sheet' });
  const now = new Date();
  const row = {
    ...{ projectId, documentId: document.id, sheet: { kind: '' }, authorId: 'someone', authorName: 'Someone' },
    ...{ marks: 0, agents: [], rev: 1, createdAt: now, updatedAt: now, deletedAt: null, outbox: [] },
  };
  await mongo
    .collection<{ _id: string }>('blind_sheets')
    .updateOne({ _id: page.id }, { $setOnInsert: row }, { upsert: true });
  await mongo.close();
  return page.id;
}

export const routes: RouteRow[] = [
  {
    route: 'GET /api/public/projects/:id/blind-sample',
    cites: 'AUTH-37',
    call: (w) => ({ path: sampleOf(w) }),
    allowed: READ,
  },
  {
    route: 'PUT /api/public/projects/:id/blind-sample',
    cites,
    call: (w) => ({ path: sampleOf(w), body: { percent: 0 } }),
    allowed: REVIEW,
  },
  {
    route: 'GET /api/public/document-pages/:id/blind-sheet',
    cites: 'AUTH-37',
    call: (w) => ({ path: sheetOf(w) }),
    allowed: READ,
  },
  {
    route: 'POST /api/public/document-pages/:id/blind-sheet/mark',
    cites,
    call: async (w) => {
      await markedSheet(w);
      return { path: `${sheetOf(w)}/mark` };
    },
    allowed: REVIEW,
  },
];

const annotation = callsOf('annotation');

export const calls: CallRow[] = [
  annotation('getBlindSample', { cites: 'AUTH-37', request: (w) => ({ projectId: w.projectId }), allowed: READ }),
  annotation('setBlindSample', {
    cites,
    request: (w) => ({ projectId: w.projectId, percent: 0 }),
    allowed: REVIEW,
    processes: allProcesses(403),
  }),
  annotation('getBlindSheet', { cites: 'AUTH-37', request: (w) => ({ pageId: w.page.id }), allowed: READ }),
  annotation('markBlindSheet', {
    cites,
    request: async (w) => ({ pageId: await markedSheet(w) }),
    allowed: REVIEW,
    processes: allProcesses(403),
  }),
];
