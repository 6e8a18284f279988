import { FEET_PER_METRE } from '@symbio/georeference';
import type {
  DataSet,
  DataSetVersion,
  GetSearchDistancesResponse,
  RecordHit,
  RecordSearch,
  RecordSource,
} from '@symbio/proto/records';
import { moment } from './json.js';
import { presentDecisions } from './record-decisions.js';

const presentVersion = ({ unknown, ...version }: DataSetVersion) => ({
  id: version.id,
  state: version.state,
  agency_date: version.agencyDate || null,
  file_name: version.fileName,
  bytes: version.bytes,
  sha256: version.sha256,
  format: version.format || null,
  ...{ rows: version.rows, taken: version.taken, refused: version.refused, examples: version.examples },
  ...{ qualities: version.qualities, mended: version.mended, lists: version.lists },
  problem: version.problem || null,
  unknown_columns: unknown
    ? {
        header: unknown.header,
        header_hash: unknown.headerHash,
        proposed: unknown.proposed,
        sample: unknown.sample.map(({ values }) => values),
      }
    : null,
  by_id: version.byId,
  by_name: version.byName,
  created_at: moment(version.createdAt),
});

export const presentDataSet = (dataSet: DataSet) => ({
  ...{ id: dataSet.id, name: dataSet.name, agency: dataSet.agency, licence: dataSet.licence },
  source_url: dataSet.sourceUrl,
  current_version_id: dataSet.currentVersionId || null,
  versions: dataSet.versions.map(presentVersion),
  created_by_id: dataSet.createdById,
  created_by_name: dataSet.createdByName,
  created_at: moment(dataSet.createdAt),
  updated_at: moment(dataSet.updatedAt),
});

export const presentDistances = ({ distances, source, confirmation, tableHash }: GetSearchDistancesResponse) => ({
  ...{ source, table_hash: tableHash },
  confirmation: confirmation
    ? {
        ...{ by_id: confirmation.byId, by_name: confirmation.byName, at: moment(confirmation.at) },
        is_outdated: confirmation.isOutdated,
      }
    : null,
  distances: distances.map(({ defaultKind, defaultMiles, reason, ...distance }) => ({
    ...{ list: distance.list, title: distance.title, kind: distance.kind, miles: distance.miles },
    ...{ default_kind: defaultKind, default_miles: defaultMiles, reason: reason || null },
  })),
});

export const presentSearch = (search: RecordSearch) => ({
  ...{ id: search.id, project_id: search.projectId, number: search.number, state: 'done' as const },
  counts: search.counts.map((count) => ({
    ...{ list: count.list, title: count.title, distance_m: count.distanceM, is_loaded: count.isLoaded },
    ...{ on: count.on, perhaps_on: count.perhapsOn, adjoining: count.adjoining, within: count.within },
    ...{ perhaps: count.perhaps, beyond: count.beyond, orphans: count.orphans, undecided: count.undecided },
    ...{ from_reports: count.fromReports, is_reported: count.isReported },
  })),
  data: search.data.map((data) => ({
    ...{ data_set_id: data.dataSetId, name: data.name, version_id: data.versionId, sha256: data.sha256 },
    agency_date: data.agencyDate || null,
  })),
  ...{ appeared: search.appeared, vanished: search.vanished, is_outdated: search.isOutdated },
  ...{ by_id: search.byId, by_name: search.byName, created_at: moment(search.createdAt) },
});

export const presentSource = (source: RecordSource) => ({
  ...{ document_id: source.documentId, document_name: source.documentName, page_id: source.pageId },
  page: source.page,
  box: { x: source.x, y: source.y, width: source.width, height: source.height },
  ...{ list: source.list, map_id: source.mapId || null },
  ...{ distance_ft: source.distanceFt ?? null, direction: source.direction || null },
});

export function presentHit(hit: RecordHit) {
  const isOrphan = hit.certainty === 'orphan';
  return {
    ...{ id: hit.id, list: hit.list, data_set_id: hit.dataSetId, record_id: hit.recordId, row: hit.row },
    ...{ name: hit.name, address: hit.address, city: hit.city, state: hit.state, zip: hit.zip, status: hit.status },
    violations: hit.violations || null,
    ...{ quality: hit.quality, accuracy_m: hit.accuracyM },
    ...{ longitude: hit.longitude ?? null, latitude: hit.latitude ?? null },
    distance_m: isOrphan ? null : hit.distanceM,
    distance_ft: isOrphan ? null : hit.distanceM * FEET_PER_METRE,
    direction: hit.direction || null,
    on_property: hit.onProperty || null,
    suggests_adjoining: hit.suggestsAdjoining,
    certainty: hit.certainty,
    ...presentDecisions(hit),
    site: hit.site || null,
    site_reasons: hit.siteReasons,
    source: hit.source ? presentSource(hit.source) : null,
  };
}
