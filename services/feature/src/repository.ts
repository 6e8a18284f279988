import type { Model, PipelineStage } from 'mongoose';
import { afterPosition, escapeRegExp, type PageSpec } from '@symbio/rpc';
import { rowWrites, type OutboxWriter } from '@symbio/mongo';
import { inProjects, type VisibleProjects } from '@symbio/project-access';
import type { HistoryStatus } from '@symbio/proto/feature/vocabulary';
import type { HistoryRecord } from './mentions/history.js';
import type { FeatureRow, MentionRow, MentionSummary } from './model.js';
import { namePattern } from './features/name-pattern.js';
import { enclosingAngle, type Point } from './features/nearby.js';

type Writes<Row extends FeatureRow | MentionRow> = Pick<
  OutboxWriter<Row>,
  'insert' | 'insertMany' | 'change' | 'changeMany' | 'dryRun'
>;

export const writes = <Row extends FeatureRow | MentionRow>(writer: Writes<Row>): Writes<Row> => ({
  ...rowWrites(writer),
  changeMany: (rows, actor, decide) => writer.changeMany(rows, actor, decide),
  dryRun: () => writer.dryRun(),
});

export interface FeatureFilter {
  authorId?: string;
  /** SQL wildcards % and _. */
  nameIlike?: string;
  /** Each a substring of the name. */
  nameWords?: readonly string[];
  /** Any of these; empty: all. */
  landUse: readonly string[];
  runId?: string;
  updatedAfter?: Date;
}

export interface FeatureRepository extends Writes<FeatureRow> {
  find: (id: string) => Promise<FeatureRow | undefined>;
  /** Oldest first; all without a slice. */
  list: (projects: VisibleProjects, filter: FeatureFilter, slice?: PageSpec) => Promise<FeatureRow[]>;
  count: (projects: VisibleProjects, filter: FeatureFilter) => Promise<number>;
  /** Unordered superset of the features within the metres. */
  around: (projects: VisibleProjects, filter: FeatureFilter, point: Point, radiusM: number) => Promise<FeatureRow[]>;
  /** Also if it was merged itself since. */
  findMerge: (mergeId: string) => Promise<FeatureRow | undefined>;
  mergedBy: (mergeId: string) => Promise<FeatureRow[]>;
  mergedBefore: (at: Date, limit: number) => Promise<string[]>;
  /** Includes merged features. */
  idsOf: (projectId: string, limit: number) => Promise<string[]>;
  /** Includes merged features. */
  ofRun: (runId: string) => Promise<FeatureRow[]>;
  /** Includes merged features. */
  withIds: (ids: readonly string[]) => Promise<FeatureRow[]>;
}

const NOT_MERGED = { deletedAt: null, merged: null };

export function featureRepository(model: Model<FeatureRow>, writer: OutboxWriter<FeatureRow>): FeatureRepository {
  const queryOf = (
    projects: VisibleProjects,
    { authorId, nameIlike, nameWords = [], landUse, runId, updatedAfter }: FeatureFilter,
  ) => ({
    ...inProjects(projects),
    ...NOT_MERGED,
    ...(authorId && { authorId }),
    ...(nameIlike && { name: { $regex: namePattern(nameIlike), $options: 'is' } }),
    ...(nameWords.length > 0 && {
      $and: nameWords.map((word) => ({ name: { $regex: escapeRegExp(word), $options: 'i' } })),
    }),
    ...(landUse.length > 0 && { landUse: { $in: [...landUse] } }),
    ...(runId && { runId }),
    ...(updatedAfter && { updatedAt: { $gt: updatedAfter } }),
  });
  return {
    ...writes(writer),
    async find(id) {
      return (await model.findOne({ _id: id, ...NOT_MERGED }).lean<FeatureRow>()) ?? undefined;
    },
    async findMerge(mergeId) {
      return (await model.findOne({ 'merges.id': mergeId, deletedAt: null }).lean<FeatureRow>()) ?? undefined;
    },
    mergedBy: async (mergeId) => model.find({ 'merged.id': mergeId, deletedAt: null }).lean<FeatureRow[]>(),
    async mergedBefore(at, limit) {
      const rows = await model
        .find({ 'merged.at': { $lt: at }, deletedAt: null }, { _id: 1 })
        .limit(limit)
        .lean<{ _id: string }[]>();
      return rows.map((row) => row._id);
    },
    async list(projects, filter, slice) {
      // a limit of 0 means unlimited
      const { skip = 0, perPage = 0, after } = slice ?? {};
      return model
        .find({ ...queryOf(projects, filter), ...afterPosition('createdAt', 'oldest first', after) })
        .sort({ createdAt: 1, _id: 1 })
        .skip(skip)
        .limit(perPage)
        .lean<FeatureRow[]>();
    },
    count: async (projects, filter) => model.countDocuments(queryOf(projects, filter)),
    async around(projects, filter, { longitude, latitude }, radiusM) {
      const near = { $geoWithin: { $centerSphere: [[longitude, latitude], enclosingAngle(radiusM)] } };
      return model.find({ ...queryOf(projects, filter), location: near }).lean<FeatureRow[]>();
    },
    async idsOf(projectId, limit) {
      const rows = await model.find({ projectId, deletedAt: null }, { _id: 1 }).limit(limit).lean<{ _id: string }[]>();
      return rows.map((row) => row._id);
    },
    ofRun: async (runId) => model.find({ runId, deletedAt: null }).lean<FeatureRow[]>(),
    withIds: async (ids) => model.find({ _id: { $in: [...ids] }, deletedAt: null }).lean<FeatureRow[]>(),
  };
}

