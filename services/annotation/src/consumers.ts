/** What this service reacts to. */
import { consumer, type ConsumerSpec } from '@symbio/kit';
import { onProjectEnd } from '@symbio/project-access';
import { annotationEvents, runEvents } from '@symbio/proto/annotation';
import { documentEvents, pageEvents } from '@symbio/proto/document';
import type { Rules } from './handlers.js';

/** Annotations go with what they are on. Each event may come twice: what is deleted already is not deleted again. */
export const consumers = ({
  annotations,
  reviews,
  runs,
  runActions,
}: Pick<Rules, 'annotations' | 'reviews' | 'runs' | 'runActions'>): ConsumerSpec[] => [
  consumer({
    // ReviewAnnotation does it at once; this finishes what a crash in between left undone
    durable: 'annotation-reviewed',
    events: annotationEvents.reviewed,
    handle: ({ entityId }) => reviews.removeUndone(entityId),
  }),
  consumer({
    // UndoRun does it at once, likewise
    durable: 'annotation-run-undone',
    events: runEvents.undone,
    handle: ({ entityId }) => runActions.removeUndone(entityId),
  }),
  consumer({
    durable: 'annotation-page-deleted',
    events: pageEvents.deleted,
    handle: ({ entityId }) => annotations.removeAllOf('documentPageId', entityId),
  }),
  consumer({
    durable: 'annotation-document-deleted',
    events: documentEvents.deleted,
    handle: ({ entityId, data, rev }) =>
      // without a time at which it goes for good it did so at once
      data.document?.purgeAt
        ? annotations.documentDeleted(entityId, rev)
        : annotations.removeAllOf('documentId', entityId),
  }),
  consumer({
    durable: 'annotation-document-restored',
    events: documentEvents.restored,
    handle: ({ entityId, rev }) => annotations.documentRestored(entityId, rev),
  }),
  consumer({
    durable: 'annotation-document-erased',
    events: documentEvents.erased,
    handle: ({ entityId }) => annotations.removeAllOf('documentId', entityId),
  }),
  ...onProjectEnd({ deleted: 'annotation-project-deleted', erased: 'annotation-project-erased' }, async (projectId) => {
    await annotations.removeAllOf('projectId', projectId);
    await runs.removeAllOf(projectId);
  }),
];
