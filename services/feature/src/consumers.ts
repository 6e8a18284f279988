import { consumer, type ConsumerSpec } from '@symbio/events';
import { onProjectEnd } from '@symbio/project-access';
import { annotationEvents, runEvents } from '@symbio/proto/annotation';
import { featureEvents } from '@symbio/proto/feature';
import type { Rules } from './rules.js';

/** Handlers are idempotent: events may be delivered twice. */
export const consumers = (
  { features, mentions, runs }: Pick<Rules, 'features' | 'mentions' | 'runs'>,
  onceErased: (remove: (projectId: string) => Promise<void>) => (projectId: string) => Promise<void>,
): ConsumerSpec[] => [
  consumer({
    // DeleteFeature does this at once; the event covers a crash in between
    durable: 'feature-feature-deleted',
    events: featureEvents.deleted,
    handle: ({ entityId }) => mentions.detachFrom(entityId),
  }),
  consumer({
    // ReviewFinding does this at once; the event covers a crash in between, and decisions about a whole run
    durable: 'feature-annotation-reviewed',
    events: annotationEvents.reviewed,
    handle: async ({ data: { annotation } }) => {
      if (annotation) await mentions.annotationReviewed(annotation);
    },
  }),
  consumer({
    durable: 'feature-annotation-deleted',
    events: annotationEvents.deleted,
    handle: ({ entityId, scope, rev }) => mentions.annotationDeleted(entityId, scope, rev),
  }),
  consumer({
    durable: 'feature-annotation-restored',
    events: annotationEvents.restored,
    handle: ({ entityId, scope, rev }) => mentions.annotationRestored(entityId, scope, rev),
  }),
  consumer({
    // UndoRun does this at once; the event covers a crash in between
    durable: 'feature-run-undone',
    events: runEvents.undone,
    handle: async ({ data: { run } }) => {
      if (run) await runs.undoWrites(run);
    },
  }),
  ...onProjectEnd(
    { deleted: 'feature-project-deleted', erased: 'feature-project-erased' },
    onceErased(async (projectId) => {
      // mentions first: they need not be dissociated from features that are deleted too
      await mentions.removeAllOf(projectId);
      await features.removeAllOf(projectId);
    }),
  ),
];
