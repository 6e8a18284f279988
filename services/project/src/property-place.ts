import type { PropertyLocation } from '@symbio/proto/project';
import zipcodes, { type ZipPlace } from 'zipcodes';
import type { ProjectRow } from './model.js';

type Address = Pick<ProjectRow, 'propertyCity' | 'propertyState' | 'propertyZip'>;

/** Degrees: a city's ZIP codes lie within this of their middle, or the name means several places. */
const ONE_CITY = 1;

const COORDINATE = /^\(\s*([+-]?\d+(?:\.\d+)?)\s*,\s*([+-]?\d+(?:\.\d+)?)\s*\)$/;

/** Parses `(longitude,latitude)`; NaN otherwise. */
function degreesOf(text: string): { longitude: number; latitude: number } {
  const [, longitude = NaN, latitude = NaN] = COORDINATE.exec(text)?.map(Number) ?? [];
  return { longitude, latitude };
}

/** Undefined if it is right. */
export function coordinateProblem(text: string): string | undefined {
  const { longitude, latitude } = degreesOf(text);
  if (Number.isNaN(longitude)) return 'Property coordinates must look like (longitude,latitude)';
  if (Math.abs(longitude) > 180) return 'Longitude must be between -180 and 180';
  return Math.abs(latitude) > 90 ? 'Latitude must be between -90 and 90' : undefined;
}

const isPlaced = ({ latitude, longitude }: ZipPlace): boolean => Boolean(latitude) && Boolean(longitude);
const mean = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length;
/** Ten metres on the ground. */
const rounded = (degrees: number): number => Math.round(degrees * 1e4) / 1e4;

function cityPlace({ propertyCity, propertyState }: Address): PropertyLocation | undefined {
  const found = zipcodes.lookupByName(propertyCity.trim(), propertyState.trim()).filter(isPlaced);
  if (found.length === 0) return undefined;
  const longitude = mean(found.map((each) => each.longitude));
  const latitude = mean(found.map((each) => each.latitude));
  const isOne = found.every(
    (each) => Math.abs(each.longitude - longitude) < ONE_CITY && Math.abs(each.latitude - latitude) < ONE_CITY,
  );
  return isOne ? { longitude: rounded(longitude), latitude: rounded(latitude), origin: 'city' } : undefined;
}

/** The list gives ZIP codes of unknown place, such as post office boxes, the place of their city. */
const isShared = ({ zip, city, state, latitude, longitude }: ZipPlace): boolean =>
  zipcodes
    .lookupByName(city, state)
    .some((each) => each.zip !== zip && each.latitude === latitude && each.longitude === longitude);

/** What a person gave, else the middle of the ZIP code's or the city's area. */
export function propertyPlace(project: Address & Pick<ProjectRow, 'propertyCoordinate'>): PropertyLocation | undefined {
  const { propertyCoordinate: given } = project;
  if (given) return { ...degreesOf(given), origin: 'person' };
  const zip = zipcodes.lookup(/^\d{5}/.exec(project.propertyZip.trim())?.[0] ?? '');
  if (zip && isPlaced(zip))
    return { longitude: zip.longitude, latitude: zip.latitude, origin: isShared(zip) ? 'city' : 'zip' };
  return cityPlace(project);
}