export interface MentionFilter {
  featureId?: string;
  sourceAnnotationId?: string;
  authorId?: string;
  runId?: string;
  updatedAfter?: Date;
}

/** Applied to the record itself. */
export interface HistoryFilter extends Omit<MentionFilter, 'updatedAfter'> {
  status?: HistoryStatus;
  createdAfter?: Date;
}

export interface HistoryRow extends HistoryRecord {
  mentionId: string;
  projectId: string;
}

export interface MentionRepository extends Writes<MentionRow> {
  find: (id: string) => Promise<MentionRow | undefined>;
  /** Also if it is held back. */
  findEvenHeldBack: (id: string) => Promise<MentionRow | undefined>;
  findByRecord: (recordId: string) => Promise<MentionRow | undefined>;
  withRecords: (recordIds: readonly string[]) => Promise<MentionRow[]>;
  /** Newest first; all without a slice. */
  list: (projects: VisibleProjects, filter: MentionFilter, slice?: PageSpec) => Promise<MentionSummary[]>;
  count: (projects: VisibleProjects, filter: MentionFilter) => Promise<number>;
  /** With a current record and no feature, newest first; all without a slice. */
  unassociated: (projectId: string, slice?: PageSpec) => Promise<MentionSummary[]>;
  countUnassociated: (projectId: string) => Promise<number>;
  /** Records, newest first; all without a slice. */
  history: (projects: VisibleProjects, filter: HistoryFilter, slice?: PageSpec) => Promise<HistoryRow[]>;
  countHistory: (projects: VisibleProjects, filter: HistoryFilter) => Promise<number>;
  /** Oldest first; all without a slice. */
  ofRun: (runId: string, projectId: string, slice?: PageSpec) => Promise<MentionSummary[]>;
  /** Of other origin, oldest first; all without a slice. */
  recordsOfRun: (runId: string, projectId: string, slice?: PageSpec) => Promise<HistoryRow[]>;
  countRecordsOfRun: (runId: string, projectId: string) => Promise<number>;
  /** Includes orphans. */
  withRecordsOfRun: (runId: string, projectId: string) => Promise<MentionRow[]>;
  /** Mentions that the merge moved and that were not moved back. */
  idsMovedBy: (mergeId: string) => Promise<string[]>;
  orphans: (limit: number) => Promise<string[]>;
  /** Mentions with any record from the annotation; includes orphans. */
  idsFromAnnotation: (annotationId: string, projectId: string) => Promise<string[]>;
  /** Authors of the mentions and of their current records. */
  authorsOf: (featureId: string) => Promise<string[]>;
  /** Those of the features that mentions use. */
  featuresAmong: (featureIds: readonly string[]) => Promise<string[]>;
  /** Includes orphans for a project. */
  idsOf: (owner: 'projectId' | 'featureId' | 'sourceAnnotationId', id: string, limit: number) => Promise<string[]>;
}

const EXISTING = { deletedAt: null, orphanedAt: null, heldBack: null };

const NEWEST_FIRST = { createdAt: -1, _id: -1 } as const;

