import type { Place } from '@symbio/georeference';
import type { MapPosition } from '../../map/map-layers.js';

export interface MapUrl {
  position: MapPosition | null;
  /** Null: the latest. */
  year: number | null;
  /** Percent. */
  opacity: number;
  /** The place whose sheets are listed. */
  here: Place | null;
}

const DEFAULT_OPACITY = 85;

const NUMBER = String.raw`(-?\d+(?:\.\d+)?)`;
const PLACE = new RegExp(`^${NUMBER},${NUMBER}(?:,${NUMBER})?$`);

function placeOf(text: string | null): (Place & { zoom: number | null }) | null {
  const found = PLACE.exec(text ?? '');
  if (!found) return null;
  const [latitude, longitude] = [Number(found[1]), Number(found[2])];
  if (Math.abs(latitude) > 90 || Math.abs(longitude) > 180) return null;
  return { latitude, longitude, zoom: found[3] === undefined ? null : Number(found[3]) };
}

export function mapUrlOf(address: URLSearchParams): MapUrl {
  const at = placeOf(address.get('at'));
  const here = placeOf(address.get('here'));
  const year = address.get('year') ?? '';
  const opacity = address.get('opacity') ?? '';
  return {
    position: at?.zoom !== undefined && at?.zoom !== null ? { ...at, zoom: at.zoom } : null,
    year: /^\d{4}$/.test(year) ? Number(year) : null,
    opacity: /^\d{1,3}$/.test(opacity) ? Math.min(100, Number(opacity)) : DEFAULT_OPACITY,
    here: here && { longitude: here.longitude, latitude: here.latitude },
  };
}

/** Latitude first, as people read it. */
export const placeParameter = ({ latitude, longitude }: Place): string =>
  `${latitude.toFixed(6)},${longitude.toFixed(6)}`;

export const positionParameter = ({ zoom, ...place }: MapPosition): string =>
  `${placeParameter(place)},${zoom.toFixed(2)}`;
