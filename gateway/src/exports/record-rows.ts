/** Records of the newest search of a project, as rows of an export. */
import { FEET_PER_METRE } from '@symbio/georeference';
import type { RecordHit, RecordSearch } from '@symbio/proto/records';
import type { CallParent } from '@symbio/rpc';
import type { Clients } from '../clients.js';
import type { ExportRow } from './export-row.js';

export const RECORD_COLUMNS = [
  ...['id', 'list', 'list_title', 'name', 'address', 'city', 'state', 'zip', 'status'],
  ...['distance_ft', 'direction', 'on_property', 'suggests_adjoining', 'certainty'],
  ...['latitude', 'longitude', 'quality', 'accuracy_ft', 'site', 'site_reasons'],
  ...['record_id', 'data_set', 'agency_date', 'row', 'document', 'page'],
] as const;

const feet = (metres: number): number => Math.round(metres * FEET_PER_METRE);

function toRow(hit: RecordHit, { counts, data }: Pick<RecordSearch, 'counts' | 'data'>): ExportRow {
  const isPlaced = hit.certainty !== 'orphan';
  const { longitude, latitude } = hit;
  const source = data.find(({ dataSetId }) => dataSetId === hit.dataSetId);
  return {
    id: hit.id,
    place: isPlaced && longitude !== undefined && latitude !== undefined ? { longitude, latitude } : undefined,
    values: {
      ...{ id: hit.id, list: hit.list, name: hit.name, address: hit.address, city: hit.city, state: hit.state },
      list_title: counts.find(({ list }) => list === hit.list)?.title ?? hit.list,
      ...{ zip: hit.zip, status: hit.status || null },
      distance_ft: isPlaced ? feet(hit.distanceM) : null,
      ...{ direction: hit.direction || null, on_property: hit.onProperty || null },
      suggests_adjoining: isPlaced ? (hit.suggestsAdjoining ? 'yes' : 'no') : null,
      certainty: hit.certainty,
      ...{ latitude: latitude ?? null, longitude: longitude ?? null, quality: hit.quality },
      accuracy_ft: isPlaced ? feet(hit.accuracyM) : null,
      ...{ site: hit.site || null, site_reasons: hit.siteReasons.join('; ') || null },
      ...{ record_id: hit.recordId, data_set: source?.name ?? null, agency_date: source?.agencyDate || null },
      row: hit.row,
      ...{ document: hit.source?.documentName ?? null, page: hit.source?.page ?? null },
    },
  };
}

/** Nearest first; before the first search only those of radius reports. @throws AppError NOT_FOUND */
export async function recordRows(
  { records }: Pick<Clients, 'records'>,
  projectId: string,
  parent: CallParent,
): Promise<ExportRow[]> {
  const { searches } = await records.listSearches({ projectId, paging: { page: 1, perPage: 1 } }, parent);
  const [newest] = searches;
  const { hits } = await records.listHits(
    { projectId, searchId: newest?.id ?? '', list: '', certainty: '', change: '' },
    parent,
  );
  return hits.filter(({ source }) => newest ?? source).map((hit) => toRow(hit, newest ?? { counts: [], data: [] }));
}
