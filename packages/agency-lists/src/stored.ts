/** Rows of the records service's database. */
import { areaKey } from './keys.js';
import { cellOf } from './cells.js';
import type { PlaceQuality } from './place.js';
import type { SiteRecord, Violations } from './record.js';

export const DATA_SETS = 'data_sets';
export const VERSIONS = 'versions';
export const MAX_DATA_SETS = 50;

/** One record of a version. Names are short: an installation has millions. */
export interface StoredRecord {
  /** Version and id of the record. */
  _id: string;
  /** Version. */
  v: string;
  /** Row of the file. */
  r: number;
  /** Lists. */
  l: string[];
  /** Name, address, city, state, ZIP code. */
  n: string;
  a: string;
  c: string;
  s: string;
  z: string;
  /** Status. */
  t?: string;
  /** Violations. */
  x?: Violations;
  /** Registry number, and program numbers. */
  f?: string;
  k?: string[];
  q: PlaceQuality;
  /** Metres of accuracy. */
  m?: number;
  /** Longitude and latitude, and the cell of those that can be searched. */
  p?: [number, number];
  h?: number;
  /** Without a usable place: its area. */
  o?: string;
}

export const storedId = (version: string, id: string): string => `${version}:${id}`;

export const recordIdOf = ({ _id, v }: Pick<StoredRecord, '_id' | 'v'>): string => _id.slice(v.length + 1);

const isSearchable = (quality: PlaceQuality): boolean => ['exact', 'street', 'unknown'].includes(quality);

export function storedRecord(version: string, record: SiteRecord): StoredRecord {
  const { longitude, latitude, quality } = record;
  const place: [number, number] | undefined =
    longitude === undefined || latitude === undefined ? undefined : [longitude, latitude];
  return {
    _id: storedId(version, record.id),
    ...{ v: version, r: record.row, l: [...record.lists] },
    ...{ n: record.name, a: record.address, c: record.city, s: record.state, z: record.zip },
    ...(record.status && { t: record.status }),
    ...(record.violations && { x: record.violations }),
    ...(record.registryId && { f: record.registryId }),
    ...(record.programIds.length > 0 && { k: [...record.programIds] }),
    q: quality,
    ...(record.accuracyM !== undefined && { m: record.accuracyM }),
    ...(place && { p: place }),
    ...(place && isSearchable(quality) ? { h: cellOf(place) } : { o: areaKey(record) }),
  };
}
