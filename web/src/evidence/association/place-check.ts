import type { Project } from '../../lib/project/project-context.js';
import { distanceBetween } from '../distance.js';
import { parseCoordinate, placeText } from '../evidence-api.js';
import type { Coordinate, Feature } from '../evidence-api.js';

/** Metres: a feature further away is asked about. */
export const FAR_M = 50_000;

/** Places that a new one should be near. */
export interface Reference {
  places: readonly Coordinate[];
  /** "the property" */
  what: string;
}

export interface PlaceDoubt {
  distanceM: number;
  /** Near places with the sign or the order changed. */
  meant: readonly Coordinate[];
}

/** Property, else the project's placed features; null without any. */
export function referenceOf(property: Coordinate | null, features: readonly Feature[]): Reference | null {
  if (property) return { places: [property], what: 'the property' };
  const places = features.map(({ coordinate }) => parseCoordinate(coordinate)).filter((place) => place !== null);
  return places.length > 0 ? { places, what: 'the project’s other features' } : null;
}

const distanceTo = (place: Coordinate, { places }: Reference): number =>
  Math.min(...places.map((each) => distanceBetween(place, each)));

const isOnEarth = ({ latitude, longitude }: Coordinate): boolean =>
  Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180;

/** With other signs, or with latitude and longitude exchanged; nearest first. */
export function nearReadings(place: Coordinate, reference: Reference): Coordinate[] {
  const { latitude: a, longitude: b } = place;
  const orders = [
    [a, b],
    [b, a],
  ] as const;
  const signs = [
    [1, 1],
    [1, -1],
    [-1, 1],
    [-1, -1],
  ] as const;
  return orders
    .flatMap(([latitude, longitude]) =>
      signs.map(([north, east]) => ({ latitude: north * latitude, longitude: east * longitude })),
    )
    .filter((each) => isOnEarth(each) && (each.latitude !== a || each.longitude !== b))
    .map((each) => ({ each, distance: distanceTo(each, reference) }))
    .filter(({ distance }) => distance <= FAR_M)
    .sort((one, other) => one.distance - other.distance)
    .map(({ each }) => each)
    .filter((each, at, all) => all.findIndex((other) => placeText(other) === placeText(each)) === at);
}

/** Null for a place near the reference. */
export function doubtAbout(place: Coordinate, reference: Reference | null): PlaceDoubt | null {
  if (!reference) return null;
  const distanceM = distanceTo(place, reference);
  return distanceM <= FAR_M ? null : { distanceM, meant: nearReadings(place, reference) };
}

/** `12,400 km` */
export const farText = (metres: number): string => `${Math.round(metres / 1000).toLocaleString('en-US')} km`;

export interface FilledPlace {
  coordinate: Coordinate;
  /** Where it comes from, as shown. */
  origin: string;
  /** How to get a better one. */
  advice?: string;
}

export function propertyPlace(project: Project | undefined): FilledPlace | null {
  const coordinate = parseCoordinate(project?.property_location?.coordinate);
  if (!project?.property_location || !coordinate) return null;
  const origins: Record<string, string> = {
    zip: `From the property’s ZIP code ${project.property_zip}.`,
    city: `From the property’s city, ${project.property_city}.`,
    person: 'The place given for the property.',
  };
  return { coordinate, origin: origins[project.property_location.origin] ?? 'From the property’s address.' };
}
