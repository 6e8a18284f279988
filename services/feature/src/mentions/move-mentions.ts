import { mapConcurrently } from '@symbio/rpc';
import type { Actor } from '@symbio/runtime';
import { forAll } from '../batches.js';
import type { MergeOfTwo, UndoneMerge } from '../features/feature-deps.js';
import { move, moveBack, type HistoryState } from './history.js';
import type { MentionDeps } from './mention-deps.js';
import type { MentionRecords } from './mention-records.js';
import type { MergeMove, MentionRow } from '../model.js';

const AT_ONCE = 8;
/** Merges a mention remembers, the newest. */
const MAX_MOVES = 50;

export type Moved = HistoryState & { moves: MergeMove[] };

type Stamp = ReturnType<MentionRecords['stamp']>;

/** Undefined if the mention belongs to another feature by now. */
export function moveByMerge(
  row: MentionRow,
  { mergeId, fromFeatureId, toFeatureId }: MergeOfTwo,
  by: Stamp & { authorId?: string },
): Moved | undefined {
  if (row.featureId !== fromFeatureId) return undefined;
  const state = move(row, toFeatureId, by);
  const [recordBefore, recordAfter] = [row.current?.id ?? '', state.current?.id ?? ''];
  const moves = [...(row.moves ?? []), { mergeId, fromFeatureId, recordBefore, recordAfter }];
  return { ...state, moves: moves.slice(-MAX_MOVES) };
}

/**
 * Undefined if the mention stays: it was changed or moved since, its feature was not restored, or the run of its
 * previous record was undone.
 */
export function moveBackByMerge(
  row: MentionRow,
  { mergeId, featureId, restoredIds }: UndoneMerge,
  by: Stamp,
): Moved | undefined {
  const last = row.moves?.at(-1);
  if (last?.mergeId !== mergeId || row.featureId !== featureId || (row.current?.id ?? '') !== last.recordAfter)
    return undefined;
  const { runId } = row.history.find(({ id }) => id === last.recordBefore) ?? {};
  if (!restoredIds.includes(last.fromFeatureId) || (runId && row.undoneRuns?.includes(runId))) return undefined;
  const state = moveBack(row, last.fromFeatureId, last.recordBefore, by);
  // the restored record belongs to the previous merge, which can be undone too
  const moves = (row.moves ?? [])
    .slice(0, -1)
    .map((each) => (each.recordAfter === last.recordBefore ? { ...each, recordAfter: state.current?.id ?? '' } : each));
  return { ...state, moves };
}

export function createMentionMoves({ mentions }: MentionDeps, { change, stamp }: MentionRecords) {
  return {
    moveAll: (merge: MergeOfTwo, actor: Actor): Promise<void> =>
      forAll(
        (limit) => mentions.idsOf('featureId', merge.fromFeatureId, limit),
        (id) =>
          change(id, actor, (row) =>
            moveByMerge(row, merge, { ...stamp(), ...(actor.authorId && { authorId: actor.authorId }) }),
          ),
      ),

    /** Moves back unchanged mentions. Returns the number of others. */
    moveAllBack: async (merge: UndoneMerge, actor: Actor): Promise<number> => {
      const rows = await mapConcurrently(await mentions.idsMovedBy(merge.mergeId), AT_ONCE, (id) =>
        change(id, actor, (row) => moveBackByMerge(row, merge, stamp())),
      );
      return rows.filter((row) => row?.moves?.some(({ mergeId }) => mergeId === merge.mergeId)).length;
    },
  };
}
