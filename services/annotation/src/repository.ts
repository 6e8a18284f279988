import type { Model } from 'mongoose';
import { afterPosition, type PageSpec } from '@symbio/rpc';
import type { Actor } from '@symbio/runtime';
import type { Decide, NewRow, PendingEvent, RowValues, ManyRowsWriter, OutboxWriter } from '@symbio/mongo';
import { inProjects, isAmong, type VisibleProjects } from '@symbio/project-access';
import type { AnnotationRow } from './model.js';
import type { PageSize } from './shapes/shapes.js';

/** At least one is set. */
export interface AnnotationFilter {
  documentPageId?: string;
  documentId?: string;
  authorId?: string;
  projectId?: string;
  runId?: string;
}

export interface AnnotationQuery extends AnnotationFilter {
  updatedAfter?: Date | undefined;
  ids?: readonly string[];
  /** Also proposals that are held back. */
  heldBack?: boolean;
}

export interface LabelCount {
  content: string;
  count: number;
}

export type Source = 'documentPageId' | 'documentId' | 'projectId';

export interface AnnotationWrites {
  /** Undefined if the id is taken. */
  insert: (
    id: string,
    values: RowValues<AnnotationRow>,
    actor: Actor,
    events: (row: AnnotationRow) => PendingEvent[],
  ) => Promise<AnnotationRow | undefined>;
  insertMany: (
    rows: readonly NewRow<AnnotationRow>[],
    actor: Actor,
    events: (row: AnnotationRow) => PendingEvent[],
  ) => Promise<(AnnotationRow | undefined)[]>;
  change: (id: string, actor: Actor, decide: Decide<AnnotationRow>) => Promise<AnnotationRow | undefined>;
  /** As `change`, for several rows just read, in one write. */
  changeMany: (rows: readonly AnnotationRow[], actor: Actor, decide: Decide<AnnotationRow>) => Promise<void>;
  changeRemoved: (id: string, actor: Actor, decide: Decide<AnnotationRow>) => Promise<AnnotationRow | undefined>;
  /** As `change`, deleted or not. */
  changeAny: (id: string, actor: Actor, decide: Decide<AnnotationRow>) => Promise<AnnotationRow | undefined>;
  /** Removes an annotation permanently, deleted or not. */
  erase: (id: string, actor: Actor, events: (row: AnnotationRow) => PendingEvent[]) => Promise<void>;
}

export interface AnnotationRepository extends AnnotationWrites {
  /** Validates and returns results without writing. */
  dryRun: () => AnnotationWrites;
  /** @param which also a proposal that is held back */
  find: (id: string, which?: { heldBack: boolean }) => Promise<AnnotationRow | undefined>;
  /** Deleted, restorable annotation. */
  findRemoved: (id: string) => Promise<AnnotationRow | undefined>;
  /** Oldest first; all without a slice. */
  list: (query: AnnotationQuery, visible: VisibleProjects, slice?: PageSpec) => Promise<AnnotationRow[]>;
  count: (query: AnnotationQuery, visible: VisibleProjects) => Promise<number>;
  labels: (projectId: string, except: readonly string[], most: number) => Promise<LabelCount[]>;
  /** Runs without annotations are omitted. */
  countsOfRuns: (runIds: readonly string[]) => Promise<ReadonlyMap<string, number>>;
  /** At this moment and still restorable. */
  countRemoved: (runId: string, at: Date) => Promise<number>;
  authorsOf: (runId: string) => Promise<Pick<AnnotationRow, 'authorId' | 'authorType'>[]>;
  idsOf: (source: Source, id: string, limit: number) => Promise<string[]>;
  /** Up to `limit` ids; hidden: deleted with the document. */
  idsOfDocument: (documentId: string, which: 'visible' | 'hidden', limit: number) => Promise<string[]>;
  findEvenDeleted: (ids: readonly string[]) => Promise<AnnotationRow[]>;
  /** Up to `limit` ids of a page, deleted ones included, whose shape has pixels of a picture of another size. */
  idsOnOtherPicture: (pageId: string, size: PageSize, limit: number) => Promise<string[]>;
}

export const onlyIfVisible = (projectId: string, visible: VisibleProjects): VisibleProjects =>
  isAmong(visible, projectId) ? [projectId] : [];

