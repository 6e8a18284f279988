import { radiusReports as operations } from '@symbio/api';
import type { RadiusReport, RadiusReportRow } from '@symbio/proto/records';
import type { Clients } from '../clients.js';
import { route, type Route } from '../http/serve.js';
import { itemResponse } from '../present/answers.js';
import { moment, required } from '../present/json.js';
import { presentSource } from '../present/records.js';

const presentRow = ({ mapId, distanceFt, source, ...row }: RadiusReportRow) => ({
  ...{ map_id: mapId || null, name: row.name, address: row.address, city: row.city, state: row.state, zip: row.zip },
  ...{ lists: row.lists, distance_ft: distanceFt ?? null, direction: row.direction || null },
  ...{ elevation: row.elevation || null, status: row.status || null, ids: row.ids },
  source: presentSource(required(source)),
  doubts: row.doubts,
});

const presentReport = (report: RadiusReport) => ({
  ...{ id: report.id, project_id: report.projectId, state: report.state, vendor: report.vendor || null },
  ...{ document_name: report.documentName, page_count: report.pageCount, unread_pages: report.unreadPages },
  check: report.check,
  lists: report.lists.map((list) => ({
    ...{ list: list.list, standard_list: list.standardList, total: list.total ?? null, read: list.read },
    ...{ needs_confirmation: list.needsConfirmation, sentence: list.sentence || null },
    ...{ page: list.page, page_id: list.pageId },
  })),
  ...{ rows: report.rows.map(presentRow), orphans: report.orphans.map(presentRow), dates: report.dates },
  ...{ doubts: report.doubts, revision: report.revision },
  ...{ by_id: report.byId, by_name: report.byName, read_at: moment(report.readAt) },
  ...{ confirmed_by_id: report.confirmedById || null, confirmed_by_name: report.confirmedByName || null },
  confirmed_at: moment(report.confirmedAt),
});

const shown = itemResponse(presentReport);

/** /api/public/documents/:id/radius-report. */
export const radiusReports = ({ records: service }: Pick<Clients, 'records'>): Route[] => [
  route(operations.proposeRadiusReport, async ({ params: { id: documentId } }, { parent }) =>
    shown((await service.proposeRadiusReport({ documentId }, parent)).report),
  ),
  route(operations.getRadiusReport, async ({ params: { id: documentId } }, { parent }) =>
    shown((await service.getRadiusReport({ documentId }, parent)).report),
  ),
  route(operations.confirmRadiusReport, async ({ params: { id: documentId }, body }, { parent }) => {
    const request = { documentId, lists: body.lists ?? [], expectedRevision: body.revision ?? undefined };
    return shown((await service.confirmRadiusReport(request, parent)).report);
  }),
  route(operations.undoRadiusReport, async ({ params: { id: documentId } }, { parent }) =>
    shown((await service.undoRadiusReport({ documentId }, parent)).report),
  ),
];
