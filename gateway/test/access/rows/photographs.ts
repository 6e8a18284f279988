/** Photographs of site visits (OP-07, VISIT-02). */
import { newId } from '@symbio/runtime';
import { EDIT, READ } from '../callers.js';
import { PNG, uploadOf } from '../samples.js';
import { callsOf, codeOfFirstItem, type CallRow, type RouteRow } from '../tries.js';
import type { World } from '../world.js';

const photosOf = ({ projectId, visit }: World): string => `/api/projects/${projectId}/site-visits/${visit.id}/photos`;

function photographForm(): FormData {
  const data = new FormData();
  data.append('files', new Blob([PNG], { type: 'image/png' }), 'north.png');
  return data;
}

export const routes: RouteRow[] = [
  {
    route: 'GET /api/projects/:id/site-visits/:visit_id/photos',
    cites: 'AUTH-37 OP-07 VISIT-02',
    call: (w) => ({ path: photosOf(w) }),
    allowed: READ,
  },
  {
    route: 'POST /api/projects/:id/site-visits/:visit_id/photos',
    cites: 'OP-07 VISIT-02',
    call: (w) => ({ path: photosOf(w), body: photographForm() }),
    refusedInside: codeOfFirstItem,
    allowed: EDIT,
  },
  {
    route: 'PUT /api/site-visit-photos/:id',
    cites: 'OP-07 VISIT-02',
    call: (w) => ({ path: `/api/site-visit-photos/${w.photograph.id}`, body: { caption: 'Vent pipe' } }),
    allowed: EDIT,
  },
  {
    route: 'DELETE /api/site-visit-photos/:id',
    cites: 'OP-07 VISIT-02',
    call: async (w) => ({ path: `/api/site-visit-photos/${(await w.newPhotograph()).id}` }),
    allowed: EDIT,
  },
  {
    route: 'POST /api/site-visit-photos/:id/restore',
    cites: 'OP-07 VISIT-02',
    // restoring an existing one returns it unchanged
    call: (w) => ({ path: `/api/site-visit-photos/${w.photograph.id}/restore` }),
    allowed: EDIT,
  },
];

const document = callsOf('document');

export const calls: CallRow[] = [
  document('addPhotograph', {
    cites: 'OP-07',
    request: (w) =>
      uploadOf({ id: newId(), projectId: w.projectId, visitId: w.visit.id, fileName: 'a.png', caption: '' }, PNG),
    allowed: EDIT,
  }),
  document('listPhotographs', {
    cites: 'AUTH-37',
    request: (w) => ({ projectId: w.projectId, visitId: w.visit.id }),
    allowed: READ,
  }),
  document('updatePhotograph', {
    cites: 'OP-07',
    request: (w) => ({ id: w.photograph.id, caption: 'Vent pipe' }),
    allowed: EDIT,
  }),
  document('deletePhotograph', {
    cites: 'OP-07',
    request: async (w) => ({ id: (await w.newPhotograph()).id }),
    allowed: EDIT,
  }),
  document('restorePhotograph', {
    cites: 'OP-07',
    request: (w) => ({ id: w.photograph.id }),
    allowed: EDIT,
  }),
];
