import { agencyRequests as operations } from '@symbio/api';
import type { AgencyRequest } from '@symbio/proto/records';
import type { z } from 'zod';
import type { Clients } from '../clients.js';
import { listResponse, pageOf } from '../http/lists.js';
import { route, type Route } from '../http/serve.js';
import { itemResponse, success } from '../present/answers.js';
import { moment, required } from '../present/json.js';
import { slicedResponse } from './paging.js';

function presentAgencyRequest({ fields: given, ...request }: AgencyRequest) {
  const fields = required(given);
  return {
    ...{ id: request.id, project_id: request.projectId },
    ...{ agency_name: fields.agencyName, agency_kind: fields.agencyKind, agency_address: fields.agencyAddress },
    ...{ agency_email: fields.agencyEmail, agency_portal: fields.agencyPortal, subject: fields.subject },
    ...{ hit_ids: fields.hitIds, sent_on: fields.sentOn || null, method: fields.method },
    ...{ reference: fields.reference, promised_on: fields.promisedOn || null },
    ...{ follow_up_on: fields.followUpOn || null, next_follow_up_on: request.nextFollowUpOn || null },
    follow_ups: request.followUps.map(({ id, day, note, byId, byName }) => ({
      ...{ id, day, note, by_id: byId, by_name: byName },
    })),
    ...{ answered_on: fields.answeredOn || null, outcome: fields.outcome || null },
    ...{ is_waiting: request.isWaiting, days: request.days ?? null },
    ...{ document_ids: fields.documentIds, note: fields.note, revision: request.revision },
    ...{ by_id: request.byId, by_name: request.byName },
    ...{ created_at: moment(request.createdAt), updated_at: moment(request.updatedAt) },
  };
}

type Given = z.output<typeof operations.updateAgencyRequest.body>;

const fieldsOf = (body: Omit<Given, 'revision'>) => ({
  ...{ agencyName: body.agency_name, agencyKind: body.agency_kind, agencyAddress: body.agency_address ?? '' },
  ...{ agencyEmail: body.agency_email ?? '', agencyPortal: body.agency_portal ?? '', subject: body.subject ?? '' },
  ...{ hitIds: body.hit_ids ?? [], sentOn: body.sent_on ?? '', method: body.method ?? '' },
  ...{ reference: body.reference ?? '', promisedOn: body.promised_on ?? '', followUpOn: body.follow_up_on ?? '' },
  ...{ answeredOn: body.answered_on ?? '', outcome: body.outcome ?? '', documentIds: body.document_ids ?? [] },
  note: body.note ?? '',
});

const shown = itemResponse(presentAgencyRequest);

/** /api/public/agency-requests. */
export const agencyRequests = ({ records: service }: Pick<Clients, 'records'>): Route[] => [
  route(operations.listAgencyRequests, async ({ query }, { parent }) => {
    const request = { projectId: query.project_id, waitingOnly: query.waiting === 'true', paging: pageOf(query) };
    const { requests, pageInfo } = await service.listAgencyRequests(request, parent);
    return listResponse(requests.map(presentAgencyRequest), pageInfo);
  }),
  route(operations.listAgencies, async ({ params: { id: projectId }, query }, { parent }) => {
    const { agencies } = await service.listAgencies({ projectId }, parent);
    return slicedResponse(agencies, query);
  }),
  route(operations.listDueAgencyRequests, async ({ query }, { parent }) => {
    const { projects } = await service.listDueRequests({}, parent);
    const shownDue = projects.map(({ projectId, due, earliestOn }) => ({
      ...{ project_id: projectId, due, earliest_on: earliestOn },
    }));
    return slicedResponse(shownDue, query);
  }),
  route(operations.createAgencyRequest, async ({ body }, { parent, mintId }) => {
    const request = { id: body.id ?? mintId(), projectId: body.project_id, fields: fieldsOf(body) };
    return shown((await service.createAgencyRequest(request, parent)).request);
  }),
  route(operations.getAgencyRequest, async ({ params }, { parent }) => {
    const { request, letter } = await service.getAgencyRequest(params, parent);
    return { data: { ...presentAgencyRequest(required(request)), letter } };
  }),
  route(operations.updateAgencyRequest, async ({ params: { id }, body }, { parent }) => {
    const request = { id, fields: fieldsOf(body), expectedRevision: body.revision ?? undefined };
    return shown((await service.updateAgencyRequest(request, parent)).request);
  }),
  route(operations.deleteAgencyRequest, async ({ params }, { parent }) => {
    await service.deleteAgencyRequest(params, parent);
    return success();
  }),
  route(operations.restoreAgencyRequest, async ({ params }, { parent }) =>
    shown((await service.restoreAgencyRequest(params, parent)).request),
  ),
  route(operations.addAgencyRequestFollowUp, async ({ params, body }, { parent, mintId }) => {
    const request = { requestId: params.id, id: body.id ?? mintId(), day: body.day, note: body.note ?? '' };
    return shown((await service.addFollowUp(request, parent)).request);
  }),
];
