import { mapConcurrently, pagedList, type CallContext, type PagedList, type PageSpec, type Paging } from '@symbio/rpc';
import { notFound } from '@symbio/runtime';
import type { Run } from '@symbio/proto/annotation';
import type { RunWrite } from '@symbio/proto/feature';
import type { FeatureDeps } from './feature-deps.js';
import { createFeatureRecords } from './feature-records.js';
import type { MentionDeps } from './mention-deps.js';
import { createMentionRecords } from './mention-records.js';
import type { MentionRow } from './model.js';
import { ROLE_TO } from './policy.js';
import { runNotUndone } from './runs.js';

/** Rows processed concurrently. */
const AT_ONCE = 8;

/** Result of undoing a run's writes. */
export interface TakenBack {
  deletedMentions: number;
  deletedFeatures: number;
  endedRecords: number;
  /** The run's features used by mentions from outside the run. */
  keptFeatureIds: string[];
  /** The run's mentions whose current record is another author's. */
  keptMentionIds: string[];
}

/** An item written under a run. */
export interface RunWritten extends RunWrite {
  createdAt: Date;
}

/** A slice of a run's writes, with the total. */
export interface RunWrites extends PagedList<RunWritten> {
  featureCount: number;
  mentionCount: number;
  /** Records in mentions of other origin. */
  historyRecordCount: number;
}

/** Maximum characters of a narrative in a list. */
const EXCERPT = 200;
const excerpt = (text: string): string => [...text].slice(0, EXCERPT).join('');

/** Whether a person or another author has taken over the run's finding, and now owns it. */
const isTakenOver = ({ current, authorId }: MentionRow, runId: string): boolean =>
  current !== null && current.runId !== runId && current.authorId !== authorId;

export type RunUndoing = ReturnType<typeof createRunUndoing>;

/** Lists and undoes the writes of agents' runs. */
export function createRunUndoing(mentionDeps: MentionDeps, featureDeps: FeatureDeps) {
  const { mentions, annotations, access, tombstones, self } = mentionDeps;
  const { features, detachMentions } = featureDeps;
  const { remove: removeMention, takeBackRecords, unlessFeatureDeleted } = createMentionRecords(mentionDeps);
  const { remove: removeFeature } = createFeatureRecords(featureDeps);

  /** The run, if the caller's project role suffices. @throws AppError NOT_FOUND, PERMISSION_DENIED */
  async function allowed(context: CallContext, runId: string, action: keyof typeof ROLE_TO): Promise<Run> {
    const { run } = await annotations.getRun({ id: runId }, context);
    if (!run) throw notFound('Run');
    await access.require(context, run.projectId, ROLE_TO[action], 'Run');
    return run;
  }

  /** Deletes a feature without mentions. Returns whether it did. */
  async function removeUnnamed(id: string): Promise<boolean> {
    if ((await mentions.idsOf('featureId', id, 1)).length > 0) return false;
    await removeFeature(id, self);
    // a mention written for it concurrently
    await detachMentions(id);
    return true;
  }

  /** Whether a feature was created under another undone run: it then exists only for its mentions. */
  async function isOfUndoneRun(id: string): Promise<boolean> {
    const runId = (await features.find(id))?.runId;
    return runId ? tombstones.any(runId) : false;
  }

  /** Idempotent: undone writes are not found again. */
  async function runUndone({ id: runId, projectId }: Pick<Run, 'id' | 'projectId'>): Promise<TakenBack> {
    await tombstones.record(runId);
    const touched = await mentions.touchedBy(runId, projectId);
    const outcomes = await mapConcurrently(touched, AT_ONCE, async (seen) => {
      const isOfRun = seen.runId === runId;
      if (isOfRun && (await removeMention(seen._id, self, (row) => !isTakenOver(row, runId)))) return 'deleted';
      const after = await takeBackRecords(seen._id, runId);
      if (!after) return 'gone';
      await unlessFeatureDeleted(after);
      if (isOfRun) return 'kept';
      return after.current?.id === seen.current?.id ? 'same' : 'ended';
    });
    const count = (wanted: string) => outcomes.filter((outcome) => outcome === wanted).length;

    const own = await features.idsOfRun(runId);
    const gone = await mapConcurrently(own, AT_ONCE, removeUnnamed);
    // features of previously undone runs that remained for this run's mentions
    const others = [...new Set(touched.map(({ featureId }) => featureId))].filter((id) => id && !own.includes(id));
    const alsoGone = await mapConcurrently(
      others,
      AT_ONCE,
      async (id) => (await isOfUndoneRun(id)) && removeUnnamed(id),
    );
    return {
      deletedMentions: count('deleted'),
      deletedFeatures: [...gone, ...alsoGone].filter(Boolean).length,
      endedRecords: count('ended'),
      keptFeatureIds: own.filter((_, at) => !gone[at]),
      keptMentionIds: touched.filter((_, at) => outcomes[at] === 'kept').map(({ _id }) => _id),
    };
  }

  /** All kinds combined, oldest first. */
  async function written(projectId: string, runId: string, slice: PageSpec | undefined): Promise<RunWritten[]> {
    // a slice's items of one kind are among the first items of that kind
    const share = slice && { ...slice, skip: 0, perPage: slice.skip + slice.perPage };
    const [featureRows, mentionRows, records] = await Promise.all([
      features.list([projectId], { runId, landUse: [] }, share),
      mentions.ofRun(runId, projectId, share),
      mentions.recordsOfRun(runId, projectId, share),
    ]);
    const mentionId = '';
    const all = [
      ...featureRows.map(({ _id: id, name, createdAt }) => ({
        kind: 'feature',
        id,
        label: name,
        createdAt,
        mentionId,
      })),
      ...mentionRows.map(({ _id: id, narrative, createdAt }) => ({
        ...{ kind: 'mention', id, label: excerpt(narrative), createdAt, mentionId },
      })),
      ...records.map((record) => ({
        ...{ kind: 'history_record', id: record.id, label: excerpt(record.narrative) },
        ...{ createdAt: record.createdAt, mentionId: record.mentionId },
      })),
    ].sort((a, b) => a.createdAt.getTime() - b.createdAt.getTime() || (a.id < b.id ? -1 : 1));
    return slice ? all.slice(slice.skip, slice.skip + slice.perPage) : all;
  }

  return {
    /** Handles an undone run published by the annotation service. */
    runUndone,

    /** On request. @throws AppError NOT_FOUND, PERMISSION_DENIED, FAILED_PRECONDITION */
    async applyRun(context: CallContext, runId: string): Promise<TakenBack> {
      const run = await allowed(context, runId, 'changeMention');
      if (run.status !== 'undone') throw runNotUndone();
      return runUndone(run);
    },

    /** Oldest first, all kinds mixed. @throws AppError NOT_FOUND, INVALID_ARGUMENT for a bad cursor. */
    async listWrites(context: CallContext, runId: string, paging: Paging): Promise<RunWrites> {
      const { projectId } = await allowed(context, runId, 'viewMentions');
      const filter = { runId, landUse: [] };
      const [featureCount, mentionCount, historyRecordCount] = await Promise.all([
        features.count([projectId], filter),
        mentions.count([projectId], { runId }),
        mentions.countRecordsOfRun(runId, projectId),
      ]);
      const { rows, pageInfo } = await pagedList<RunWritten>(
        paging,
        (slice) => written(projectId, runId, slice),
        () => Promise.resolve(featureCount + mentionCount + historyRecordCount),
        ({ createdAt, id }) => ({ at: createdAt, id }),
      );
      return { rows, pageInfo, featureCount, mentionCount, historyRecordCount };
    },
  };
}
