import { mapConcurrently, type CallContext } from '@symbio/rpc';
import { notFound, sharedWork } from '@symbio/runtime';
import type { Run } from '@symbio/proto/annotation';
import { inBatches } from '../batches.js';
import type { FeatureDeps } from '../features/feature-deps.js';
import { createFeatureRecords } from '../features/feature-records.js';
import type { MentionDeps } from '../mentions/mention-deps.js';
import { createMentionRecords } from '../mentions/mention-records.js';
import type { FeatureRow, MentionRow } from '../model.js';
import { allowedRun, runNotUndone } from './run-checks.js';

const AT_ONCE = 8;

export interface UndoneWrites {
  deletedMentions: number;
  deletedFeatures: number;
  endedRecords: number;
  /** Features that remaining mentions use. */
  keptFeatureIds: string[];
  /** The run's mentions with a current record by another author. */
  keptMentionIds: string[];
}

type UndoneRun = Pick<Run, 'id' | 'projectId'>;

const isOwnedByOthers = ({ current, authorId }: MentionRow, runId: string): boolean =>
  current !== null && current.runId !== runId && current.authorId !== authorId;

const idOf = ({ _id }: { _id: string }): string => _id;

export function createRunUndo(mentionDeps: MentionDeps, featureDeps: FeatureDeps) {
  const { mentions, annotations, tombstones, self } = mentionDeps;
  const { features, detachMentions, removeProposals } = featureDeps;
  const { removeMany: removeMentions, endRecordsOfRun, detachFrom } = createMentionRecords(mentionDeps);
  const { removeMany: removeFeatures } = createFeatureRecords(featureDeps);
  const shared = sharedWork<UndoneWrites>();

  /** Returns ids of those that no mention uses. */
  async function removeUnused(rows: readonly FeatureRow[]): Promise<string[]> {
    const used = new Set(await mentions.featuresAmong(rows.map(idOf)));
    const unused = rows.filter(({ _id }) => !used.has(_id));
    await removeFeatures(unused, self);
    const ids = unused.map(idOf);
    // mentions written for them concurrently
    await detachMentions(ids);
    return ids;
  }

  /** Features that exist only for mentions of other runs, which were undone. */
  async function ofUndoneRuns(ids: readonly string[]): Promise<FeatureRow[]> {
    const rows = (await features.withIds(ids)).filter(({ runId, merged }) => runId && !merged);
    const runs = [...new Set(rows.map(({ runId = '' }) => runId))];
    const undone = new Set<string>();
    for (const id of runs) if (await tombstones.any(id)) undone.add(id);
    return rows.filter(({ runId = '' }) => undone.has(runId));
  }

  /** Ends the run's records in these mentions. Returns the mentions as they are then. */
  async function endRecords(
    rows: readonly MentionRow[],
    { id, projectId }: UndoneRun,
  ): Promise<Map<string, MentionRow>> {
    if (rows.length === 0) return new Map();
    await inBatches(rows, async (some) => {
      await endRecordsOfRun(some, id);
      return [];
    });
    const after = await mentions.withRecordsOfRun(id, projectId);
    const featureIds = [...new Set(after.map(({ featureId }) => featureId))].filter((each) => each !== '');
    const there = new Set((await features.withIds(featureIds)).filter(({ merged }) => !merged).map(idOf));
    const lost = after.filter(({ featureId }) => featureId !== '' && !there.has(featureId));
    await mapConcurrently(lost, AT_ONCE, ({ _id, featureId }) => detachFrom(_id, featureId));
    return new Map(after.map((row) => [row._id, row]));
  }

  async function undoAll(run: UndoneRun): Promise<UndoneWrites> {
    const { id: runId, projectId } = run;
    const isOfRun = (row: MentionRow): boolean => row.runId === runId;
    await tombstones.record(runId);
    await removeProposals(runId);
    const touched = await mentions.withRecordsOfRun(runId, projectId);
    const isMeant = (row: MentionRow): boolean => !isOwnedByOthers(row, runId);
    const deleted = new Set(await inBatches(touched.filter(isOfRun), (some) => removeMentions(some, self, isMeant)));
    const left = touched.filter(({ _id }) => !deleted.has(_id));
    const after = await endRecords(left, run);
    const isEnded = (row: MentionRow): boolean => {
      const now = after.get(row._id);
      return now !== undefined && now.current?.id !== row.current?.id;
    };

    const own = await features.ofRun(runId);
    const gone = new Set(await inBatches(own, removeUnused));
    // features of earlier undone runs that only this run used
    const used = new Set(touched.map(({ featureId }) => featureId));
    for (const { _id } of own) used.delete(_id);
    const others = await ofUndoneRuns([...used].filter((id) => id !== ''));
    const alsoGone = await inBatches(others, removeUnused);
    return {
      deletedMentions: deleted.size,
      deletedFeatures: gone.size + alsoGone.length,
      endedRecords: left.filter((row) => !isOfRun(row) && isEnded(row)).length,
      keptFeatureIds: own.map(idOf).filter((id) => !gone.has(id)),
      keptMentionIds: left.filter((row) => isOfRun(row) && after.has(row._id)).map(idOf),
    };
  }

  /** Idempotent: undone writes are not found again. The run's event and its undoing call often arrive together. */
  const undoWrites = (run: UndoneRun): Promise<UndoneWrites> => shared(run.id, () => undoAll(run));

  return {
    undoWrites,

    /** @throws AppError NOT_FOUND, PERMISSION_DENIED */
    async undo(context: CallContext, runId: string): Promise<UndoneWrites & { run: Run }> {
      const { run } = await annotations.undoRun({ id: runId }, context);
      if (!run) throw notFound('Run');
      return { run, ...(await undoWrites(run)) };
    },

    /** The second step of `undo`. @throws AppError NOT_FOUND, PERMISSION_DENIED, FAILED_PRECONDITION */
    async applyRun(context: CallContext, runId: string): Promise<UndoneWrites> {
      const run = await allowedRun(mentionDeps, context, runId, 'changeMention');
      if (run.status !== 'undone') throw runNotUndone();
      return undoWrites(run);
    },
  };
}