export function mentionRepository(model: Model<MentionRow>, writer: OutboxWriter<MentionRow>): MentionRepository {
  const queryOf = (projects: VisibleProjects, { updatedAfter, ...filter }: MentionFilter) => ({
    ...filter,
    ...(updatedAfter && { updatedAt: { $gt: updatedAfter } }),
    ...inProjects(projects),
    ...EXISTING,
  });
  const withoutFeature = (projectId: string) => ({ featureId: '', projectId, current: { $ne: null }, ...EXISTING });
  const slicedList = (query: object, { skip = 0, perPage = 0, after }: Partial<PageSpec> = {}) =>
    model
      .find({ ...query, ...afterPosition('createdAt', 'newest first', after) }, { history: 0 })
      .sort(NEWEST_FIRST)
      // a limit of 0 means unlimited
      .skip(skip)
      .limit(perPage)
      .lean<MentionSummary[]>();
  const ofRecord = ({ createdAfter, ...filter }: HistoryFilter): Record<string, unknown> => ({
    ...filter,
    ...(createdAfter && { createdAt: { $gt: createdAfter } }),
  });
  const records = (of: object, filter: HistoryFilter): PipelineStage[] => {
    const record = ofRecord(filter);
    const unwound = Object.fromEntries(Object.entries(record).map(([key, value]) => [`history.${key}`, value]));
    return [
      { $match: { ...(Object.keys(record).length > 0 && { history: { $elemMatch: record } }), ...of, ...EXISTING } },
      { $project: { projectId: 1, history: 1 } },
      { $unwind: '$history' },
      { $match: unwound },
      {
        $replaceWith: {
          $mergeObjects: ['$history', { _id: '$history.id', mentionId: '$_id', projectId: '$projectId' }],
        },
      },
    ];
  };
  const slicedRecords = async (
    of: object,
    filter: HistoryFilter,
    order: 'oldest first' | 'newest first',
    slice: PageSpec | undefined,
  ): Promise<HistoryRow[]> => {
    const direction = order === 'oldest first' ? 1 : -1;
    return model.aggregate<HistoryRow>([
      ...records(of, filter),
      ...(slice?.after ? [{ $match: afterPosition('createdAt', order, slice.after) }] : []),
      // ids break ties of equal times
      { $sort: { createdAt: direction, _id: direction } },
      ...(slice ? [{ $skip: slice.skip }, { $limit: slice.perPage }] : []),
      { $unset: '_id' },
    ]);
  };
  const countedRecords = async (of: object, filter: HistoryFilter): Promise<number> => {
    const [answer] = await model.aggregate<{ count: number }>([...records(of, filter), { $count: 'count' }]);
    return answer?.count ?? 0;
  };
  const notMadeBy = (runId: string, projectId: string) => ({ projectId, runId: { $ne: runId } });
  return {
    ...writes(writer),
    async find(id) {
      return (await model.findOne({ _id: id, ...EXISTING }).lean<MentionRow>()) ?? undefined;
    },
    async findEvenHeldBack(id) {
      return (await model.findOne({ _id: id, deletedAt: null, orphanedAt: null }).lean<MentionRow>()) ?? undefined;
    },
    async findByRecord(recordId) {
      return (await model.findOne({ 'history.id': recordId, ...EXISTING }).lean<MentionRow>()) ?? undefined;
    },
    withRecords: async (ids) => model.find({ 'history.id': { $in: [...ids] }, ...EXISTING }).lean<MentionRow[]>(),
    list: async (projects, filter, slice) => slicedList(queryOf(projects, filter), slice),
    count: async (projects, filter) => model.countDocuments(queryOf(projects, filter)),
    unassociated: async (projectId, slice) => slicedList(withoutFeature(projectId), slice),
    countUnassociated: async (projectId) => model.countDocuments(withoutFeature(projectId)),
    history: async (projects, filter, slice) => slicedRecords(inProjects(projects), filter, 'newest first', slice),
    countHistory: async (projects, filter) => countedRecords(inProjects(projects), filter),
    async ofRun(runId, projectId, slice) {
      const { perPage = 0, after } = slice ?? {};
      return model
        .find({ runId, projectId, ...EXISTING, ...afterPosition('createdAt', 'oldest first', after) }, { history: 0 })
        .sort({ createdAt: 1, _id: 1 })
        .skip(slice?.skip ?? 0)
        .limit(perPage)
        .lean<MentionSummary[]>();
    },
    recordsOfRun: async (runId, projectId, slice) =>
      slicedRecords(notMadeBy(runId, projectId), { runId }, 'oldest first', slice),
    countRecordsOfRun: async (runId, projectId) => countedRecords(notMadeBy(runId, projectId), { runId }),
    withRecordsOfRun: async (runId, projectId) =>
      model.find({ 'history.runId': runId, projectId, deletedAt: null }).lean<MentionRow[]>(),
    async idsMovedBy(mergeId) {
      const rows = await model.find({ 'moves.mergeId': mergeId, ...EXISTING }, { _id: 1 }).lean<{ _id: string }[]>();
      return rows.map((row) => row._id);
    },
    async orphans(limit) {
      const rows = await model
        .find({ featureId: '', sourceAnnotationId: '', sourceRecord: { $exists: false }, ...EXISTING }, { _id: 1 })
        .limit(limit)
        .lean<{ _id: string }[]>();
      return rows.map((row) => row._id);
    },
    async idsFromAnnotation(annotationId, projectId) {
      const rows = await model
        .find({ 'history.sourceAnnotationId': annotationId, projectId, deletedAt: null }, { _id: 1 })
        .lean<{ _id: string }[]>();
      return rows.map((row) => row._id);
    },
    async authorsOf(featureId) {
      const rows = await model
        .find({ featureId, deletedAt: null }, { authorId: 1, 'current.authorId': 1 })
        .lean<Pick<MentionRow, 'authorId' | 'current'>[]>();
      return [...new Set(rows.flatMap(({ authorId, current }) => [authorId, current?.authorId ?? authorId]))];
    },
    async featuresAmong(ids) {
      const rows = await model
        .find({ featureId: { $in: [...ids] }, deletedAt: null }, { featureId: 1, _id: 0 })
        .lean<{ featureId: string }[]>();
      return [...new Set(rows.map(({ featureId }) => featureId))];
    },
    async idsOf(owner, id, limit) {
      const rows = await model
        .find({ [owner]: id, deletedAt: null }, { _id: 1 })
        .limit(limit)
        .lean<{ _id: string }[]>();
      return rows.map((row) => row._id);
    },
  };
}
