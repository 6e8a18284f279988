import { mapConcurrently, type CallContext } from '@symbio/rpc';
import { notFound, type Actor } from '@symbio/runtime';
import { annotationEvents } from '@symbio/proto/annotation';
import { RESTORABLE_DAYS } from '@symbio/proto/limits';
import type { AnnotationDeps } from './annotation-deps.js';
import { REMOVE_AT_ONCE, eraseAnnotation, type AnnotationRecords } from './annotation-records.js';
import { annotationEvent } from '../events.js';
import type { AnnotationRow, Removal } from '../model.js';
import type { Source } from '../repository.js';

const REMOVE_BATCH = 200;

const RESTORABLE_MS = RESTORABLE_DAYS * 86_400_000;
export const MAX_RESTORATIONS = 20;

/** Proposals that people decided about are kept for scorecards and review rules until their document is erased. */
export const removalOf = (
  removal: Removal,
  { authorType, decisions }: Pick<AnnotationRow, 'authorType' | 'decisions'>,
): { removal: Removal; purgeAt?: Date } => ({
  removal,
  ...(authorType === 'ai_agent' && decisions?.length ? {} : { purgeAt: restorableUntil(removal) }),
});

const restorableUntil = ({ at }: Removal): Date => new Date(at.getTime() + RESTORABLE_MS);

async function forAll(
  ids: (limit: number) => Promise<string[]>,
  work: (id: string) => Promise<unknown>,
): Promise<void> {
  for (let some = await ids(REMOVE_BATCH); some.length > 0; some = await ids(REMOVE_BATCH))
    await mapConcurrently(some, REMOVE_AT_ONCE, work);
}

/** Deletes annotations, restorably for 30 days or permanently, and restores them. */
export function createAnnotationRemoval(
  { repository, tombstones, clock, self }: AnnotationDeps,
  { allowed, refuseDeletedSource }: AnnotationRecords,
) {
  const by = ({ authorId, name }: Actor) => ({ authorId, authorName: name, at: clock.now() });

  const hideWithDocument = (documentId: string): Promise<void> =>
    forAll(
      (limit) => repository.idsOfDocument(documentId, 'visible', limit),
      (id) =>
        repository.change(id, self, (row, after) => ({
          set: { ...removalOf(by(self), row), removedWithDocument: true },
          events: annotationEvent(annotationEvents.deleted, after({})),
        })),
    );

  /** Annotations deleted individually stay deleted. */
  const showWithDocument = (documentId: string): Promise<void> =>
    forAll(
      (limit) => repository.idsOfDocument(documentId, 'hidden', limit),
      (id) =>
        repository.changeRemoved(id, self, (_, after) => {
          const set = { removal: undefined, removedWithDocument: undefined, purgeAt: undefined };
          return { set, events: annotationEvent(annotationEvents.restored, after(set)) };
        }),
    );

  /** Hides or shows a document's annotations; its events may come late, twice and in any order. */
  async function followDocument(documentId: string): Promise<void> {
    for (;;) {
      const isDeleted = await tombstones.any(documentId);
      await (isDeleted ? hideWithDocument(documentId) : showWithDocument(documentId));
      // the document may have changed concurrently
      if ((await tombstones.any(documentId)) === isDeleted) return;
    }
  }

  return {
    /** Restorable for 30 days. @throws AppError NOT_FOUND, also the second time; PERMISSION_DENIED. */
    async delete(context: CallContext, id: string, { dryRun = false } = {}): Promise<void> {
      await allowed(context, id, 'delete');
      const rows = dryRun ? repository.dryRun() : repository;
      await rows.change(id, context.actor, (row, after) => ({
        set: removalOf(by(context.actor), row),
        events: annotationEvent(annotationEvents.deleted, after({})),
      }));
    },

    /**
     * Requires the permission to delete. An annotation that is not deleted is returned unchanged.
     * @throws AppError NOT_FOUND, also if its page or document is deleted; PERMISSION_DENIED.
     */
    async restore(context: CallContext, id: string): Promise<AnnotationRow> {
      const there = await repository.find(id);
      if (there) return allowed(context, id, 'delete');
      const before = await allowed(context, id, 'delete', (wanted) => repository.findRemoved(wanted));
      await refuseDeletedSource(before);
      const restored = await repository.changeRemoved(id, context.actor, (row, after) => {
        const { removal: removed, restorations = [] } = row;
        if (!removed || row.removedWithDocument || restorableUntil(removed) < clock.now()) return undefined;
        const set = {
          removal: undefined,
          purgeAt: undefined,
          restorations: [...restorations, { removed, restored: by(context.actor) }].slice(-MAX_RESTORATIONS),
        };
        return { set, events: annotationEvent(annotationEvents.restored, after(set)) };
      });
      // restored concurrently
      const row = restored ?? (await repository.find(id));
      if (!row || row.removal) throw notFound('Annotation');
      if (await tombstones.any(row.documentId)) await followDocument(row.documentId);
      await refuseDeletedSource(row);
      return row;
    },

    async documentDeleted(documentId: string, rev: number): Promise<void> {
      await tombstones.record(documentId, rev);
      await followDocument(documentId);
    },

    async documentRestored(documentId: string, rev: number): Promise<void> {
      await tombstones.withdraw(documentId, rev);
      await followDocument(documentId);
    },

    async removeAllOf(source: Source, sourceId: string): Promise<void> {
      await tombstones.record(sourceId);
      await forAll(
        (limit) => repository.idsOf(source, sourceId, limit),
        (id) => eraseAnnotation(repository, id, self),
      );
    },
  };
}
