import { forAll } from './batches.js';
import type { MentionDeps } from './mention-deps.js';
import type { MentionRecords } from './mention-records.js';
import type { MentionRow } from './model.js';

type SourceEvent = NonNullable<MentionRow['sourceEvent']>;

/** Whether this is newer than what was applied of the same annotation. */
const isNewer = ({ sourceEvent: applied }: MentionRow, { annotationId, rev }: SourceEvent): boolean =>
  applied?.annotationId !== annotationId || applied.rev < rev;

/** Whether a mention has no source because this annotation was deleted. */
const hasLost = ({ sourceEvent }: MentionRow, annotationId: string): boolean =>
  sourceEvent?.annotationId === annotationId;

/** What becomes of mentions when their feature, their annotation or their project changes. */
export function createMentionReactions(
  { mentions, features, tombstones, self }: MentionDeps,
  { change, detachFrom, remove, removeOrphan }: MentionRecords,
) {
  return {
    /** Takes the mentions of a deleted feature off it. One that was made again under the same id keeps its own. */
    async detachFrom(featureId: string): Promise<void> {
      if (await features.find(featureId)) return;
      await forAll(
        (limit) => mentions.idsOf('featureId', featureId, limit),
        (id) => detachFrom(id, featureId),
      );
    },

    /**
     * An annotation was deleted: what was seen stays evidence, with its feature and its history, whose records still
     * name the annotation; the mention itself says by an empty source that nothing can be shown for it any more.
     */
    async loseSource(annotationId: string, projectId: string, rev: number): Promise<void> {
      await tombstones.record(annotationId);
      const sourceEvent = { annotationId, rev };
      for (const id of await mentions.idsEverFrom(annotationId, projectId))
        await change(id, self, (row) =>
          row.sourceAnnotationId === annotationId && isNewer(row, sourceEvent)
            ? { sourceAnnotationId: '', sourceEvent }
            : undefined,
        );
    },

    /** Its deletion was taken back: mentions that lost it show it again. The two events may come in either order. */
    async regainSource(annotationId: string, projectId: string, rev: number): Promise<void> {
      const sourceEvent = { annotationId, rev };
      for (const id of await mentions.idsEverFrom(annotationId, projectId))
        await change(id, self, (row) => {
          const isOf =
            row.sourceAnnotationId === annotationId || (!row.sourceAnnotationId && hasLost(row, annotationId));
          return isOf && isNewer(row, sourceEvent) ? { sourceAnnotationId: annotationId, sourceEvent } : undefined;
        });
    },

    /** Deletes the mentions that have neither feature nor annotation and are still there. */
    removeOrphans: (): Promise<void> => forAll(mentions.orphans, removeOrphan),

    /** Removes the mentions of a deleted project. */
    async removeAllOf(projectId: string): Promise<void> {
      await tombstones.record(projectId);
      await forAll(
        (limit) => mentions.idsOf('projectId', projectId, limit),
        (id) => remove(id, self),
      );
    },
  };
}
