import { event, type PendingEvent } from '@symbio/mongo';
import type { EventType } from '@symbio/events';
import type { AnnotationEvent, RunEvent } from '@symbio/proto/annotation';
import { toAnnotation, toRun } from './mapping.js';
import type { AnnotationRow, RunRow } from './model.js';

/** An annotation event, saved in the same write as its change. */
export const annotationEvent = (type: EventType<AnnotationEvent>, row: AnnotationRow): PendingEvent =>
  event(type, row.projectId, { annotation: toAnnotation(row) });

/** A run event, saved in the same write as its change; without the annotation count. */
export const runEvent = (type: EventType<RunEvent>, row: RunRow): PendingEvent =>
  event(type, row.projectId, { run: toRun(row) });
