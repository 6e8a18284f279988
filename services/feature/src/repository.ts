import type { Model, PipelineStage } from 'mongoose';
import type { Actor, OutboxWriter, PageSpec, PendingEvent, RowValues } from '@symbio/kit';
import { inProjects, type VisibleProjects } from '@symbio/project-access';
import type { HistoryStatus } from '@symbio/proto/feature/vocabulary';
import type { HistoryRecord } from './history.js';
import type { FeatureRow, MentionRow, MentionSummary } from './model.js';
import { namePattern } from './name-pattern.js';
import { enclosingAngle, type Point } from './nearby.js';

type Writes<Row extends FeatureRow | MentionRow> = {
  /** Undefined when the id is taken. */
  insert(
    id: string,
    values: RowValues<Row>,
    actor: Actor,
    events: (row: Row) => PendingEvent[],
  ): Promise<Row | undefined>;
  /** Undefined when there is no such row. */
  change(id: string, actor: Actor, decide: Parameters<OutboxWriter<Row>['change']>[2]): Promise<Row | undefined>;
};

const writes = <Row extends FeatureRow | MentionRow>(writer: OutboxWriter<Row>): Writes<Row> => ({
  insert: (id, values, actor, events) => writer.insert(id, values, actor, events),
  change: (id, actor, decide) => writer.change(id, actor, decide),
});

/** What a list of features is narrowed to; each that is set must hold. */
export interface FeatureFilter {
  authorId?: string;
  /** As in SQL: % and _. */
  nameIlike?: string;
  /** Any of these; empty: any at all. */
  landUse: readonly string[];
}

/** Every query and write of the features. */
export interface FeatureRepository extends Writes<FeatureRow> {
  find: (id: string) => Promise<FeatureRow | undefined>;
  /** Oldest first. Without a slice: all. */
  list: (projects: VisibleProjects, filter: FeatureFilter, slice?: PageSpec) => Promise<FeatureRow[]>;
  count: (projects: VisibleProjects, filter: FeatureFilter) => Promise<number>;
  /** All within a distance in metres, and some that lie a little farther; in no order. */
  around: (projects: VisibleProjects, filter: FeatureFilter, point: Point, radiusM: number) => Promise<FeatureRow[]>;
  /** Some ids of a project's features. */
  idsOf: (projectId: string, limit: number) => Promise<string[]>;
}

/** Features in MongoDB. */
export function featureRepository(model: Model<FeatureRow>, writer: OutboxWriter<FeatureRow>): FeatureRepository {
  const among = (projects: VisibleProjects, { authorId, nameIlike, landUse }: FeatureFilter) => ({
    ...inProjects(projects),
    deletedAt: null,
    ...(authorId && { authorId }),
    ...(nameIlike && { name: { $regex: namePattern(nameIlike), $options: 'is' } }),
    ...(landUse.length > 0 && { landUse: { $in: [...landUse] } }),
  });
  return {
    ...writes(writer),
    async find(id) {
      return (await model.findOne({ _id: id, deletedAt: null }).lean<FeatureRow>()) ?? undefined;
    },
    async list(projects, filter, slice) {
      // a limit of 0 is none
      const { skip = 0, perPage = 0 } = slice ?? {};
      return model
        .find(among(projects, filter))
        .sort({ createdAt: 1, _id: 1 })
        .skip(skip)
        .limit(perPage)
        .lean<FeatureRow[]>();
    },
    count: async (projects, filter) => model.countDocuments(among(projects, filter)),
    async around(projects, filter, { longitude, latitude }, radiusM) {
      const near = { $geoWithin: { $centerSphere: [[longitude, latitude], enclosingAngle(radiusM)] } };
      return model.find({ ...among(projects, filter), location: near }).lean<FeatureRow[]>();
    },
    async idsOf(projectId, limit) {
      const rows = await model.find({ projectId, deletedAt: null }, { _id: 1 }).limit(limit).lean<{ _id: string }[]>();
      return rows.map((row) => row._id);
    },
  };
}

/** What a list of mentions is narrowed to; each that is set must hold. */
export interface MentionFilter {
  featureId?: string;
  sourceAnnotationId?: string;
  authorId?: string;
}

/** What a list of history records is narrowed to; each that is set must hold of the record itself. */
export interface HistoryFilter extends MentionFilter {
  status?: HistoryStatus;
}

/** A record and the mention it belongs to. */
export interface HistoryRow extends HistoryRecord {
  mentionId: string;
  projectId: string;
}

