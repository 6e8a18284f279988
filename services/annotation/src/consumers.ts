import { consumer, type ConsumerSpec } from '@symbio/events';
import { onProjectEnd, onSampleCopied, type SampleCopying } from '@symbio/project-access';
import { annotationEvents, blindSampleEvents, blindSheetEvents, runEvents } from '@symbio/proto/annotation';
import { documentEvents, pageEvents } from '@symbio/proto/document';
import { mentionEvents } from '@symbio/proto/feature';
import type { Rules } from './handlers.js';
import type { PageSize } from './shapes/shapes.js';

/** Checks with the owner before permanent removals. */
export type ErasureChecks = Readonly<
  Record<'page' | 'document' | 'project', (remove: (id: string) => Promise<void>) => (id: string) => Promise<void>>
>;

/** Handlers are idempotent: events may be delivered twice. */
export const consumers = ({
  annotations,
  reviews,
  runs,
  runActions,
  scorecards,
  reviewRules,
  blindSheets,
  blindSamples,
  once,
  pictureSize,
  copying,
}: Pick<
  Rules,
  'annotations' | 'reviews' | 'runs' | 'runActions' | 'scorecards' | 'reviewRules' | 'blindSheets' | 'blindSamples'
> & {
  once: ErasureChecks;
  /** Of a page, as it is now; undefined without picture. */
  pictureSize: (pageId: string) => Promise<PageSize | undefined>;
  copying: Pick<SampleCopying, 'projects' | 'asSelf' | 'copy'>;
}): ConsumerSpec[] => {
  const documentErased = once.document(async (id) => {
    await annotations.removeAllOf('documentId', id);
    await blindSheets.removeAllOf('documentId', id);
    await reviewRules.documentErased(id);
  });
  return [
    consumer({
      // ReviewAnnotation does this at once; the event covers a crash in between
      durable: 'annotation-reviewed',
      events: annotationEvents.reviewed,
      handle: ({ entityId }) => reviews.removeUndoneCopies(entityId),
    }),
    consumer({
      // likewise for UndoRun
      durable: 'annotation-run-undone',
      events: runEvents.undone,
      handle: ({ entityId }) => runActions.finishUndo(entityId),
    }),
    consumer({
      durable: 'annotation-page-pictures',
      events: pageEvents.ready,
      handle: async ({ entityId, data: { page } }) => {
        if (page && page.pictureChanges.length > 0) await annotations.pictureChanged(entityId, pictureSize);
      },
    }),
    consumer({
      durable: 'annotation-page-facts',
      events: pageEvents.any,
      handle: async ({ entityId, verb, data: { page } }) => {
        if (!page || (verb !== 'analyzed' && verb !== 'changed')) return;
        await scorecards.pageRead(entityId, page);
        await blindSheets.pageRead(entityId, page);
      },
    }),
    consumer({
      durable: 'annotation-mentions',
      events: mentionEvents.any,
      handle: async ({ verb, data: { mention } }) => {
        if (!mention) return;
        await scorecards.mentioned(mention, verb !== 'deleted');
        await reviewRules.follow(mention.sourceAnnotationId);
      },
    }),
    consumer({
      durable: 'annotation-review-rules',
      events: annotationEvents.any,
      handle: async ({ entityId, verb, actor }) => {
        const isPeoples = actor.via === 'user' || actor.via === 'api_key';
        if (verb === 'reviewed') await reviewRules.follow(entityId, true);
        else if (isPeoples && (verb === 'changed' || verb === 'restored')) await reviewRules.follow(entityId);
      },
    }),
    // MarkBlindSheet and SetBlindSample do this at once; the events cover a crash in between
    consumer({
      durable: 'annotation-blind-sheets',
      events: blindSheetEvents.marked,
      handle: ({ entityId }) => blindSheets.show(entityId),
    }),
    consumer({
      durable: 'annotation-blind-samples',
      events: blindSampleEvents.changed,
      handle: ({ entityId }) => blindSamples.settle(entityId),
    }),
    consumer({
      durable: 'annotation-page-deleted',
      events: pageEvents.deleted,
      handle: ({ entityId }) =>
        once.page(async (id) => {
          await annotations.removeAllOf('documentPageId', id);
          await blindSheets.removeAllOf('documentPageId', id);
        })(entityId),
    }),
    consumer({
      durable: 'annotation-document-deleted',
      events: documentEvents.deleted,
      handle: async ({ entityId, data, rev }) => {
        // without purgeAt it was removed permanently
        if (!data.document?.purgeAt) {
          await documentErased(entityId);
          return;
        }
        await annotations.documentDeleted(entityId, rev);
        await blindSheets.followDocument(entityId);
        await reviewRules.documentChanged(entityId);
      },
    }),
    consumer({
      durable: 'annotation-document-restored',
      events: documentEvents.restored,
      handle: async ({ entityId, rev }) => {
        await annotations.documentRestored(entityId, rev);
        await blindSheets.followDocument(entityId);
        await reviewRules.documentChanged(entityId);
      },
    }),
    consumer({
      durable: 'annotation-document-erased',
      events: documentEvents.erased,
      handle: ({ entityId }) => documentErased(entityId),
    }),
    onSampleCopied({
      durable: 'annotation-sample-copies',
      ...copying,
      remove: (projectId) => annotations.removeAllOf('projectId', projectId),
    }),
    ...onProjectEnd(
      { deleted: 'annotation-project-deleted', erased: 'annotation-project-erased' },
      once.project(async (projectId) => {
        await annotations.removeAllOf('projectId', projectId);
        await blindSheets.removeAllOf('projectId', projectId);
        await runs.removeAllOf(projectId);
        await reviewRules.projectErased(projectId);
      }),
    ),
  ];
};
