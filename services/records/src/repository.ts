import type { StoredRecord } from '@symbio/agency-lists';
import { insertAll, isDuplicateKey, type OutboxWriter } from '@symbio/mongo';
import type { Clock } from '@symbio/runtime';
import type {
  DataSetRow,
  RecordsModels,
  OriginalRowsRow,
  SearchDistancesRow,
  SearchHitsRow,
  SearchRow,
  VersionRow,
} from './model.js';
import type { StoredHit } from './hits.js';

/** Milliseconds in which an importing process must report. */
const LEASE_MS = 60_000;
/** Without Mongoose documents: millions of rows, derived here. */
const RECORDS_AT_ONCE = 5_000;

interface SearchFilter {
  projectId: string;
  createdAfter?: Date | undefined;
}

const filterOf = ({ projectId, createdAfter }: SearchFilter) => ({
  ...{ projectId, deletedAt: null },
  ...(createdAfter && { createdAt: { $gt: createdAfter } }),
});

export type RecordsRepository = ReturnType<typeof recordsRepository>;

export function recordsRepository(
  models: RecordsModels,
  writers: { dataSets: OutboxWriter<DataSetRow>; searches: OutboxWriter<SearchRow> },
  clock: Clock,
) {
  const { dataSets, versions, records, originalRows, searches, hits, distances } = models;
  const leaseEnd = (): Date => new Date(clock.now().getTime() + LEASE_MS);

  return {
    dataSets: writers.dataSets,
    searches: writers.searches,

    dataSet: async (id: string): Promise<DataSetRow | undefined> =>
      (await dataSets.findOne({ _id: id, deletedAt: null }).lean<DataSetRow>()) ?? undefined,

    listDataSets: (): Promise<DataSetRow[]> =>
      dataSets.find({ deletedAt: null }).sort({ name: 1, _id: 1 }).lean<DataSetRow[]>(),

    countDataSets: (): Promise<number> => dataSets.countDocuments({ deletedAt: null }),

    /** Newest first. */
    versionsOf: (dataSetIds: readonly string[]): Promise<VersionRow[]> =>
      versions
        .find({ dataSetId: { $in: [...dataSetIds] } })
        .sort({ at: -1, _id: -1 })
        .lean<VersionRow[]>(),

    version: async (id: string): Promise<VersionRow | undefined> =>
      (await versions.findOne({ _id: id }).lean<VersionRow>()) ?? undefined,

    /** Repeatable. */
    async addVersion(row: Omit<VersionRow, 'leaseUntil'>): Promise<void> {
      await versions.create({ ...row, leaseUntil: clock.now() }).catch((error: unknown) => {
        // a concurrent call with the same id
        if (!isDuplicateKey(error)) throw error;
      });
    },

    async changeVersion(id: string, change: Partial<VersionRow>): Promise<void> {
      await versions.updateOne({ _id: id }, { $set: change });
    },

    /** Another version to import, exclusively until its lease ends. */
    claimImport: async (): Promise<VersionRow | undefined> =>
      (await versions
        .findOneAndUpdate(
          { state: 'importing', leaseUntil: { $lte: clock.now() } },
          { $set: { leaseUntil: leaseEnd() } },
          { sort: { at: 1 }, returnDocument: 'after' },
        )
        .lean<VersionRow>()) ?? undefined,

    async reportImport(id: string, progress: VersionRow['progress'], format: string): Promise<void> {
      await versions.updateOne({ _id: id }, { $set: { progress, format, leaseUntil: leaseEnd() } });
    },

    async releaseImport(id: string): Promise<void> {
      await versions.updateOne({ _id: id }, { $set: { leaseUntil: clock.now() } });
    },

    /** Repeatable: a row that is there already is not a repeated one. @returns rows whose id another row has */
    async addRecords(rows: readonly StoredRecord[]): Promise<number[]> {
      const errors = await insertAll(records.collection, [...rows]);
      const doubtful = rows.filter((_row, at) => {
        const error = errors[at];
        if (error && !isDuplicateKey(error)) throw error;
        return error !== undefined;
      });
      if (doubtful.length === 0) return [];
      const known = await records
        .find({ _id: { $in: doubtful.map(({ _id }) => _id) } }, { r: 1 })
        .lean<Pick<StoredRecord, '_id' | 'r'>[]>();
      const rowOf = new Map(known.map(({ _id, r }) => [_id, r]));
      return doubtful.filter(({ _id, r }) => rowOf.get(_id) !== r).map(({ r }) => r);
    },

    /** Repeatable. @param part number of the part */
    async keepRows(versionId: string, part: number, rows: Buffer): Promise<void> {
      const _id = `${versionId}:${part}`;
      await originalRows.replaceOne({ _id }, { _id, v: versionId, rows }, { upsert: true });
    },

    keptRows: async (versionId: string, part: number): Promise<Buffer | undefined> => {
      const _id = `${versionId}:${part}`;
      const found = await originalRows.collection.findOne<OriginalRowsRow>({ _id } as never, { promoteBuffers: true });
      return found?.rows;
    },

    async removeVersions(ids: readonly string[]): Promise<void> {
      await this.removeRecordsOf(ids);
      await versions.deleteMany({ _id: { $in: [...ids] } });
    },

    async removeRecordsOf(versionIds: readonly string[]): Promise<void> {
      await records.deleteMany({ v: { $in: [...versionIds] } });
      await originalRows.deleteMany({ v: { $in: [...versionIds] } });
    },

    recordsIn: (
      versionIds: readonly string[],
      lists: readonly string[],
      cells: readonly number[],
    ): Promise<StoredRecord[]> =>
      records.collection
        .find<StoredRecord>(
          { v: { $in: [...versionIds] }, l: { $in: [...lists] }, h: { $in: [...cells] } },
          { batchSize: RECORDS_AT_ONCE },
        )
        .toArray(),

    recordsOfArea: (versionIds: readonly string[], areas: readonly string[]): Promise<StoredRecord[]> =>
      records.collection
        .find<StoredRecord>(
          { v: { $in: [...versionIds] }, o: { $in: [...areas] } },
          { batchSize: RECORDS_AT_ONCE, projection: { k: 0, f: 0 } },
        )
        .toArray(),

    search: async (id: string): Promise<SearchRow | undefined> =>
      (await searches.findOne({ _id: id, deletedAt: null }).lean<SearchRow>()) ?? undefined,

    newestSearch: async (projectId: string): Promise<SearchRow | undefined> =>
      (await searches.findOne({ projectId, deletedAt: null }).sort({ number: -1, _id: -1 }).lean<SearchRow>()) ??
      undefined,

    listSearches: (of: SearchFilter, page: { skip: number; perPage: number } | undefined): Promise<SearchRow[]> => {
      const query = searches.find(filterOf(of), { boundary: 0 }).sort({ number: -1, _id: -1 });
      return (page ? query.skip(page.skip).limit(page.perPage) : query).lean<SearchRow[]>();
    },

    countSearches: (of: SearchFilter): Promise<number> => searches.countDocuments(filterOf(of)),

    hitsOf: async (searchId: string): Promise<StoredHit[]> =>
      (await hits.findOne({ _id: searchId }).lean<SearchHitsRow>())?.hits ?? [],

    projectOfHit: async (hitId: string): Promise<string | undefined> =>
      (await hits.findOne({ 'hits.id': hitId } as never, { projectId: 1 }).lean<Pick<SearchHitsRow, 'projectId'>>())
        ?.projectId,

    /** Replaced by a repetition of the search. */
    async saveHits(row: SearchHitsRow): Promise<void> {
      await hits.collection.replaceOne({ _id: row._id } as never, row, { upsert: true });
    },

    distances: async (projectId: string): Promise<SearchDistancesRow | undefined> =>
      (await distances.findOne({ _id: projectId }).lean<SearchDistancesRow>()) ?? undefined,

    async saveDistances(row: SearchDistancesRow): Promise<void> {
      await distances.replaceOne({ _id: row._id }, row, { upsert: true });
    },

    async removeProject(projectId: string): Promise<void> {
      await hits.deleteMany({ projectId });
      await searches.deleteMany({ projectId });
      await distances.deleteMany({ _id: projectId });
    },
  };
}
