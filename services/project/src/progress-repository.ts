import { upserted } from '@symbio/mongo';
import type { Model, QueryFilter } from 'mongoose';
import { PARTS, type Part, type ProjectRow, type SourceRow } from './model.js';
import type { Cells, DocumentFacts, insightCells } from './progress-cells.js';
import { ranksOf } from './sorting.js';

export type InsightFacts = Parameters<typeof insightCells>[0];

/** Sources of the dashboard cells, and the cells within the project rows. */
export interface ProgressRepository {
  /** Stores an entity's newest revision; ignores known and older ones. */
  putSource(row: SourceRow): Promise<void>;
  removeSource(id: string): Promise<void>;
  documentFacts(projectId: string): Promise<DocumentFacts[]>;
  insightFacts(projectId: string): Promise<InsightFacts>;
  /**
   * Persists that a part must be counted, until a count that started later is stored. Returns whether the project
   * exists.
   */
  requestCount(projectId: string, part: Part): Promise<boolean>;
  /** Number of requests for a part: a count starting now covers all of them. */
  countRequests(projectId: string, part: Part): Promise<number>;
  /** Unless a later count has been stored. */
  storeCount(projectId: string, part: Part, requests: number, cells: Partial<Cells>): Promise<void>;
  /** Parts with pending counts, after a crash. */
  countsMissing(): Promise<{ projectId: string; part: Part }[]>;
  /** Deletes the sources of a deleted project. Idempotent. */
  removeAllOf(projectId: string): Promise<void>;
}

/** Progress in MongoDB. */
export function progressRepository(projects: Model<ProjectRow>, sources: Model<SourceRow>): ProgressRepository {
  const has = async (filter: QueryFilter<SourceRow>): Promise<boolean> =>
    (await sources.findOne({ ...filter, gone: false }, { _id: 1 }).lean()) !== null;

  return {
    async putSource({ _id, ...values }) {
      await upserted((options) => sources.updateOne({ _id, rev: { $lt: values.rev } }, { $set: values }, options));
    },

    async removeSource(id) {
      await sources.deleteOne({ _id: id });
    },

    async documentFacts(projectId) {
      const [documents, ready] = await Promise.all([
        sources.find({ projectId, kind: 'document', gone: false }).lean(),
        sources.aggregate<{ _id: string; count: number }>([
          { $match: { projectId, kind: 'page', gone: false, ready: true } },
          { $group: { _id: '$documentId', count: { $sum: 1 } } },
        ]),
      ]);
      const readyOf = new Map(ready.map(({ _id, count }) => [_id, count]));
      return documents.map(({ _id, group = 'agency_foa', settled = false, totalPages = 0 }) => ({
        group,
        settled,
        totalPages,
        readyPages: readyOf.get(_id.slice('document:'.length)) ?? 0,
      }));
    },

    async insightFacts(projectId) {
      const [annotations, mentions, unassociated, undecided] = await Promise.all([
        has({ projectId, kind: 'annotation' }),
        has({ projectId, kind: 'mention' }),
        sources.countDocuments({ projectId, kind: 'mention', gone: false, associated: false }),
        sources.countDocuments({ projectId, undecided: true, gone: false }),
      ]);
      return { annotations, mentions, unassociated, undecided };
    },

    // keep the revision: cells are not a change of the project
    async requestCount(projectId, part) {
      const increment = { $inc: { [`progress.asked.${part}`]: 1 } };
      return (await projects.updateOne({ _id: projectId, deletedAt: null }, increment)).matchedCount === 1;
    },

    async countRequests(projectId, part) {
      const row = await projects.findById(projectId, { 'progress.asked': 1 }).lean<Pick<ProjectRow, 'progress'>>();
      return row?.progress?.asked?.[part] ?? 0;
    },

    async storeCount(projectId, part, requests, cells) {
      const counted = `progress.counted.${part}`;
      const set: Record<string, unknown> = Object.fromEntries<unknown>([
        ...Object.entries(cells).map(([name, cell]) => [`progress.${name}`, cell] as const),
        ...Object.entries(ranksOf(cells)).map(([name, rank]) => [`progress.ranks.${name}`, rank] as const),
      ]);
      await projects.updateOne(
        { _id: projectId, $or: [{ [counted]: { $exists: false } }, { [counted]: { $lt: requests } }] },
        { $set: { ...set, [counted]: requests } },
      );
    },

    async countsMissing() {
      const rows = await projects
        .find({ deletedAt: null }, { 'progress.asked': 1, 'progress.counted': 1 })
        .lean<Pick<ProjectRow, '_id' | 'progress'>[]>();
      return rows.flatMap(({ _id, progress: { asked: requests = {}, counted = {} } = {} }) =>
        PARTS.filter((part) => (requests[part] ?? 0) > (counted[part] ?? 0)).map((part) => ({ projectId: _id, part })),
      );
    },

    async removeAllOf(projectId) {
      await sources.deleteMany({ projectId });
    },
  };
}
