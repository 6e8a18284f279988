import type { ConsumerSpec, EventType } from '@symbio/kit';
import { AnnotationEvent } from '@symbio/proto/annotation';
import type { Annotations } from './annotations.js';

const kind = (verb: string): EventType<AnnotationEvent> => ({
  service: 'annotation',
  entity: 'annotation',
  verb,
  ...AnnotationEvent,
});

/** symbio.evt.annotation.v1.annotation.<verb>.<projectId>; each carries the whole annotation. */
export const annotationCreated = kind('created');
export const annotationChanged = kind('changed');
export const annotationDeleted = kind('deleted');

/** Marks go with what they are on. Each may be told twice: what is gone already is not removed again. */
export const consumers = (annotations: Pick<Annotations, 'removeAllOf'>): ConsumerSpec[] => [
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
