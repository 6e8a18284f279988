import { USE_TYPES, type UseType } from '@symbio/proto/feature/vocabulary';
import type { Coordinate, Feature, Mention } from '../evidence-api.js';
import { parseCoordinate } from '../evidence-api.js';

/** FEAT-02 to FEAT-05, OP-28 */
export interface FeatureForm {
  name: string;
  latitude: string;
  longitude: string;
  landUse: string;
  narrative: string;
  useType: UseType;
}

export type FeatureFormErrors = Partial<Record<keyof FeatureForm, string>>;

/** OP-27 */
export const DEFAULT_USE_TYPE: UseType = 'confirmed';

/** FEAT-07 to FEAT-12 */
export function validate(form: FeatureForm): FeatureFormErrors {
  const errors: FeatureFormErrors = {};
  if (form.name.trim() === '') errors.name = 'Feature name is required';
  const latitude = degreesError(form.latitude, 'Latitude', 90);
  if (latitude) errors.latitude = latitude;
  const longitude = degreesError(form.longitude, 'Longitude', 180);
  if (longitude) errors.longitude = longitude;
  if (form.landUse === '') errors.landUse = 'Land use selection is required';
  return errors;
}

/** Decimal degrees; tiny numbers may have an exponent, as the form writes stored values. */
const DEGREES = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:e-\d+)?$/i;

function degreesError(text: string, name: string, limit: number): string | null {
  if (text.trim() === '') return `${name} is required`;
  return DEGREES.test(text.trim()) && Math.abs(Number(text)) <= limit
    ? null
    : `${name} must be between -${limit} and ${limit}`;
}

/** Once both fields are valid. */
export function coordinateOf(form: Pick<FeatureForm, 'latitude' | 'longitude'>): Coordinate | null {
  if (degreesError(form.latitude, 'Latitude', 90) || degreesError(form.longitude, 'Longitude', 180)) return null;
  return { latitude: Number(form.latitude), longitude: Number(form.longitude) };
}

/** Without a feature, the land use is the agent's suggestion. */
export function formOf(mention: Mention | null, feature: Feature | null): FeatureForm {
  return {
    ...placeOf(feature),
    name: feature?.name ?? '',
    landUse: feature ? (feature.land_use[0] ?? '') : (mention?.suggested_land_use ?? ''),
    narrative: mention?.current_narrative ?? mention?.narrative ?? '',
    useType: USE_TYPES.find((type) => type === mention?.current_use_type) ?? DEFAULT_USE_TYPE,
  };
}

export function fieldsOf(feature: Feature): Pick<FeatureForm, 'name' | 'latitude' | 'longitude' | 'landUse'> {
  return { ...placeOf(feature), name: feature.name, landUse: feature.land_use[0] ?? '' };
}

function placeOf(feature: Feature | null): Pick<FeatureForm, 'latitude' | 'longitude'> {
  const coordinate = parseCoordinate(feature?.coordinate);
  if (!coordinate) return { latitude: '', longitude: '' };
  return { latitude: String(coordinate.latitude), longitude: String(coordinate.longitude) };
}

function plainName(name: string): string {
  return name.trim().toLocaleLowerCase();
}

/** Ignoring case (OP-27). */
export function featureNamed(features: readonly Feature[], name: string): Feature | null {
  const wanted = plainName(name);
  return wanted === '' ? null : (features.find((feature) => plainName(feature.name) === wanted) ?? null);
}

/** Prefix matches first (OP-27). */
export function suggestFeatures(features: readonly Feature[], name: string, limit = 6): Feature[] {
  const wanted = plainName(name);
  return features
    .filter((feature) => plainName(feature.name).includes(wanted))
    .sort((a, b) => {
      const rank = (feature: Feature) => (plainName(feature.name).startsWith(wanted) ? 0 : 1);
      return rank(a) - rank(b) || a.name.localeCompare(b.name);
    })
    .slice(0, limit);
}

export function distanceText(metres: number): string {
  return metres < 1 ? 'less than 1 m' : `${Math.round(metres)} m`;
}
