import { Readable } from 'node:stream';
import chain from 'stream-chain';
import { parser } from 'stream-json';
import { pick } from 'stream-json/filters/pick.js';
import { streamArray } from 'stream-json/streamers/stream-array.js';
import { ListFileError, MAX_COLUMNS, type Table } from './file-error.js';

/** Features whose properties name the columns. */
const LOOKED_AT = 200;
const LONGITUDE = 'GEOMETRY_LONGITUDE';
const LATITUDE = 'GEOMETRY_LATITUDE';

interface Feature {
  properties?: Readonly<Record<string, unknown>> | null;
  geometry?: { coordinates?: unknown } | null;
}

/** The place of a point, and the middle of the bounds of anything else. */
function placeOf(coordinates: unknown): [longitude: number, latitude: number] | undefined {
  let [west, south, east, north] = [Infinity, Infinity, -Infinity, -Infinity];
  const visit = (value: unknown): void => {
    if (!Array.isArray(value)) return;
    const [longitude, latitude] = value as unknown[];
    if (typeof longitude === 'number' && typeof latitude === 'number') {
      [west, east] = [Math.min(west, longitude), Math.max(east, longitude)];
      [south, north] = [Math.min(south, latitude), Math.max(north, latitude)];
    } else for (const part of value) visit(part);
  };
  visit(coordinates);
  return west <= east ? [(west + east) / 2, (south + north) / 2] : undefined;
}

const textOf = (value: unknown): string => {
  if (typeof value === 'string') return value;
  return typeof value === 'number' || typeof value === 'boolean' ? String(value) : '';
};

async function* featuresOf(text: AsyncIterable<string>): AsyncGenerator<Feature> {
  try {
    const features = chain([Readable.from(text), parser(), pick({ filter: 'features' }), streamArray()]);
    for await (const { value } of features as AsyncIterable<{ value: Feature }>) yield value;
  } catch (error) {
    if (error instanceof ListFileError) throw error;
    throw new ListFileError('The file is no GeoJSON FeatureCollection, or it is cut off.', { cause: error });
  }
}

/** Properties as columns, and the place as two more. @throws ListFileError also while rows are read */
export async function readGeoJson(text: AsyncIterable<string>): Promise<Table> {
  const features = featuresOf(text);
  const looked: Feature[] = [];
  while (looked.length < LOOKED_AT) {
    const next = await features.next();
    if (next.done) break;
    looked.push(next.value);
  }
  if (looked.length === 0) throw new ListFileError('The file has no features.');
  const names = [...new Set(looked.flatMap(({ properties }) => Object.keys(properties ?? {})))];
  if (names.length > MAX_COLUMNS) throw new ListFileError(`The file has more than ${MAX_COLUMNS} properties.`);
  async function* rows(): AsyncGenerator<readonly string[]> {
    const rowOf = ({ properties, geometry }: Feature): string[] => {
      const place = placeOf(geometry?.coordinates);
      return [...names.map((name) => textOf(properties?.[name])), ...[place?.[0], place?.[1]].map(textOf)];
    };
    for (const feature of looked) yield rowOf(feature);
    for await (const feature of features) yield rowOf(feature);
  }
  return { header: [...names, LONGITUDE, LATITUDE], rows: rows() };
}
