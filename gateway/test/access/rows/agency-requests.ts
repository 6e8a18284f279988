/** Requests to agencies: editors record them, viewers read them (OP-07). */
import { newId } from '@symbio/runtime';
import { AgencyRequestFields } from '@symbio/proto/records';
import { CREATOR, EDIT, LISTED, READ } from '../callers.js';
import { callsOf, type CallRow, type RouteRow } from '../tries.js';
import type { World } from '../world.js';

const cites = 'AUTH-38 OP-07';
const values = { agency_name: 'Fire Department', agency_kind: 'fire', sent_on: '2020-11-02' };
const fields = AgencyRequestFields.fromPartial({
  ...{ agencyName: 'Fire Department', agencyKind: 'fire', sentOn: '2020-11-02' },
});
const followUp = { day: '2026-11-16', note: 'Called' };
const PATH = '/api/public/agency-requests';

export async function newRequest(w: World): Promise<string> {
  const request = { id: newId(), projectId: w.projectId, fields };
  return (await w.system.clients.records.createAgencyRequest(request, await w.as(CREATOR))).request?.id ?? '';
}

export const routes: RouteRow[] = [
  {
    route: 'GET /api/public/agency-requests',
    cites,
    call: (w) => ({ path: `${PATH}?project_id=${w.projectId}` }),
    allowed: READ,
  },
  {
    route: 'POST /api/public/agency-requests',
    cites,
    call: (w) => ({ path: PATH, body: { project_id: w.projectId, document_ids: [w.document.id], ...values } }),
    allowed: EDIT,
  },
  {
    route: 'GET /api/public/projects/:id/agencies',
    cites,
    call: (w) => ({ path: `/api/public/projects/${w.projectId}/agencies` }),
    allowed: EDIT,
  },
  {
    route: 'GET /api/public/due-agency-requests',
    cites: 'AUTH-37 API-06',
    call: async (w) => {
      await newRequest(w);
      return { path: '/api/public/due-agency-requests' };
    },
    allowed: LISTED,
    shows: (w) => w.projectId,
  },
  {
    route: 'GET /api/public/agency-requests/:id',
    cites,
    call: async (w) => ({ path: `${PATH}/${await newRequest(w)}` }),
    allowed: READ,
  },
  {
    route: 'PUT /api/public/agency-requests/:id',
    cites,
    call: async (w) => ({ path: `${PATH}/${await newRequest(w)}`, body: values }),
    allowed: EDIT,
  },
  {
    route: 'DELETE /api/public/agency-requests/:id',
    cites,
    call: async (w) => ({ path: `${PATH}/${await newRequest(w)}` }),
    allowed: EDIT,
  },
  {
    route: 'POST /api/public/agency-requests/:id/restore',
    cites,
    call: async (w) => ({ path: `${PATH}/${await newRequest(w)}/restore` }),
    allowed: EDIT,
  },
  {
    route: 'POST /api/public/agency-requests/:id/follow-ups',
    cites,
    call: async (w) => ({ path: `${PATH}/${await newRequest(w)}/follow-ups`, body: followUp }),
    allowed: EDIT,
  },
];

const records = callsOf('records');

export const calls: CallRow[] = [
  records('listAgencyRequests', { cites, request: (w) => ({ projectId: w.projectId }), allowed: READ }),
  records('listAgencies', { cites, request: (w) => ({ projectId: w.projectId }), allowed: EDIT }),
  records('listDueRequests', {
    cites: 'AUTH-37',
    request: async (w) => {
      await newRequest(w);
      return {};
    },
    allowed: LISTED,
    shows: (w) => w.projectId,
  }),
  records('getAgencyRequest', { cites, request: async (w) => ({ id: await newRequest(w) }), allowed: READ }),
  records('createAgencyRequest', {
    cites,
    request: (w) => ({ id: newId(), projectId: w.projectId, fields: { ...fields, documentIds: [w.document.id] } }),
    allowed: EDIT,
  }),
  records('updateAgencyRequest', { cites, request: async (w) => ({ id: await newRequest(w), fields }), allowed: EDIT }),
  records('deleteAgencyRequest', { cites, request: async (w) => ({ id: await newRequest(w) }), allowed: EDIT }),
  records('restoreAgencyRequest', { cites, request: async (w) => ({ id: await newRequest(w) }), allowed: EDIT }),
  records('addFollowUp', {
    cites,
    request: async (w) => ({ requestId: await newRequest(w), id: newId(), ...followUp }),
    allowed: EDIT,
  }),
];
