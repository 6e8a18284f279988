/** Street lines of projects (issue 39). */
import { CREATOR, EDIT, READ } from '../callers.js';
import { uploadOf } from '../samples.js';
import { there } from '../there.js';
import { callsOf, codeOfFirstItem, type CallRow, type RouteRow } from '../tries.js';
import type { World } from '../world.js';

const CSV = 'street1,street2,latitude,longitude\nE 98th St,2nd Ave,40.78557,-73.946148\n';
const streetsOf = ({ projectId }: World): string => `/api/projects/${projectId}/streets`;

function streetForm(): FormData {
  const data = new FormData();
  data.append('files', new Blob([CSV], { type: 'text/csv' }), 'crossings.csv');
  return data;
}

/** The limit of files is not tested here. */
async function withoutStreets(w: World): Promise<World> {
  const { document } = w.system.clients;
  const { files } = await document.listStreets({ projectId: w.projectId }, await w.as('administrator'));
  if (files.length > 5)
    await document.deleteStreets({ projectId: w.projectId, fileId: '' }, await w.as('administrator'));
  return w;
}

export async function newStreetFile({ projectId, system, as }: World): Promise<string> {
  const upload = uploadOf({ id: '', projectId, fileName: 'crossings.csv' }, Buffer.from(CSV));
  const { file } = await system.clients.document.addStreets(upload, await as(CREATOR));
  return there(file, 'street file').id;
}

export const routes: RouteRow[] = [
  {
    route: 'GET /api/projects/:id/streets',
    cites: 'AUTH-37 OP-07',
    call: (w) => ({ path: streetsOf(w) }),
    allowed: READ,
  },
  {
    route: 'POST /api/projects/:id/streets',
    cites: 'OP-07 OP-09',
    call: async (w) => ({ path: streetsOf(await withoutStreets(w)), body: streetForm() }),
    refusedInside: codeOfFirstItem,
    allowed: EDIT,
  },
  {
    route: 'DELETE /api/projects/:id/streets',
    cites: 'OP-07 OP-09',
    call: (w) => ({ path: streetsOf(w) }),
    allowed: EDIT,
  },
  {
    route: 'GET /api/projects/:id/street-places',
    cites: 'AUTH-37 OP-07',
    call: (w) => ({ path: `/api/projects/${w.projectId}/street-places?q=E+98th+St+%26+2nd+Ave` }),
    allowed: READ,
  },
  {
    route: 'GET /api/document-pages/:id/crossings',
    cites: 'AUTH-37 OP-07',
    call: (w) => ({ path: `/api/document-pages/${w.page.id}/crossings?x=100&y=100` }),
    allowed: READ,
  },
];

const document = callsOf('document');

export const calls: CallRow[] = [
  document('listStreets', {
    cites: 'AUTH-37 OP-07',
    request: (w) => ({ projectId: w.projectId }),
    allowed: READ,
  }),
  document('addStreets', {
    cites: 'OP-07 OP-09',
    request: async (w) => {
      const { projectId } = await withoutStreets(w);
      return uploadOf({ id: '', projectId, fileName: 'crossings.csv' }, Buffer.from(CSV));
    },
    allowed: EDIT,
  }),
  document('deleteStreets', {
    cites: 'OP-07 OP-09',
    request: (w) => ({ projectId: w.projectId, fileId: '' }),
    allowed: EDIT,
  }),
  document('findStreetPlaces', {
    cites: 'AUTH-37 OP-07',
    request: (w) => ({ projectId: w.projectId, query: 'E 98th St & 2nd Ave' }),
    allowed: READ,
  }),
  document('findStreetLines', {
    cites: 'AUTH-37 OP-07',
    request: (w) => ({ projectId: w.projectId, bbox: [-74, 40.7, -73.9, 40.8] }),
    allowed: READ,
  }),
  document('findCrossings', {
    cites: 'AUTH-37 OP-07',
    request: (w) => ({ pageId: w.page.id, x: 100, y: 100, near: [] }),
    allowed: READ,
  }),
];
