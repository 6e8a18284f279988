/** Radius reports of vendors: editors read and confirm them, viewers see them (OP-07). */
import { CREATOR, EDIT, READ } from '../callers.js';
import { callsOf, type CallRow, type RouteRow } from '../tries.js';
import type { World } from '../world.js';

const cites = 'AUTH-38 OP-07 OP-09';

async function newReport(w: World): Promise<string> {
  const documentId = (await w.newDocument()).id;
  await w.system.clients.records.proposeRadiusReport({ documentId }, await w.as(CREATOR));
  return documentId;
}

async function newConfirmedReport(w: World): Promise<string> {
  const documentId = await newReport(w);
  await w.system.clients.records.confirmRadiusReport({ documentId, lists: [] }, await w.as(CREATOR));
  return documentId;
}

const pathOf = (documentId: string): string => `/api/public/documents/${documentId}/radius-report`;

export const routes: RouteRow[] = [
  {
    route: 'POST /api/public/documents/:id/radius-report',
    cites,
    call: async (w) => ({ path: pathOf((await w.newDocument()).id) }),
    allowed: EDIT,
  },
  {
    route: 'GET /api/public/documents/:id/radius-report',
    cites,
    call: async (w) => ({ path: pathOf(await newReport(w)) }),
    allowed: READ,
  },
  {
    route: 'PUT /api/public/documents/:id/radius-report/confirm',
    cites,
    call: async (w) => ({ path: `${pathOf(await newReport(w))}/confirm`, body: {} }),
    allowed: EDIT,
  },
  {
    route: 'DELETE /api/public/documents/:id/radius-report/confirm',
    cites,
    call: async (w) => ({ path: `${pathOf(await newConfirmedReport(w))}/confirm` }),
    allowed: EDIT,
  },
];

const records = callsOf('records');

export const calls: CallRow[] = [
  records('proposeRadiusReport', {
    cites,
    request: async (w) => ({ documentId: (await w.newDocument()).id }),
    allowed: EDIT,
  }),
  records('getRadiusReport', { cites, request: async (w) => ({ documentId: await newReport(w) }), allowed: READ }),
  records('confirmRadiusReport', {
    cites,
    request: async (w) => ({ documentId: await newReport(w), lists: [] }),
    allowed: EDIT,
  }),
  records('undoRadiusReport', {
    cites,
    request: async (w) => ({ documentId: await newConfirmedReport(w) }),
    allowed: EDIT,
  }),
];
