import { newId, type Actor } from '@symbio/runtime';
import type { Change, Decide, RowWriter } from '@symbio/mongo';
import type { Annotation } from '@symbio/proto/annotation';
import { mentionEvents } from '@symbio/proto/feature';
import { mentionEvent } from '../events.js';
import { dissociate, endRun, type HistoryState } from './history.js';
import type { MentionDeps } from './mention-deps.js';
import type { MentionRow } from '../model.js';
import { afterDecisions } from './apply-decision.js';

export type MentionChange = Partial<
  HistoryState &
    Pick<MentionRow, 'sourceAnnotationId' | 'reviewNumber' | 'sourceEvent' | 'undoneRuns' | 'moves' | 'heldBack'>
>;

/** An orphan's deletion has been published already, and one that is held back never was. */
export const isUnpublished = ({ orphanedAt, heldBack = false }: Pick<MentionRow, 'orphanedAt' | 'heldBack'>): boolean =>
  orphanedAt !== undefined || heldBack;

export type MentionRecords = ReturnType<typeof createMentionRecords>;

export function createMentionRecords({ mentions, features, clock, self }: MentionDeps) {
  const stamp = () => ({ id: newId(), createdAt: clock.now() });

  /**
   * Undefined changes nothing. A mention left without feature and source is orphaned until its annotation is restored;
   * one that is held back also with a feature.
   */
  const following =
    (decide: (row: MentionRow) => MentionChange | undefined): Decide<MentionRow> =>
    (row, after) => {
      const decided = decide(row);
      if (!decided) return undefined;
      const { featureId, sourceAnnotationId, sourceRecord, heldBack = false } = { ...row, ...decided };
      const isOrphan = (heldBack || !featureId) && !sourceAnnotationId && !sourceRecord;
      const wasOrphan = row.orphanedAt !== undefined;
      const set = wasOrphan === isOrphan ? decided : { ...decided, orphanedAt: isOrphan ? clock.now() : undefined };
      const [isHidden, wasHidden] = [isOrphan || heldBack, isUnpublished(row)];
      if (wasHidden && isHidden) return { set, events: [] };
      const type = isHidden ? mentionEvents.deleted : wasHidden ? mentionEvents.created : mentionEvents.changed;
      return { set, events: [mentionEvent(type, after(set))] };
    };

  const change = (
    id: string,
    actor: Actor,
    decide: (row: MentionRow) => MentionChange | undefined,
    rows: Pick<RowWriter<MentionRow>, 'change'> = mentions,
  ): Promise<MentionRow | undefined> => rows.change(id, actor, following(decide));

  const removal = (row: MentionRow, after: () => MentionRow): Change<MentionRow> => ({
    remove: true,
    events: isUnpublished(row) ? [] : [mentionEvent(mentionEvents.deleted, after())],
  });

  const detachFrom = (id: string, featureId: string): Promise<MentionRow | undefined> =>
    change(id, self, (row) => (row.featureId === featureId ? dissociate(row, stamp()) : undefined));

  return {
    change,
    detachFrom,

    /** Id and time of a new record. */
    stamp,

    /** Deletes a mention if `isMeant` accepts it. Returns whether it did. */
    remove: async (id: string, actor: Actor, isMeant: (row: MentionRow) => boolean = () => true): Promise<boolean> => {
      let isRemoved = false;
      await mentions.change(id, actor, (row, after) => {
        isRemoved = isMeant(row);
        return isRemoved ? removal(row, () => after({})) : undefined;
      });
      return isRemoved;
    },

    /** As `remove`, for several mentions just read. Returns ids of the deleted ones. */
    removeMany: async (
      rows: readonly MentionRow[],
      actor: Actor,
      isMeant: (row: MentionRow) => boolean,
    ): Promise<string[]> => {
      const removed = new Set<string>();
      await mentions.changeMany(rows, actor, (row, after) => {
        removed.delete(row._id);
        if (!isMeant(row)) return undefined;
        removed.add(row._id);
        return removal(row, () => after({}));
      });
      return [...removed];
    },

    /** Rechecks that the mention has neither feature nor source. */
    removeOrphan: (id: string): Promise<MentionRow | undefined> =>
      change(id, self, (row) =>
        row.orphanedAt || row.featureId || row.sourceAnnotationId || row.sourceRecord ? undefined : {},
      ),

    /** Its annotation is shown. */
    show: (id: string): Promise<MentionRow | undefined> =>
      change(id, self, (row) => (row.heldBack ? { heldBack: undefined } : undefined)),

    /** The previous records become current again, in mentions just read. */
    endRecordsOfRun: async (rows: readonly MentionRow[], runId: string): Promise<void> =>
      mentions.changeMany(
        rows,
        self,
        following((row) => {
          const known = row.undoneRuns ?? [];
          const undoneRuns = [...new Set([...known, runId])];
          const restored = endRun(row, undoneRuns, stamp());
          return restored || !known.includes(runId) ? { ...restored, undoneRuns } : undefined;
        }),
      ),

    /** The feature may have been deleted during the write. */
    detachIfFeatureDeleted: async (row: MentionRow): Promise<MentionRow> => {
      if (row.featureId === '' || (await features.find(row.featureId))) return row;
      return (await detachFrom(row._id, row.featureId)) ?? row;
    },

    applyDecisions: (id: string, annotation: Annotation): Promise<MentionRow | undefined> =>
      change(id, self, (row) => afterDecisions(row, annotation, stamp())),
  };
}
