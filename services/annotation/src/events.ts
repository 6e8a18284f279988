import { event, type ConsumerSpec, type EventType, type PendingEvent } from '@symbio/kit';
import { AnnotationEvent } from '@symbio/proto/annotation';
import type { Annotations } from './annotations.js';
import { toAnnotation } from './mapping.js';
import type { AnnotationRow } from './model.js';
import type { Reviews } from './reviews.js';

const kind = (verb: string): EventType<AnnotationEvent> => ({
  service: 'annotation',
  entity: 'annotation',
  verb,
  ...AnnotationEvent,
});

/** symbio.evt.annotation.v1.annotation.<verb>.<projectId>; each carries the whole annotation. */
export const annotationCreated = kind('created');
export const annotationChanged = kind('changed');
/** A person decided about an agent's mark. */
export const annotationReviewed = kind('reviewed');
export const annotationDeleted = kind('deleted');
/** A deletion was taken back. */
export const annotationRestored = kind('restored');

/** What is told of a mark. */
export const told = (type: EventType<AnnotationEvent>, row: AnnotationRow): PendingEvent[] => [
  event(type, row.projectId, { annotation: toAnnotation(row) }),
];

/** Marks go with what they are on. Each may be told twice: what is gone already is not removed again. */
export const consumers = (
  annotations: Pick<Annotations, 'removeAllOf'>,
  reviews: Pick<Reviews, 'removeUndone'>,
): ConsumerSpec[] => [
  {
    // ReviewAnnotation does it at once; this finishes what a crash in between left undone
    durable: 'annotation-reviewed',
    filter: 'symbio.evt.annotation.v1.annotation.reviewed.*',
    handle: (event) => reviews.removeUndone(event.entityId),
  },
  {
    durable: 'annotation-page-deleted',
    filter: 'symbio.evt.document.v1.page.deleted.*',
    handle: (event) => annotations.removeAllOf('documentPageId', event.entityId),
  },
  {
    durable: 'annotation-document-deleted',
    filter: 'symbio.evt.document.v1.document.deleted.*',
    handle: (event) => annotations.removeAllOf('documentId', event.entityId),
  },
  {
    durable: 'annotation-project-deleted',
    filter: 'symbio.evt.project.v1.project.deleted.*',
    handle: (event) => annotations.removeAllOf('projectId', event.entityId),
  },
];
