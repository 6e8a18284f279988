import { event, type PendingEvent } from '@symbio/mongo';
import type { EventType } from '@symbio/events';
import type { AnnotationEvent, RunEvent } from '@symbio/proto/annotation';
import { toAnnotation, toRun } from './mapping.js';
import type { AnnotationRow, RunRow } from './model.js';

export const annotationEvent = (type: EventType<AnnotationEvent>, row: AnnotationRow): PendingEvent =>
  event(type, row.projectId, { annotation: toAnnotation(row) });

/** Without the annotation count. */
export const runEvent = (type: EventType<RunEvent>, row: RunRow): PendingEvent =>
  event(type, row.projectId, { run: toRun(row) });
