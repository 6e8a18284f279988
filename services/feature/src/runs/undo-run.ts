import { mapConcurrently, type CallContext } from '@symbio/rpc';
import { notFound } from '@symbio/runtime';
import type { Run } from '@symbio/proto/annotation';
import type { FeatureDeps } from '../features/feature-deps.js';
import { createFeatureRecords } from '../features/feature-records.js';
import type { MentionDeps } from '../mentions/mention-deps.js';
import { createMentionRecords } from '../mentions/mention-records.js';
import type { MentionRow } from '../model.js';
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

const isOwnedByOthers = ({ current, authorId }: MentionRow, runId: string): boolean =>
  current !== null && current.runId !== runId && current.authorId !== authorId;

export function createRunUndo(mentionDeps: MentionDeps, featureDeps: FeatureDeps) {
  const { mentions, annotations, tombstones, self } = mentionDeps;
  const { features, detachMentions, removeProposals } = featureDeps;
  const { remove: removeMention, endRecordsOfRun, detachIfFeatureDeleted } = createMentionRecords(mentionDeps);
  const { remove: removeFeature } = createFeatureRecords(featureDeps);

  /** Returns whether it did. */
  async function removeIfUnused(id: string): Promise<boolean> {
    if ((await mentions.idsOf('featureId', id, 1)).length > 0) return false;
    await removeFeature(id, self);
    // a mention written for it concurrently
    await detachMentions(id);
    return true;
  }

  /** Such a feature exists only for its mentions. */
  async function isOfUndoneRun(id: string): Promise<boolean> {
    const runId = (await features.find(id))?.runId;
    return runId ? tombstones.any(runId) : false;
  }

  /** Idempotent: undone writes are not found again. */
  async function undoWrites({ id: runId, projectId }: Pick<Run, 'id' | 'projectId'>): Promise<UndoneWrites> {
    await tombstones.record(runId);
    await removeProposals(runId);
    const touched = await mentions.withRecordsOfRun(runId, projectId);
    const outcomes = await mapConcurrently(touched, AT_ONCE, async (seen) => {
      const isOfRun = seen.runId === runId;
      if (isOfRun && (await removeMention(seen._id, self, (row) => !isOwnedByOthers(row, runId)))) return 'deleted';
      const after = await endRecordsOfRun(seen._id, runId);
      if (!after) return 'gone';
      await detachIfFeatureDeleted(after);
      if (isOfRun) return 'kept';
      return after.current?.id === seen.current?.id ? 'same' : 'ended';
    });
    const count = (wanted: string) => outcomes.filter((outcome) => outcome === wanted).length;

    const own = await features.idsOfRun(runId);
    const gone = await mapConcurrently(own, AT_ONCE, removeIfUnused);
    // features of earlier undone runs that only this run used
    const others = [...new Set(touched.map(({ featureId }) => featureId))].filter((id) => id && !own.includes(id));
    const alsoGone = await mapConcurrently(
      others,
      AT_ONCE,
      async (id) => (await isOfUndoneRun(id)) && removeIfUnused(id),
    );
    return {
      deletedMentions: count('deleted'),
      deletedFeatures: [...gone, ...alsoGone].filter(Boolean).length,
      endedRecords: count('ended'),
      keptFeatureIds: own.filter((_, at) => !gone[at]),
      keptMentionIds: touched.filter((_, at) => outcomes[at] === 'kept').map(({ _id }) => _id),
    };
  }

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
