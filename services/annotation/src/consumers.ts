/** What this service reacts to. */
import { consumer, type ConsumerSpec } from '@symbio/kit';
import { annotationEvents } from '@symbio/proto/annotation';
import { documentEvents, pageEvents } from '@symbio/proto/document';
import { projectEvents } from '@symbio/proto/project';
import type { Annotations } from './annotations.js';
import type { Reviews } from './reviews.js';

/** Annotations go with what they are on. Each event may come twice: what is deleted already is not deleted again. */
export const consumers = (
  annotations: Pick<Annotations, 'removeAllOf'>,
  reviews: Pick<Reviews, 'removeUndone'>,
): ConsumerSpec[] => [
  consumer({
    // ReviewAnnotation does it at once; this finishes what a crash in between left undone
    durable: 'annotation-reviewed',
    events: annotationEvents.reviewed,
    handle: ({ entityId }) => reviews.removeUndone(entityId),
  }),
  consumer({
    durable: 'annotation-page-deleted',
    events: pageEvents.deleted,
    handle: ({ entityId }) => annotations.removeAllOf('documentPageId', entityId),
  }),
  consumer({
    durable: 'annotation-document-deleted',
    events: documentEvents.deleted,
    handle: ({ entityId }) => annotations.removeAllOf('documentId', entityId),
  }),
  consumer({
    durable: 'annotation-project-deleted',
    events: projectEvents.deleted,
    handle: ({ entityId }) => annotations.removeAllOf('projectId', entityId),
  }),
];
