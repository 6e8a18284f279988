import { event, type PendingEvent } from '@symbio/mongo';
import type { EventType } from '@symbio/events';
import { annotationEvents, type AnnotationEvent, type RunEvent } from '@symbio/proto/annotation';
import { toAnnotation, toRun } from './mapping.js';
import type { AnnotationRow, RunRow } from './model.js';

/** Of a proposal that is held back only the deletion, without its contents. */
export function annotationEvent(type: EventType<AnnotationEvent>, row: AnnotationRow): PendingEvent[] {
  const annotation = toAnnotation(row);
  if (!row.heldBack) return [event(type, row.projectId, { annotation })];
  if (type !== annotationEvents.deleted) return [];
  return [event(type, row.projectId, { annotation: { ...annotation, shape: undefined, content: '' } })];
}

/** Without the annotation count. */
export const runEvent = (type: EventType<RunEvent>, row: RunRow): PendingEvent =>
  event(type, row.projectId, { run: toRun(row) });
