import { inOrder, notFound, type Actor, type CallContext } from '@symbio/kit';
import { annotationEvents } from '@symbio/proto/annotation';
import type { AnnotationDeps } from './annotation-deps.js';
import { REMOVE_AT_ONCE, eraseAnnotation, type AnnotationRecords } from './annotation-records.js';
import { annotationEvent } from './events.js';
import type { AnnotationRow, Removal } from './model.js';
import type { Source } from './repository.js';

/** Annotations removed in one go. */
const REMOVE_BATCH = 200;

/** Milliseconds for which a deletion can be taken back: until long after anybody presses undo. */
const RESTORABLE_MS = 30 * 86_400_000;
/** Deletions taken back that an annotation remembers, at most; the newest. */
export const MAX_RESTORATIONS = 20;

/** What marks an annotation as deleted by somebody, for as long as it can be brought back. */
export const removalOf = (removal: Removal): { removal: Removal; purgeAt: Date } => ({
  removal,
  purgeAt: new Date(removal.at.getTime() + RESTORABLE_MS),
});

/** Deleting annotations, for 30 days or for good, and bringing them back. */
export function createAnnotationRemoval(
  { repository, tombstones, clock, self }: AnnotationDeps,
  { allowed, unlessSourceDeleted }: AnnotationRecords,
) {
  const by = ({ authorId, name }: Actor) => ({ authorId, authorName: name, at: clock.now() });

  return {
    /** It can be restored for 30 days. @throws AppError NOT_FOUND, also the second time; PERMISSION_DENIED. */
    async delete(context: CallContext, id: string): Promise<void> {
      await allowed(context, id, 'delete');
      const set = removalOf(by(context.actor));
      await repository.change(id, context.actor, (_, after) => ({
        set,
        events: [annotationEvent(annotationEvents.deleted, after({}))],
      }));
    },

    /**
     * Takes a deletion back: the same annotation by the same author, with the decisions about it. Whoever may delete it
     * may do this; an annotation that is not deleted is answered as it is.
     * @throws AppError NOT_FOUND, also when what it was on is deleted; PERMISSION_DENIED.
     */
    async restore(context: CallContext, id: string): Promise<AnnotationRow> {
      const there = await repository.find(id);
      if (there) return allowed(context, id, 'delete');
      await allowed(context, id, 'delete', (wanted) => repository.findRemoved(wanted));
      const restored = await repository.changeRemoved(id, context.actor, (row, after) => {
        const { removal: removed, restorations = [] } = row;
        if (!removed) return undefined;
        const set = {
          removal: undefined,
          purgeAt: undefined,
          restorations: [...restorations, { removed, restored: by(context.actor) }].slice(-MAX_RESTORATIONS),
        };
        return { set, events: [annotationEvent(annotationEvents.restored, after(set))] };
      });
      // somebody else was quicker
      const row = restored ?? (await repository.find(id));
      if (!row) throw notFound('Annotation');
      return unlessSourceDeleted(row);
    },

    /** Removes what was on a deleted page, in a deleted document or in a deleted project. */
    async removeAllOf(source: Source, sourceId: string): Promise<void> {
      await tombstones.record(sourceId);
      for (;;) {
        const ids = await repository.idsOf(source, sourceId, REMOVE_BATCH);
        if (ids.length === 0) return;
        await inOrder(ids, REMOVE_AT_ONCE, (id) => eraseAnnotation(repository, id, self));
      }
    },
  };
}
