import { consumer, type ConsumerSpec } from '@symbio/events';
import { onProjectEnd, onSampleCopied, type SampleCopying } from '@symbio/project-access';
import { annotationEvents, runEvents } from '@symbio/proto/annotation';
import { featureEvents } from '@symbio/proto/feature';
import type { Rules } from './rules.js';

/** Handlers are idempotent: events may be delivered twice. */
export const consumers = (
  { features, mentions, runs, followers }: Pick<Rules, 'features' | 'mentions' | 'runs' | 'followers'>,
  onceErased: (remove: (projectId: string) => Promise<void>) => (projectId: string) => Promise<void>,
  copying: Pick<SampleCopying, 'projects' | 'asSelf' | 'copy'>,
): ConsumerSpec[] => [
  consumer({
    // DeleteFeature does this at once; the event covers a crash in between
    durable: 'feature-feature-deleted',
    events: featureEvents.deleted,
    handle: async ({ entityId }) => {
      await mentions.detachFrom(entityId);
      await followers.featureDeleted(entityId);
    },
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
    durable: 'feature-annotation-shown',
    events: annotationEvents.created,
    handle: async ({ entityId, scope, rev, data: { annotation } }) => {
      // people's annotations are never held back
      if (annotation?.authorType === 'ai_agent') await mentions.annotationShown(entityId, scope, rev);
    },
  }),
  consumer({
    durable: 'feature-annotation-deleted',
    events: annotationEvents.deleted,
    handle: async ({ entityId, scope, rev }) => {
      await mentions.annotationDeleted(entityId, scope, rev);
      await followers.annotationDeleted(entityId, rev);
    },
  }),
  consumer({
    durable: 'feature-annotation-restored',
    events: annotationEvents.restored,
    handle: async ({ entityId, scope, rev }) => {
      await mentions.annotationRestored(entityId, scope, rev);
      await followers.annotationRestored(entityId, rev);
    },
  }),
  consumer({
    // UndoRun does this at once; the event covers a crash in between
    durable: 'feature-run-undone',
    events: runEvents.undone,
    handle: async ({ data: { run } }) => {
      if (run) await runs.undoWrites(run);
    },
  }),
  onSampleCopied({
    durable: 'feature-sample-copies',
    ...copying,
    remove: async (projectId) => {
      await mentions.removeAllOf(projectId);
      await features.removeAllOf(projectId);
    },
  }),
  ...onProjectEnd(
    { deleted: 'feature-project-deleted', erased: 'feature-project-erased' },
    onceErased(async (projectId) => {
      // mentions first: they need not be dissociated from features that are deleted too
      await mentions.removeAllOf(projectId);
      await features.removeAllOf(projectId);
      await followers.removeAllOf(projectId);
    }),
  ),
];
