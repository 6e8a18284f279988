/** Records of confirmed radius reports beside those of agency lists. */
import {
  addressKey,
  groupSites,
  hitsOf,
  METRES_PER_FOOT,
  nameKey,
  vendorList,
  ADJOINING_FEET,
  type GroupedRecord,
  type SearchDistance,
} from '@symbio/agency-lists';
import { namedId } from '@symbio/runtime';
import type { HitSource, StoredHit } from '../hits.js';
import { hitAt, STREET_ACCURACY_M, type Measuring } from '../places/measure-hit.js';
import type { RadiusReportRow, StoredReportRow } from './model.js';

/** Vendors print distances of geocoded addresses. */
const ACCURACY_M = 0;

type Report = Pick<RadiusReportRow, '_id' | 'projectId' | 'documentName' | 'rows' | 'orphans'>;

/** Of sixteen directions, the octant that records have. */
const octantOf = (direction: string): string => (direction.length < 3 ? direction : direction.slice(1));

/** Where the document names it. */
const sourceOf = ({ _id, documentName }: Report, row: StoredReportRow, list: string): HitSource => ({
  ...{ documentId: _id, documentName, pageId: row.pageId, page: row.page, ...row.box },
  ...{ list, mapId: row.mapId, direction: row.direction },
  ...(row.feet !== undefined && { distanceFt: row.feet }),
});

function hitsOfRow(
  report: Report,
  row: StoredReportRow,
  distances: ReadonlyMap<string, SearchDistance>,
  measuring: Measuring | undefined,
  idOf: (key: string) => string,
): StoredHit[] {
  const isOrphan = row.feet === undefined;
  const feet = row.feet ?? 0;
  const isOn = !isOrphan && feet === 0;
  const onProperty = isOrphan ? '' : isOn ? 'on' : 'off';
  const suggestsAdjoining = !isOrphan && feet > 0 && feet <= ADJOINING_FEET;
  const metres = feet * METRES_PER_FOOT;
  const measured = {
    ...{ metres, octant: null, suggestsAdjoining, accuracyM: ACCURACY_M },
    onProperty: isOn ? ('on' as const) : ('off' as const),
  };
  return row.lists.map((vendors): StoredHit => {
    const list = vendorList(vendors);
    const place = { lists: [list], quality: 'unknown' as const, place: [0, 0] as [number, number] };
    const certainty = isOrphan
      ? 'orphan'
      : (hitsOf({ ...place, accuracyM: ACCURACY_M }, measured, distances)[0]?.certainty ?? 'beyond');
    const key = [row.mapId, nameKey(row.name), addressKey(row.address) || row.address, vendors].join('|');
    const hit: StoredHit = {
      ...{ id: idOf(key), list, dataSetId: '', recordId: row.ids[0] ?? row.mapId, row: 0 },
      ...{ name: row.name, address: row.address, city: row.city, state: row.state, zip: row.zip },
      ...{ status: row.status, quality: 'none', certainty, accuracyM: ACCURACY_M, metres },
      ...{ octant: octantOf(row.direction), onProperty, suggestsAdjoining, site: 0, siteReasons: [] },
      source: sourceOf(report, row, vendors),
    };
    return row.place && measuring ? hitAt(hit, row.place, STREET_ACCURACY_M, measuring) : hit;
  });
}

/**
 * Equal after the report is read again. Placed rows are measured from the boundary, others as the report says.
 * @param measuring undefined: no search knows the boundary yet
 */
export function vendorHits(
  report: Report,
  distances: ReadonlyMap<string, SearchDistance>,
  measuring?: Measuring,
): StoredHit[] {
  const seen = new Map<string, number>();
  const idOf = (key: string): string => {
    const nth = (seen.get(key) ?? 0) + 1;
    seen.set(key, nth);
    return namedId(`${report.projectId} ${report._id} ${key} ${nth}`);
  };
  return [...report.rows, ...report.orphans].flatMap((row) => hitsOfRow(report, row, distances, measuring, idOf));
}

const grouped = ({ name, address, zip, place, recordId, source, site }: StoredHit): GroupedRecord => ({
  ...{ name, address, zip, place, programIds: recordId === '' || recordId === source?.mapId ? [] : [recordId] },
  // sites of the search stay together
  registryId: site > 0 ? `site ${site}` : '',
});

/** Joins records of reports with those of lists that are the same site; sites among lists stay as the search made them. */
export function withVendorHits(own: readonly StoredHit[], vendors: readonly StoredHit[]): StoredHit[] {
  if (vendors.length === 0) return [...own];
  const all = [...own, ...vendors];
  const sites = new Map<number, { site: number; reasons: string[] }>();
  let last = own.reduce((most, { site }) => Math.max(most, site), 0);
  for (const { members, reasons } of groupSites(all.map(grouped))) {
    if (members.every((at) => at < own.length)) continue;
    const before = members.flatMap((at) => all[at] ?? []);
    const known = before.find(({ site }) => site > 0)?.site;
    const given = [
      ...new Set([
        ...before.flatMap(({ siteReasons }) => siteReasons),
        ...reasons.filter((each) => each !== 'registry'),
      ]),
    ];
    const site = { site: known ?? (last += 1), reasons: given };
    for (const at of members) sites.set(at, site);
  }
  return all.map((hit, at) => {
    const found = sites.get(at);
    return found ? { ...hit, site: found.site, siteReasons: found.reasons } : hit;
  });
}
