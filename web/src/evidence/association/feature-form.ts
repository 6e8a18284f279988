import {
  DIRECTIONS,
  RELATIONS,
  USE_TYPES,
  type Direction,
  type Relation,
  type UseType,
} from '@symbio/proto/feature/vocabulary';
import { MAX_DISTANCE_FT } from '@symbio/proto/limits';
import type { Coordinate, Feature, Mention } from '../evidence-api.js';
import { parseCoordinate, type StatedRelation } from '../evidence-api.js';

/** FEAT-02 to FEAT-05, OP-28 */
export interface FeatureForm {
  name: string;
  latitude: string;
  longitude: string;
  landUse: string;
  narrative: string;
  useType: UseType;
  /** 0 to 10. */
  confidence: string;
  /** Empty: not stated. */
  relation: Relation | '';
  direction: Direction | '';
  distanceFt: string;
}

/** D-71, D-72: values that a new form starts from. */
export interface FormDefaults {
  place: Coordinate | null;
  useType: UseType;
}

export type FeatureFormErrors = Partial<Record<keyof FeatureForm, string>>;

/** OP-27 */
export const DEFAULT_USE_TYPE: UseType = 'confirmed';

/** Human statements, 0 to 10 (OP-27). */
export const HUMAN_CONFIDENCE = 10;

/** Years after which the use on a sheet is history (D-72). */
const HISTORICAL_YEARS = 5;

/** @param year of the sheet, if known */
export const defaultUseType = (year: number | null | undefined, thisYear: number): UseType =>
  typeof year === 'number' && thisYear - year > HISTORICAL_YEARS ? 'historical' : DEFAULT_USE_TYPE;

export const isOffProperty = ({ relation }: Pick<FeatureForm, 'relation'>): boolean =>
  relation === 'adjoining' || relation === 'near';

/** FEAT-07 to FEAT-12 */
export function validate(form: FeatureForm): FeatureFormErrors {
  const errors: FeatureFormErrors = {};
  if (form.name.trim() === '') errors.name = 'Feature name is required';
  const latitude = degreesError(form.latitude, 'Latitude', 90);
  if (latitude) errors.latitude = latitude;
  const longitude = degreesError(form.longitude, 'Longitude', 180);
  if (longitude) errors.longitude = longitude;
  if (form.landUse === '') errors.landUse = 'Land use selection is required';
  if (numberIn(form.confidence, 10) === null) errors.confidence = 'Confidence must be between 0 and 10';
  if (isOffProperty(form) && form.distanceFt.trim() !== '' && numberIn(form.distanceFt, MAX_DISTANCE_FT) === null)
    errors.distanceFt = `Distance must be between 0 and ${MAX_DISTANCE_FT.toLocaleString('en-US')} feet`;
  return errors;
}

/** From 0 to a limit; null otherwise. */
function numberIn(text: string, limit: number): number | null {
  const plain = text.trim().replaceAll(',', '');
  return /^\d+(?:\.\d+)?$/.test(plain) && Number(plain) <= limit ? Number(plain) : null;
}

/** As sent; undefined if not stated. */
export function relationOf(
  form: Pick<FeatureForm, 'relation' | 'direction' | 'distanceFt'>,
): StatedRelation | undefined {
  if (form.relation === '') return undefined;
  const distance = numberIn(form.distanceFt, MAX_DISTANCE_FT);
  return {
    relation: form.relation,
    ...(isOffProperty(form) && form.direction !== '' && { direction: form.direction }),
    ...(isOffProperty(form) && distance !== null && { distance_ft: distance }),
  };
}

/** Of a form without errors. */
export const confidenceOf = ({ confidence }: Pick<FeatureForm, 'confidence'>): number => Number(confidence);

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

const NO_DEFAULTS: FormDefaults = { place: null, useType: DEFAULT_USE_TYPE };

/**
 * Without a feature, the land use is the agent's suggestion.
 * @param isProposal the mention is an agent's: its use type is no statement of a person
 */
export function formOf(
  mention: Mention | null,
  feature: Feature | null,
  defaults = NO_DEFAULTS,
  isProposal = false,
): FeatureForm {
  const stated = isProposal ? undefined : USE_TYPES.find((type) => type === mention?.current_use_type);
  return {
    ...(feature ? placeOf(feature) : fieldsOfPlace(defaults.place)),
    ...relationFields(feature),
    name: feature?.name ?? '',
    landUse: feature ? (feature.land_use[0] ?? '') : (mention?.suggested_land_use ?? ''),
    narrative: mention?.current_narrative ?? mention?.narrative ?? '',
    useType: stated ?? defaults.useType,
    confidence: String(mention?.current_confidence ?? HUMAN_CONFIDENCE),
  };
}

/** What a feature has no value for stays as typed. */
export function fieldsOf(feature: Feature): Partial<FeatureForm> {
  return {
    ...(parseCoordinate(feature.coordinate) && placeOf(feature)),
    ...(feature.relation !== undefined && relationFields(feature)),
    name: feature.name,
    landUse: feature.land_use[0] ?? '',
  };
}

function relationFields(feature: Feature | null): Pick<FeatureForm, 'relation' | 'direction' | 'distanceFt'> {
  return {
    relation: RELATIONS.find((each) => each === feature?.relation) ?? '',
    direction: DIRECTIONS.find((each) => each === feature?.direction) ?? '',
    distanceFt: feature?.distance_ft === undefined ? '' : String(feature.distance_ft),
  };
}

const placeOf = (feature: Feature): Pick<FeatureForm, 'latitude' | 'longitude'> =>
  fieldsOfPlace(parseCoordinate(feature.coordinate));

export const fieldsOfPlace = (place: Coordinate | null): Pick<FeatureForm, 'latitude' | 'longitude'> =>
  place ? { latitude: String(place.latitude), longitude: String(place.longitude) } : { latitude: '', longitude: '' };

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
