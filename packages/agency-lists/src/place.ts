/** Places of records: agencies fill missing ones with centres of counties, exchange the numbers, or lose a sign. */
import { degreesOf, numberOf } from './degrees.js';

/** `exact`: stated within 150 m; `street`: within 1,000 m; `unknown`: nothing stated; `area`: the centre of an area. */
export const PLACE_QUALITIES = ['exact', 'street', 'unknown', 'area', 'none', 'unreadable'] as const;
export type PlaceQuality = (typeof PLACE_QUALITIES)[number];

/** Corrections of a place: exchanged numbers, a missing minus sign, web map metres, another datum. */
export type Mended = 'swapped' | 'sign' | 'metres' | 'nad27';

export interface ReadPlace {
  quality: PlaceQuality;
  longitude?: number;
  latitude?: number;
  accuracyM?: number;
  mended: Mended[];
}

export interface GivenPlace {
  latitude: string | undefined;
  longitude: string | undefined;
  accuracy?: string | undefined;
  /** How it was found, and what it refers to. */
  method?: string | undefined;
  datum?: string | undefined;
  state?: string | undefined;
  /** Whether the columns say that they have DDMMSS. */
  isPacked?: { latitude: boolean; longitude: boolean };
}

const AREA = /CENTROID|COUNTY|ZIP|CITY|STATE/i;
const STREET = /STREET CENTERLINE|BLOCK/i;
/** Web map metres (EPSG:3857) of the United States; other planes look alike. */
const WEB_METRES = { west: -20_037_508, east: -7_000_000, south: 1_400_000, north: 11_600_000 };
const EARTH_RADIUS = 6_378_137;
const DEGREES = 180 / Math.PI;

function qualityOf(accuracy: number, method: string, isCoarse: boolean): PlaceQuality {
  if (AREA.test(method) && !/STREET CENTERLINE/i.test(method)) return 'area';
  if (accuracy > 1_000) return 'area';
  if (accuracy > 150 || isCoarse) return 'street';
  if (Number.isNaN(accuracy) && method === '') return 'unknown';
  return STREET.test(method) ? 'street' : 'exact';
}

/** Reads a place, with its quality and corrections. */
export function readPlace({
  latitude,
  longitude,
  accuracy,
  method = '',
  datum = '',
  state = '',
  isPacked,
}: GivenPlace): ReadPlace {
  const given = [degreesOf(latitude, isPacked?.latitude), degreesOf(longitude, isPacked?.longitude)] as const;
  let [lat, lon] = [given[0].value, given[1].value];
  const mended: Mended[] = [];
  if (Number.isNaN(lat) || Number.isNaN(lon)) {
    const isGiven = [latitude, longitude].some((text) => (text?.trim() ?? '') !== '');
    return { quality: isGiven ? 'unreadable' : 'none', mended };
  }
  if (Math.abs(lat) < 1e-9 && Math.abs(lon) < 1e-9) return { quality: 'none', mended };
  const { west, east, south, north } = WEB_METRES;
  if (lon > west && lon < east && lat > south && lat < north) {
    [lon, lat] = [
      (lon / EARTH_RADIUS) * DEGREES,
      (2 * Math.atan(Math.exp(lat / EARTH_RADIUS)) - Math.PI / 2) * DEGREES,
    ];
    mended.push('metres');
  }
  if ((lat < -60 || lat > 72) && lon > 13 && lon < 72) {
    [lat, lon] = [lon, lat];
    mended.push('swapped');
  }
  // Guam and the Marianas, and the western Aleutians
  const isEast = ['GU', 'MP'].includes(state) || (state === 'AK' && lon > 170);
  if (lon > 60 && lon < 180 && !isEast && lat > 13) {
    lon = -lon;
    mended.push('sign');
  }
  if (lat < -15 || lat > 72 || Math.abs(lon) > 180) return { quality: 'unreadable', mended: [] };
  const isOldDatum = /27/.test(datum);
  const isCoarse = isOldDatum || given.some(({ isWholeMinutes }) => isWholeMinutes);
  if (isOldDatum) mended.push('nad27');
  const stated = numberOf(accuracy);
  return {
    quality: qualityOf(stated, method, isCoarse),
    longitude: lon,
    latitude: lat,
    ...(Number.isNaN(stated) ? {} : { accuracyM: stated }),
    mended,
  };
}
