import type { Model } from 'mongoose';
import {
  afterPosition,
  type Actor,
  type Decide,
  type NewRow,
  type PageSpec,
  type PendingEvent,
  type RowValues,
  type ManyRowsWriter,
} from '@symbio/kit';
import { inProjects, isAmong, type VisibleProjects } from '@symbio/project-access';
import type { AnnotationRow } from './model.js';

/** What a list is narrowed to. At least one is set. */
export interface AnnotationFilter {
  documentPageId?: string;
  documentId?: string;
  authorId?: string;
  projectId?: string;
  runId?: string;
}

/** What of it a list holds. */
export interface AnnotationQuery extends AnnotationFilter {
  /** Only what changed after this moment. */
  updatedAfter?: Date | undefined;
}

/** A label and how many annotations carry it. */
export interface LabelCount {
  content: string;
  count: number;
}

/** What annotations belong to and go with. */
export type Source = 'documentPageId' | 'documentId' | 'projectId';

/** Every query and write of the annotations. */
export interface AnnotationRepository {
  find: (id: string) => Promise<AnnotationRow | undefined>;
  /** One that was deleted and can be brought back. */
  findRemoved: (id: string) => Promise<AnnotationRow | undefined>;
  /** Oldest first. Without a slice: all. */
  list: (query: AnnotationQuery, visible: VisibleProjects, slice?: PageSpec) => Promise<AnnotationRow[]>;
  count: (query: AnnotationQuery, visible: VisibleProjects) => Promise<number>;
  /** The labels that people's annotations of a project carry, the most used first; without some of them. */
  labels: (projectId: string, except: readonly string[], most: number) => Promise<LabelCount[]>;
  /** How many annotations of some runs are there; runs without any are left out. */
  countsOfRuns: (runIds: readonly string[]) => Promise<ReadonlyMap<string, number>>;
  /** How many of a run were deleted at this moment and can be brought back. */
  countRemoved: (runId: string, at: Date) => Promise<number>;
  /** Who made the annotations of a run that are there. */
  authorsOf: (runId: string) => Promise<Pick<AnnotationRow, 'authorId' | 'authorType'>[]>;
  /** Some ids of what belongs to a source, deleted ones included. */
  idsOf: (source: Source, id: string, limit: number) => Promise<string[]>;
  /** Some ids of a document's annotations: those that are there, or those that went with it. */
  idsOfDocument: (documentId: string, which: 'there' | 'removed with it', limit: number) => Promise<string[]>;
  /** Undefined when the id is taken. */
  insert: (
    id: string,
    values: RowValues<AnnotationRow>,
    actor: Actor,
    events: (row: AnnotationRow) => PendingEvent[],
  ) => Promise<AnnotationRow | undefined>;
  /** Those of some ids, deleted ones too. */
  findKept: (ids: readonly string[]) => Promise<AnnotationRow[]>;
  /** As insert, in one write. */
  insertMany: (
    rows: readonly NewRow<AnnotationRow>[],
    actor: Actor,
    events: (row: AnnotationRow) => PendingEvent[],
  ) => Promise<(AnnotationRow | undefined)[]>;
  /** Undefined when there is no such annotation. */
  change: (id: string, actor: Actor, decide: Decide<AnnotationRow>) => Promise<AnnotationRow | undefined>;
  /** The same of several that were just read, in one write. */
  changeMany: (rows: readonly AnnotationRow[], actor: Actor, decide: Decide<AnnotationRow>) => Promise<void>;
  /** The same of one that was deleted. */
  changeRemoved: (id: string, actor: Actor, decide: Decide<AnnotationRow>) => Promise<AnnotationRow | undefined>;
  /** Removes an annotation for good, deleted or not. */
  erase: (id: string, actor: Actor, events: (row: AnnotationRow) => PendingEvent[]) => Promise<void>;
}

/** The project a list asks for, if it is among those the caller may see. */
export const onlyIfVisible = (projectId: string, visible: VisibleProjects): VisibleProjects =>
  isAmong(visible, projectId) ? [projectId] : [];

