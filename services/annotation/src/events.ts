import { event, type EventType, type PendingEvent } from '@symbio/kit';
import type { AnnotationEvent, RunEvent } from '@symbio/proto/annotation';
import { toAnnotation, toRun } from './mapping.js';
import type { AnnotationRow, RunRow } from './model.js';

export const annotationEvent = (type: EventType<AnnotationEvent>, row: AnnotationRow): PendingEvent =>
  event(type, row.projectId, { annotation: toAnnotation(row) });

/** Without the annotation count. */
export const runEvent = (type: EventType<RunEvent>, row: RunRow): PendingEvent =>
  event(type, row.projectId, { run: toRun(row) });
