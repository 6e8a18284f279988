/** Hits of a search: records with the lists whose distance reaches them. */
import {
  groupSites,
  hitsOf,
  measureRecord,
  recordIdOf,
  type Certainty,
  type OnProperty,
  type SearchDistance,
  type StoredRecord,
  type Violations,
} from '@symbio/agency-lists';
import type { PreparedBoundary } from '@symbio/georeference/boundary';
import { namedId } from '@symbio/runtime';

/** A record and one of its lists. */
export interface StoredHit {
  id: string;
  list: string;
  dataSetId: string;
  recordId: string;
  row: number;
  name: string;
  address: string;
  city: string;
  state: string;
  zip: string;
  status: string;
  /** Of any record with the same registry number; absent: not known. */
  violations?: Violations;
  quality: string;
  certainty: Certainty | 'orphan';
  accuracyM: number;
  place?: [number, number];
  metres: number;
  octant: string;
  onProperty: OnProperty | '';
  suggestsAdjoining: boolean;
  /** 0: alone. */
  site: number;
  siteReasons: string[];
  /** Of a record of a radius report. */
  source?: HitSource;
}

/** Where a document names a record. */
export interface HitSource {
  documentId: string;
  documentName: string;
  pageId: string;
  page: number;
  /** Pixels of the page's picture. */
  x: number;
  y: number;
  width: number;
  height: number;
  /** The list as the vendor names it. */
  list: string;
  mapId: string;
  /** As the report says. */
  distanceFt?: number;
  direction?: string;
}

export interface HitsDeps {
  projectId: string;
  /** Data set by version. */
  dataSetOf: ReadonlyMap<string, string>;
  distances: ReadonlyMap<string, SearchDistance>;
}

type Facts = Omit<StoredHit, 'id' | 'list' | 'certainty' | 'site' | 'siteReasons'>;

function factsOf(record: StoredRecord, dataSetId: string): Facts {
  return {
    ...{ dataSetId, recordId: recordIdOf(record), row: record.r, name: record.n, address: record.a },
    ...{ city: record.c, state: record.s, zip: record.z, status: record.t ?? '', quality: record.q },
    ...(record.x && { violations: record.x }),
    ...(record.p && { place: record.p }),
    ...{ accuracyM: record.m ?? 0, metres: 0, octant: '', onProperty: '' as const, suggestsAdjoining: false },
  };
}

/** Equal in every search and version. */
const hitId = (projectId: string, { dataSetId, recordId }: Facts, list: string): string =>
  namedId(`${projectId} ${dataSetId} ${recordId} ${list}`);

/** By registry number. */
function violationsByRegistry(records: readonly StoredRecord[]): ReadonlyMap<string, Violations> {
  const known = new Map<string, Violations>();
  for (const { f, x } of records) if (f && x && known.get(f) !== 'found') known.set(f, x);
  return known;
}

/** Nearest first. */
export function placedHits(
  records: readonly StoredRecord[],
  boundary: PreparedBoundary,
  { projectId, dataSetOf, distances }: HitsDeps,
): StoredHit[] {
  const violations = violationsByRegistry(records);
  const found: { record: StoredRecord; hits: StoredHit[] }[] = [];
  for (const record of records) {
    if (!record.p) continue;
    const placed = { place: record.p, lists: record.l, quality: record.q, accuracyM: record.m };
    const measured = measureRecord(boundary, placed);
    const lists = hitsOf(placed, measured, distances);
    if (lists.length === 0) continue;
    const { metres, octant, onProperty, suggestsAdjoining, accuracyM } = measured;
    const known = violations.get(record.f ?? '');
    const facts: Facts = {
      ...factsOf(record, dataSetOf.get(record.v) ?? ''),
      ...(known && { violations: known }),
      ...{ metres, octant: octant ?? '', onProperty, suggestsAdjoining, accuracyM },
    };
    const hits = lists.map(({ list, certainty }): StoredHit => {
      const id = hitId(projectId, facts, list);
      return { ...facts, id, list, certainty, site: 0, siteReasons: [] };
    });
    found.push({ record, hits });
  }
  const groups = groupSites(
    found.map(({ record }) => ({
      ...{ name: record.n, address: record.a, zip: record.z, registryId: record.f ?? '', programIds: record.k ?? [] },
      place: record.p,
    })),
  );
  groups.forEach(({ members, reasons }, at) => {
    for (const member of members)
      for (const hit of found[member]?.hits ?? []) Object.assign(hit, { site: at + 1, siteReasons: [...reasons] });
  });
  return found
    .flatMap(({ hits }) => hits)
    .sort((one, other) => one.metres - other.metres || (one.id < other.id ? -1 : 1));
}

/** Records without a usable place whose street is the property's. */
export const orphanHits = (
  records: readonly StoredRecord[],
  { projectId, dataSetOf, distances }: HitsDeps,
): StoredHit[] =>
  records.flatMap((record) => {
    const facts = factsOf(record, dataSetOf.get(record.v) ?? '');
    return record.l
      .filter((list) => (distances.get(list)?.kind ?? 'none') !== 'none')
      .map((list): StoredHit => {
        const id = hitId(projectId, facts, list);
        return { ...facts, id, list, certainty: 'orphan', site: 0, siteReasons: [] };
      });
  });