/** Existing annotations, with or without proposals that are held back. */
const shown = (heldBack: boolean) => ({ deletedAt: null, removal: null, ...(heldBack ? {} : { heldBack: null }) });

export function annotationWrites(writer: ManyRowsWriter<AnnotationRow>): AnnotationWrites {
  /** Checks the deletion state at the moment of the write. */
  async function changeIf(isRemoved: boolean, id: string, actor: Actor, decide: Decide<AnnotationRow>) {
    let isSuch = false;
    const row = await writer.change(id, actor, (current, after) => {
      isSuch = Boolean(current.removal) === isRemoved;
      return isSuch ? decide(current, after) : undefined;
    });
    return isSuch ? row : undefined;
  }

  return {
    insert: (id, values, actor, events) => writer.insert(id, values, actor, events),
    insertMany: (rows, actor, events) => writer.insertMany(rows, actor, events),
    change: (id, actor, decide) => changeIf(false, id, actor, decide),
    changeMany: (rows, actor, decide) =>
      writer.changeMany(rows, actor, (row, after) => (row.removal ? undefined : decide(row, after))),
    changeRemoved: (id, actor, decide) => changeIf(true, id, actor, decide),
    changeAny: (id, actor, decide) => writer.change(id, actor, decide),
    async erase(id, actor, events) {
      await writer.change(id, actor, (_, after) => ({ remove: true, events: events(after({})) }));
    },
  };
}

export function annotationRepository(
  model: Model<AnnotationRow>,
  writer: OutboxWriter<AnnotationRow>,
): AnnotationRepository {
  const among = (
    { projectId, updatedAfter, ids, heldBack = false, ...filter }: AnnotationQuery,
    visible: VisibleProjects,
  ) => ({
    ...filter,
    ...(ids && { _id: { $in: [...ids] } }),
    ...(updatedAfter && { updatedAt: { $gt: updatedAfter } }),
    ...inProjects(projectId === undefined ? visible : onlyIfVisible(projectId, visible)),
    ...shown(heldBack),
  });

  return {
    ...annotationWrites(writer),
    dryRun: () => annotationWrites(writer.dryRun()),
    async find(id, { heldBack } = { heldBack: false }) {
      return (await model.findOne({ _id: id, ...shown(heldBack) }).lean<AnnotationRow>()) ?? undefined;
    },
    async findRemoved(id) {
      const row = await model.findOne({ _id: id, deletedAt: null, removal: { $ne: null } }).lean<AnnotationRow>();
      return row ?? undefined;
    },
    async list(query, visible, slice) {
      // a limit of 0 means unlimited
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
      const removal = which === 'visible' ? { removal: null } : { removedWithDocument: true };
      const rows = await model
        .find({ documentId, deletedAt: null, ...removal }, { _id: 1 })
        .limit(limit)
        .lean<{ _id: string }[]>();
      return rows.map(({ _id }) => _id);
    },
    async countsOfRuns(runIds) {
      if (runIds.length === 0) return new Map();
      const counts = await model.aggregate<{ _id: string; count: number }>([
        { $match: { runId: { $in: [...runIds] }, ...shown(false) } },
        { $group: { _id: '$runId', count: { $sum: 1 } } },
      ]);
      return new Map(counts.map(({ _id, count }) => [_id, count]));
    },
    countRemoved: async (runId, at) =>
      model.countDocuments({ runId, 'removal.at': at, heldBack: null, deletedAt: null }),
    async authorsOf(runId) {
      const found = await model.aggregate<{ _id: Pick<AnnotationRow, 'authorId' | 'authorType'> }>([
        { $match: { runId, deletedAt: null, removal: null } },
        { $group: { _id: { authorId: '$authorId', authorType: '$authorType' } } },
      ]);
      return found.map(({ _id }) => _id);
    },
    async idsOnOtherPicture(pageId, { width, height }, limit) {
      const otherSize = { $or: [{ 'page.width': { $ne: width } }, { 'page.height': { $ne: height } }] };
      const rows = await model
        .find({ documentPageId: pageId, deletedAt: null, ...otherSize }, { _id: 1 })
        .limit(limit)
        .lean<{ _id: string }[]>();
      return rows.map(({ _id }) => _id);
    },
    findEvenDeleted: async (ids) => model.find({ _id: { $in: [...ids] } }).lean<AnnotationRow[]>(),
  };
}
