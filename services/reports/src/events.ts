import type { EventType } from '@symbio/events';
import { event, type PendingEvent } from '@symbio/mongo';
import { reportEvents, type ReportVersionEvent } from '@symbio/proto/reports';
import { toReport, toVersion } from './mapping.js';
import type { ReportRow, VersionRow } from './model.js';

export const reportEvent = (row: ReportRow): PendingEvent =>
  event(reportEvents.changed, row._id, { report: toReport(row._id, row) });

export const versionEvent = (type: EventType<ReportVersionEvent>, row: VersionRow): PendingEvent =>
  event(type, row.projectId, { version: toVersion(row), organizationId: row.retained?.organizationId ?? '' });
