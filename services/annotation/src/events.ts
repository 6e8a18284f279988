/** What this service publishes. */
import { event, type EventType, type PendingEvent } from '@symbio/kit';
import type { AnnotationEvent, RunEvent } from '@symbio/proto/annotation';
import { toAnnotation, toRun } from './mapping.js';
import type { AnnotationRow, RunRow } from './model.js';

/** An event of an annotation, to be saved with its change. */
export const annotationEvent = (type: EventType<AnnotationEvent>, row: AnnotationRow): PendingEvent =>
  event(type, row.projectId, { annotation: toAnnotation(row) });

/** An event of a run, to be saved with its change. It does not count the run's annotations. */
export const runEvent = (type: EventType<RunEvent>, row: RunRow): PendingEvent =>
  event(type, row.projectId, { run: toRun(row) });
