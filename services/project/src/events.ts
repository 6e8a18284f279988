/** Events published by this service. */
import { event, type PendingEvent } from '@symbio/mongo';
import type { EventType } from '@symbio/events';
import { accessEvents, type ProjectEvent, type SiteVisitEvent } from '@symbio/proto/project';
import { projectMessage, siteVisitMessage } from './mapping.js';
import type { MemberRow, SiteVisitRow } from './model.js';
import type { StoredProject } from './repository.js';

export const projectEvent = (type: EventType<ProjectEvent>, row: StoredProject): PendingEvent =>
  event(type, row._id, { project: projectMessage(row) });

/** Announces a member's role; empty: removed. */
export const accessEvent = ({ projectId, userId }: MemberRow, role: string): PendingEvent =>
  event(accessEvents.changed, projectId, { projectId, userId, role });

/** Announces that everybody's role may have changed. */
export const everybodysAccessEvent = (row: StoredProject): PendingEvent =>
  event(accessEvents.changed, row._id, { projectId: row._id, userId: '', role: '' });

export const visitEvent = (type: EventType<SiteVisitEvent>, row: SiteVisitRow): PendingEvent =>
  event(type, row.projectId, { siteVisit: siteVisitMessage(row) });
