import { forAll } from '../batches.js';
import type { MentionDeps } from './mention-deps.js';
import type { MentionRecords } from './mention-records.js';
import type { MentionRow } from '../model.js';

type SourceEvent = NonNullable<MentionRow['sourceEvent']>;

const isNewer = ({ sourceEvent: applied }: MentionRow, { annotationId, rev }: SourceEvent): boolean =>
  applied?.annotationId !== annotationId || applied.rev < rev;

const lostSourceBy = ({ sourceEvent }: MentionRow, annotationId: string): boolean =>
  sourceEvent?.annotationId === annotationId;

export function createMentionReactions(
  { mentions, features, tombstones, self }: MentionDeps,
  { change, detachFrom, remove, removeOrphan }: MentionRecords,
) {
  async function annotationRestored(
    annotationId: string,
    projectId: string,
    rev: number,
    isMeant: (row: MentionRow) => boolean = () => true,
  ): Promise<void> {
    const sourceEvent = { annotationId, rev };
    for (const id of await mentions.idsFromAnnotation(annotationId, projectId))
      await change(id, self, (row) => {
        const isOf =
          row.sourceAnnotationId === annotationId || (!row.sourceAnnotationId && lostSourceBy(row, annotationId));
        if (!isOf || !isMeant(row) || !isNewer(row, sourceEvent)) return undefined;
        return { sourceAnnotationId: annotationId, sourceEvent, heldBack: undefined };
      });
  }

  return {
    /** A feature created again under the same id keeps its own. */
    async detachFrom(featureId: string): Promise<void> {
      if (await features.find(featureId)) return;
      await forAll(
        (limit) => mentions.idsOf('featureId', featureId, limit),
        (id) => detachFrom(id, featureId),
      );
    },

    /** The mention stays evidence, with its feature and history, whose records still name the annotation. */
    async annotationDeleted(annotationId: string, projectId: string, rev: number): Promise<void> {
      await tombstones.record(annotationId);
      const sourceEvent = { annotationId, rev };
      for (const id of await mentions.idsFromAnnotation(annotationId, projectId))
        await change(id, self, (row) =>
          row.sourceAnnotationId === annotationId && isNewer(row, sourceEvent)
            ? { sourceAnnotationId: '', sourceEvent }
            : undefined,
        );
    },

    /** Both events may arrive in either order. */
    annotationRestored,

    /** Published as created when it is no longer held back. */
    annotationShown: (annotationId: string, projectId: string, rev: number): Promise<void> =>
      annotationRestored(annotationId, projectId, rev, ({ heldBack = false }) => heldBack),

    /** Left by versions before November 2026. @returns their number */
    async removeOrphans(signal: AbortSignal): Promise<number> {
      let count = 0;
      await forAll(mentions.orphans, async (id) => {
        signal.throwIfAborted();
        await removeOrphan(id);
        count++;
      });
      return count;
    },

    async removeAllOf(projectId: string): Promise<void> {
      await tombstones.record(projectId);
      await forAll(
        (limit) => mentions.idsOf('projectId', projectId, limit),
        (id) => remove(id, self),
      );
    },
  };
}
