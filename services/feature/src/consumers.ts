import { consumer, type ConsumerSpec } from '@symbio/events';
import { onProjectEnd } from '@symbio/project-access';
import { annotationEvents, runEvents } from '@symbio/proto/annotation';
import { featureEvents } from '@symbio/proto/feature';
import type { Features } from './features.js';
import type { Mentions } from './mentions.js';
import type { RunUndoing } from './undo-run.js';

/** Handlers are idempotent: events may be delivered twice. */
export const consumers = (
  features: Pick<Features, 'removeAllOf'>,
  mentions: Pick<Mentions, 'removeAllOf' | 'detachFrom' | 'loseSource' | 'regainSource' | 'annotationReviewed'>,
  runs: Pick<RunUndoing, 'runUndone'>,
  onceErased: (remove: (projectId: string) => Promise<void>) => (projectId: string) => Promise<void>,
): ConsumerSpec[] => [
  consumer({
    // DeleteFeature does this at once; the event covers a crash in between
    durable: 'feature-feature-deleted',
    events: featureEvents.deleted,
    handle: ({ entityId }) => mentions.detachFrom(entityId),
  }),
  consumer({
    // the gateway requests it too, so that the reviewer sees the result at once
    durable: 'feature-annotation-reviewed',
    events: annotationEvents.reviewed,
    handle: async ({ data: { annotation } }) => {
      if (annotation) await mentions.annotationReviewed(annotation);
    },
  }),
  consumer({
    durable: 'feature-annotation-deleted',
    events: annotationEvents.deleted,
    handle: ({ entityId, scope, rev }) => mentions.loseSource(entityId, scope, rev),
  }),
  consumer({
    durable: 'feature-annotation-restored',
    events: annotationEvents.restored,
    handle: ({ entityId, scope, rev }) => mentions.regainSource(entityId, scope, rev),
  }),
  consumer({
    // the gateway requests it too, so that the caller who undoes a run sees the result at once
    durable: 'feature-run-undone',
    events: runEvents.undone,
    handle: async ({ data: { run } }) => {
      if (run) await runs.runUndone(run);
    },
  }),
  ...onProjectEnd(
    { deleted: 'feature-project-deleted', erased: 'feature-project-erased' },
    onceErased(async (projectId) => {
      // mentions first, which avoids dissociating them from features that are deleted too
      await mentions.removeAllOf(projectId);
      await features.removeAllOf(projectId);
    }),
  ),
];
