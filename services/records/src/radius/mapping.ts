import type { RadiusReport, RadiusReportRow as ReportRowMessage } from '@symbio/proto/records';
import type { RadiusReportRow, StoredReportRow } from './model.js';

const toRow = (
  { feet, box, pageId, page, place: _, ...row }: StoredReportRow,
  report: RadiusReportRow,
): ReportRowMessage => ({
  ...row,
  distanceFt: feet,
  source: {
    ...{ documentId: report._id, documentName: report.documentName, pageId, page, ...box },
    ...{ list: row.lists[0] ?? '', mapId: row.mapId, distanceFt: feet, direction: row.direction },
  },
});

export const toRadiusReport = (report: RadiusReportRow): RadiusReport => ({
  ...{ id: report._id, projectId: report.projectId, state: report.state, vendor: report.vendor },
  ...{ documentName: report.documentName, pageCount: report.pageCount, unreadPages: report.unreadPages },
  rows: report.rows.map((row) => toRow(row, report)),
  orphans: report.orphans.map((row) => toRow(row, report)),
  lists: report.lists.map(({ total, ...list }) => ({ ...list, total })),
  ...{ check: report.check, dates: report.dates, doubts: report.doubts, revision: report.rev },
  ...{ byId: report.byId, byName: report.byName, readAt: report.readAt },
  ...{ confirmedById: report.confirmedById ?? '', confirmedByName: report.confirmedByName ?? '' },
  confirmedAt: report.confirmedAt,
});