/** Every query and write of the mentions and their history. */
export interface MentionRepository extends Writes<MentionRow> {
  find: (id: string) => Promise<MentionRow | undefined>;
  findByRecord: (recordId: string) => Promise<MentionRow | undefined>;
  /** Newest first. Without a slice: all. */
  list: (projects: VisibleProjects, filter: MentionFilter, slice?: PageSpec) => Promise<MentionSummary[]>;
  count: (projects: VisibleProjects, filter: MentionFilter) => Promise<number>;
  /** Those that hold and belong to no feature, newest first. Without a slice: all. */
  unassociated: (projectId: string, slice?: PageSpec) => Promise<MentionSummary[]>;
  countUnassociated: (projectId: string) => Promise<number>;
  /** Records, newest first. Without a slice: all. */
  history: (projects: VisibleProjects, filter: HistoryFilter, slice?: PageSpec) => Promise<HistoryRow[]>;
  countHistory: (projects: VisibleProjects, filter: HistoryFilter) => Promise<number>;
  /** Mentions of a project with a record that was written from an annotation, whatever they say now. */
  idsEverFrom: (annotationId: string, projectId: string) => Promise<string[]>;
  /** Some ids of mentions that belong to something. */
  idsOf: (owner: 'projectId' | 'featureId' | 'sourceAnnotationId', id: string, limit: number) => Promise<string[]>;
}

const NEWEST_FIRST = { createdAt: -1, _id: -1 } as const;

/** Mentions in MongoDB. */
export function mentionRepository(model: Model<MentionRow>, writer: OutboxWriter<MentionRow>): MentionRepository {
  const among = (projects: VisibleProjects, filter: MentionFilter) => ({
    ...filter,
    ...inProjects(projects),
    deletedAt: null,
  });
  const withoutFeature = (projectId: string) => ({ featureId: '', projectId, current: { $ne: null }, deletedAt: null });
  const slicedList = (query: object, { skip = 0, perPage = 0 }: Partial<PageSpec> = {}) =>
    model
      .find(query, { history: 0 })
      .sort(NEWEST_FIRST)
      // a limit of 0 is none
      .skip(skip)
      .limit(perPage)
      .lean<MentionSummary[]>();
  const withRecord = (filter: HistoryFilter) =>
    Object.keys(filter).length > 0 ? { history: { $elemMatch: { ...filter } } } : {};
  const records = (projects: VisibleProjects, filter: HistoryFilter): PipelineStage[] => {
    const ofRecord = Object.fromEntries(
      Object.entries(filter).map(([key, value]) => [`history.${key}`, value as string]),
    );
    return [
      { $match: { ...withRecord(filter), ...inProjects(projects), deletedAt: null } },
      { $project: { projectId: 1, history: 1 } },
      { $unwind: { path: '$history', includeArrayIndex: 'position' } },
      { $match: ofRecord },
    ];
  };
  return {
    ...writes(writer),
    async find(id) {
      return (await model.findOne({ _id: id, deletedAt: null }).lean<MentionRow>()) ?? undefined;
    },
    async findByRecord(recordId) {
      return (await model.findOne({ 'history.id': recordId, deletedAt: null }).lean<MentionRow>()) ?? undefined;
    },
    list: async (projects, filter, slice) => slicedList(among(projects, filter), slice),
    count: async (projects, filter) => model.countDocuments(among(projects, filter)),
    unassociated: async (projectId, slice) => slicedList(withoutFeature(projectId), slice),
    countUnassociated: async (projectId) => model.countDocuments(withoutFeature(projectId)),
    async history(projects, filter, slice) {
      return model.aggregate<HistoryRow>([
        ...records(projects, filter),
        // records of one mention may share a moment: their place tells which came later
        { $sort: { 'history.createdAt': -1, position: -1, 'history.id': -1 } },
        ...(slice ? [{ $skip: slice.skip }, { $limit: slice.perPage }] : []),
        { $replaceWith: { $mergeObjects: ['$history', { mentionId: '$_id', projectId: '$projectId' }] } },
      ]);
    },
    async countHistory(projects, filter) {
      const [answer] = await model.aggregate<{ count: number }>([...records(projects, filter), { $count: 'count' }]);
      return answer?.count ?? 0;
    },
    async idsEverFrom(annotationId, projectId) {
      const rows = await model
        .find({ 'history.sourceAnnotationId': annotationId, projectId, deletedAt: null }, { _id: 1 })
        .lean<{ _id: string }[]>();
      return rows.map((row) => row._id);
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
