/** What this service publishes. */
import { event, type EventType, type PendingEvent } from '@symbio/kit';
import type { AnnotationEvent } from '@symbio/proto/annotation';
import { toAnnotation } from './mapping.js';
import type { AnnotationRow } from './model.js';

/** An event of an annotation, to be saved with its change. */
export const annotationEvent = (type: EventType<AnnotationEvent>, row: AnnotationRow): PendingEvent =>
  event(type, row.projectId, { annotation: toAnnotation(row) });
