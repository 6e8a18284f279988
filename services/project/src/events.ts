/** What this service publishes. */
import { event, type EventType, type PendingEvent } from '@symbio/kit';
import { accessEvents, type ProjectEvent, type SiteVisitEvent } from '@symbio/proto/project';
import { projectMessage, siteVisitMessage } from './mapping.js';
import type { MemberRow, SiteVisitRow } from './model.js';
import type { StoredProject } from './repository.js';

/** An event of a project, with its cells of the dashboard, to be saved with the change. */
export const projectEvent = (type: EventType<ProjectEvent>, row: StoredProject): PendingEvent =>
  event(type, row._id, { project: projectMessage(row) });

/** That a member's role is `role` now; empty: none any more. */
export const accessEvent = ({ projectId, userId }: MemberRow, role: string): PendingEvent =>
  event(accessEvents.changed, projectId, { projectId, userId, role });

/** An event of a visit to the site, to be saved with its change. */
export const visitEvent = (type: EventType<SiteVisitEvent>, row: SiteVisitRow): PendingEvent =>
  event(type, row.projectId, { siteVisit: siteVisitMessage(row) });