/** Annotations in MongoDB. */
export function annotationRepository(
  model: Model<AnnotationRow>,
  writer: ManyRowsWriter<AnnotationRow>,
): AnnotationRepository {
  const among = ({ projectId, updatedAfter, ...filter }: AnnotationQuery, visible: VisibleProjects) => ({
    ...filter,
    ...(updatedAfter && { updatedAt: { $gt: updatedAfter } }),
    ...inProjects(projectId === undefined ? visible : onlyIfVisible(projectId, visible)),
    deletedAt: null,
    removal: null,
  });

  /** A change of a row that is, or is not, deleted at the moment of the write. */
  async function changeIf(isRemoved: boolean, id: string, actor: Actor, decide: Decide<AnnotationRow>) {
    let isSuch = false;
    const row = await writer.change(id, actor, (current, after) => {
      isSuch = Boolean(current.removal) === isRemoved;
      return isSuch ? decide(current, after) : undefined;
    });
    return isSuch ? row : undefined;
  }

  return {
    async find(id) {
      return (await model.findOne({ _id: id, deletedAt: null, removal: null }).lean<AnnotationRow>()) ?? undefined;
    },
    async findRemoved(id) {
      const row = await model.findOne({ _id: id, deletedAt: null, removal: { $ne: null } }).lean<AnnotationRow>();
      return row ?? undefined;
    },
    async list(query, visible, slice) {
      // a limit of 0 is none
      const { skip = 0, perPage = 0, after } = slice ?? {};
      return model
        .find({ ...among(query, visible), ...afterPosition('createdAt', 'oldest first', after) })
        .sort({ createdAt: 1, _id: 1 })
        .skip(skip)
        .limit(perPage)
        .lean<AnnotationRow[]>();
    },
    count: async (query, visible) => model.countDocuments(among(query, visible)),
    async idsOf(source, id, limit) {
      const rows = await model
        .find({ [source]: id, deletedAt: null }, { _id: 1 })
        .limit(limit)
        .lean<{ _id: string }[]>();
      return rows.map((row) => row._id);
    },
    async labels(projectId, except, most) {
      const counts = await model.aggregate<{ _id: string; count: number }>([
        { $match: { projectId, authorType: 'human', content: { $nin: [...except] }, deletedAt: null, removal: null } },
        { $group: { _id: '$content', count: { $sum: 1 } } },
        { $sort: { count: -1, _id: 1 } },
        { $limit: most },
      ]);
      return counts.map(({ _id, count }) => ({ content: _id, count }));
    },
    async idsOfDocument(documentId, which, limit) {
      const removal = which === 'there' ? { removal: null } : { removedWithDocument: true };
      const rows = await model
        .find({ documentId, deletedAt: null, ...removal }, { _id: 1 })
        .limit(limit)
        .lean<{ _id: string }[]>();
      return rows.map(({ _id }) => _id);
    },
    async countsOfRuns(runIds) {
      if (runIds.length === 0) return new Map();
      const counts = await model.aggregate<{ _id: string; count: number }>([
        { $match: { runId: { $in: [...runIds] }, deletedAt: null, removal: null } },
        { $group: { _id: '$runId', count: { $sum: 1 } } },
      ]);
      return new Map(counts.map(({ _id, count }) => [_id, count]));
    },
    countRemoved: async (runId, at) => model.countDocuments({ runId, 'removal.at': at, deletedAt: null }),
    async authorsOf(runId) {
      const found = await model.aggregate<{ _id: Pick<AnnotationRow, 'authorId' | 'authorType'> }>([
        { $match: { runId, deletedAt: null, removal: null } },
        { $group: { _id: { authorId: '$authorId', authorType: '$authorType' } } },
      ]);
      return found.map(({ _id }) => _id);
    },
    findKept: async (ids) => model.find({ _id: { $in: [...ids] } }).lean<AnnotationRow[]>(),
    insertMany: (rows, actor, events) => writer.insertMany(rows, actor, events),
    insert: (id, values, actor, events) => writer.insert(id, values, actor, events),
    change: (id, actor, decide) => changeIf(false, id, actor, decide),
    changeMany: (rows, actor, decide) =>
      writer.changeMany(rows, actor, (row, after) => (row.removal ? undefined : decide(row, after))),
    changeRemoved: (id, actor, decide) => changeIf(true, id, actor, decide),
    async erase(id, actor, events) {
      await writer.change(id, actor, (_, after) => ({ remove: true, events: events(after({})) }));
    },
  };
}
