import { DEFAULT_DISTANCES, listKind } from '@symbio/agency-lists';
import type { DataSet, DataSetVersion, RecordSearch, SearchDistance } from '@symbio/proto/records';
import type { CurrentCount } from './counts.js';
import type { DataSetRow, SearchRow, StoredCount, StoredDistance, VersionRow } from './model.js';

const toVersion = ({ progress, unknown, ...row }: VersionRow): DataSetVersion => ({
  ...{ id: row._id, state: row.state, agencyDate: row.agencyDate, fileName: row.fileName },
  ...{ bytes: row.bytes, sha256: row.sha256, format: row.format, problem: row.problem ?? '' },
  ...{ rows: progress.rows, taken: progress.taken, refused: { ...progress.refused } },
  examples: progress.examples,
  qualities: { ...progress.qualities },
  mended: { ...progress.mended },
  lists: progress.lists,
  unknown: unknown && { ...unknown, sample: unknown.sample.map((values) => ({ values })) },
  ...{ byId: row.byId, byName: row.byName, createdAt: row.at },
});

/** @param versions newest first */
export const toDataSet = (row: DataSetRow, versions: readonly VersionRow[]): DataSet => ({
  ...{ id: row._id, name: row.name, agency: row.agency, sourceUrl: row.sourceUrl, licence: row.licence },
  currentVersionId: row.currentVersionId,
  versions: versions.filter(({ dataSetId }) => dataSetId === row._id).map(toVersion),
  ...{ createdById: row.createdById, createdByName: row.createdByName },
  ...{ createdAt: row.createdAt, updatedAt: row.updatedAt },
});

const titleOf = (list: string): string => listKind(list)?.title ?? list;

/** @param decided hits with a disposition, by list */
export const toSearch = (
  row: Omit<SearchRow, 'counts'> & { counts: readonly (StoredCount & Partial<CurrentCount>)[] },
  isOutdated: boolean,
  decided: ReadonlyMap<string, number> = new Map(),
): RecordSearch => ({
  ...{ id: row._id, projectId: row.projectId, number: row.number, isOutdated },
  counts: row.counts.map(({ metres, fromReports = 0, isReported = false, ...count }) => ({
    ...{ ...count, fromReports, isReported },
    title: titleOf(count.list),
    distanceM: metres,
    undecided: count.within - count.beyond + count.orphans - (decided.get(count.list) ?? 0),
  })),
  data: row.data,
  ...{ appeared: row.appeared, vanished: row.vanished, byId: row.byId, byName: row.byName },
  createdAt: row.createdAt,
});

export const toDistances = (stored: readonly StoredDistance[]): SearchDistance[] =>
  DEFAULT_DISTANCES.map(({ list, kind: defaultKind, miles: defaultMiles }) => {
    const own = stored.find((each) => each.list === list);
    return {
      ...{ list, title: titleOf(list), defaultKind, defaultMiles },
      ...{ kind: own?.kind ?? defaultKind, miles: own?.miles ?? defaultMiles, reason: own?.reason ?? '' },
    };
  });
