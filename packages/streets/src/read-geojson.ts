import {
  StreetsError,
  type AddressRange,
  type Crossing,
  type Position,
  type StreetLine,
  type Streets,
} from './model.js';
import { houseNumber } from './house-number.js';
import { isOnEarth } from './positions.js';

type Properties = Readonly<Record<string, unknown>>;

/** Names of properties in OpenStreetMap, TIGER/Line and files of cities, in lower case. */
const NAMES = [
  ...['name', 'fullname', 'full_name', 'full_street_name', 'street_name', 'streetname', 'full_stree', 'st_name'],
  ...['street', 'stname_lab', 'label'],
];
const ALIASES = ['alias', 'aliases', 'alt_name', 'old_name', 'loc_name', 'official_name', 'short_name'];
const RANGES = [
  ...[['lfromhn', 'ltohn'] as const, ['rfromhn', 'rtohn'] as const, ['lfromadd', 'ltoadd'] as const],
  ...[['rfromadd', 'rtoadd'] as const, ['l_f_add', 'l_t_add'] as const, ['r_f_add', 'r_t_add'] as const],
  ...[['l_low_hn', 'l_high_hn'] as const, ['r_low_hn', 'r_high_hn'] as const],
];
const MOST_LINES = 500_000;
export const TOO_MANY_LINES = 'A file may have at most 500,000 street lines. Cut it to the area you need.';

const isRecord = (value: unknown): value is Properties =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const textOf = (value: unknown): string =>
  typeof value === 'string' ? value.trim() : typeof value === 'number' ? String(value) : '';

const lowered = (properties: Properties): Map<string, unknown> =>
  new Map(Object.entries(properties).map(([key, value]) => [key.toLowerCase(), value]));

const firstText = (values: ReadonlyMap<string, unknown>, keys: readonly string[]): string =>
  keys.map((key) => textOf(values.get(key))).find((text) => text !== '') ?? '';

const aliasesOf = (values: ReadonlyMap<string, unknown>): string[] =>
  ALIASES.flatMap((key) => {
    const value = values.get(key);
    const texts: unknown[] = Array.isArray(value) ? value : textOf(value).split(';');
    return texts.map(textOf).filter((text) => text !== '');
  });

const rangesOf = (values: ReadonlyMap<string, unknown>): AddressRange[] =>
  RANGES.flatMap(([from, to]) => {
    const range = { from: houseNumber(textOf(values.get(from))), to: houseNumber(textOf(values.get(to))) };
    return range.from > 0 && range.to > 0 ? [range] : [];
  });

function positionsOf(value: unknown): Position[] {
  if (!Array.isArray(value)) return [];
  return value.map((each: unknown): Position => {
    const position: readonly unknown[] = Array.isArray(each) ? each : [];
    const [longitude, latitude] = position;
    if (typeof longitude !== 'number' || typeof latitude !== 'number' || !isOnEarth(longitude, latitude))
      throw new StreetsError('Coordinates must be longitude and latitude in degrees (WGS 84).');
    return [longitude, latitude];
  });
}

function pathsOf(geometry: Properties): Position[][] {
  const { type, coordinates } = geometry;
  if (type === 'LineString') return [positionsOf(coordinates)];
  if (type === 'MultiLineString' && Array.isArray(coordinates)) return coordinates.map(positionsOf);
  return [];
}

/** A point that names two streets is a crossing. */
function crossingOf(geometry: Properties, values: ReadonlyMap<string, unknown>): Crossing | undefined {
  const streets = [textOf(values.get('street1')), textOf(values.get('street2'))] as const;
  if (geometry['type'] !== 'Point' || streets.includes('')) return undefined;
  const [position] = positionsOf([geometry['coordinates']]);
  return position && { streets, longitude: position[0], latitude: position[1] };
}

/** Named lines, and points with street1 and street2. @throws StreetsError */
export function readFeatures(features: Iterable<unknown>): Streets {
  const lines: StreetLine[] = [];
  const crossings: Crossing[] = [];
  for (const feature of features) {
    if (!isRecord(feature) || !isRecord(feature['geometry'])) continue;
    const { geometry, properties } = feature;
    const values = lowered(isRecord(properties) ? properties : {});
    const crossing = crossingOf(geometry, values);
    if (crossing) crossings.push(crossing);
    const name = firstText(values, NAMES);
    if (name === '') continue;
    const paths = pathsOf(geometry).filter((path) => path.length > 1);
    // house numbers of a street in several parts cannot be assigned
    const ranges = paths.length === 1 ? rangesOf(values) : [];
    const aliases = aliasesOf(values);
    for (const path of paths) lines.push({ name, aliases, path, ranges });
    if (lines.length > MOST_LINES) throw new StreetsError(TOO_MANY_LINES);
  }
  return { lines, crossings, aliases: [] };
}
