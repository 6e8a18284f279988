import { inOrder, type Actor } from '@symbio/kit';
import { forAll } from './batches.js';
import type { MergeOfTwo, UndoneMerge } from './feature-deps.js';
import { move, moveBack, type HistoryState } from './history.js';
import type { MentionDeps } from './mention-deps.js';
import type { MentionRecords } from './mention-records.js';
import type { MergeMove, MentionRow } from './model.js';

/** Mentions that are moved back side by side. */
const AT_ONCE = 8;
/** Merges that a mention remembers, the newest: more than anybody undoes one by one. */
const MAX_MOVES = 50;

/** A mention's history after it was moved, and which merges moved it. */
export type Moved = HistoryState & { moves: MergeMove[] };

type Stamp = ReturnType<MentionRecords['stamp']>;

/** Moves a mention to the feature that its own becomes part of. Undefined: it is of another one by now. */
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
 * Moves a mention back to where it was before a merge. Undefined: it stays where it is, because it was changed or moved
 * since, its feature is not there again, or what held then was taken back with its run.
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
  // the merge before this one left what holds again now: it can be undone in its turn
  const moves = (row.moves ?? [])
    .slice(0, -1)
    .map((each) => (each.recordAfter === last.recordBefore ? { ...each, recordAfter: state.current?.id ?? '' } : each));
  return { ...state, moves };
}

/** What becomes of mentions when features are merged, and when that is undone. */
export function createMentionMoves({ mentions }: MentionDeps, { change, stamp }: MentionRecords) {
  return {
    /** Takes the mentions of one feature over to another of the same project, each with a record by the actor. */
    moveAll: (merge: MergeOfTwo, actor: Actor): Promise<void> =>
      forAll(
        (limit) => mentions.idsOf('featureId', merge.fromFeatureId, limit),
        (id) =>
          change(id, actor, (row) =>
            moveByMerge(row, merge, { ...stamp(), ...(actor.authorId && { authorId: actor.authorId }) }),
          ),
      ),

    /** Takes them back, as far as they are as the merge left them. Answers how many are not. */
    moveAllBack: async (merge: UndoneMerge, actor: Actor): Promise<number> => {
      const rows = await inOrder(await mentions.idsMovedBy(merge.mergeId), AT_ONCE, (id) =>
        change(id, actor, (row) => moveBackByMerge(row, merge, stamp())),
      );
      return rows.filter((row) => row?.moves?.some(({ mergeId }) => mergeId === merge.mergeId)).length;
    },
  };
}
