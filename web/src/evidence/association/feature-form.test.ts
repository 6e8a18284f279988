import type { Feature, Mention } from '../evidence-api.js';
import {
  coordinateOf,
  defaultUseType,
  distanceText,
  featureNamed,
  formOf,
  relationOf,
  suggestFeatures,
  validate,
} from './feature-form.js';
import type { FeatureForm } from './feature-form.js';

const complete: FeatureForm = {
  name: 'Gas works',
  latitude: '40.7',
  longitude: '-73.99',
  landUse: 'manufactured_gas_plant',
  narrative: '',
  useType: 'confirmed',
  confidence: '10',
  relation: '',
  direction: '',
  distanceFt: '',
};
const feature = (id: string, name: string): Feature => ({
  id,
  project_id: 'p1',
  name,
  land_use: ['gas_station'],
  coordinate: '(-73.99,40.7)',
  author_id: 'a',
  created_at: '',
  updated_at: '',
});

describe('the validation of an association', () => {
  it('accepts a complete form, with or without a narrative', () => {
    expect(validate(complete)).toEqual({});
  });

  it('names every missing field at once (FEAT-07, FEAT-08, FEAT-10, FEAT-12)', () => {
    expect(validate({ ...complete, name: '  ', latitude: '', longitude: ' ', landUse: '' })).toEqual({
      name: 'Feature name is required',
      latitude: 'Latitude is required',
      longitude: 'Longitude is required',
      landUse: 'Land use selection is required',
    });
  });

  it.each(['90.0001', '-91', 'north', '1e9', '4,5', '0x10', '0b11', '1e1', '4 5', '.'])(
    'rejects the latitude %s (FEAT-09)',
    (latitude) => {
      expect(validate({ ...complete, latitude }).latitude).toBe('Latitude must be between -90 and 90');
    },
  );

  it.each(['180.1', '-181', 'west'])('rejects the longitude %s (FEAT-11)', (longitude) => {
    expect(validate({ ...complete, longitude }).longitude).toBe('Longitude must be between -180 and 180');
  });

  it('accepts the poles and the date line (FEAT-09, FEAT-11)', () => {
    expect(validate({ ...complete, latitude: '-90', longitude: '180' })).toEqual({});
  });

  it.each(['+40.7', '.5', '40.', ' 40.7 ', '1e-7'])('accepts the latitude %s (FEAT-09)', (latitude) => {
    expect(validate({ ...complete, latitude })).toEqual({});
    expect(coordinateOf({ ...complete, latitude })?.latitude).toBe(Number(latitude));
  });

  it('has a coordinate once both fields are valid (OP-30)', () => {
    expect(coordinateOf(complete)).toEqual({ latitude: 40.7, longitude: -73.99 });
    expect(coordinateOf({ latitude: '', longitude: '0' })).toBeNull();
  });
});

describe('suggestions of the form', () => {
  const features = [feature('1', 'Old Gas Works'), feature('2', 'Gas Station'), feature('3', 'Dry cleaner')];

  it('suggests features of the project by name, prefix matches first (OP-27)', () => {
    expect(suggestFeatures(features, 'gas').map(({ id }) => id)).toEqual(['2', '1']);
  });

  it('finds the feature with the name, ignoring case (OP-27)', () => {
    expect(featureNamed(features, ' gas station ')?.id).toBe('2');
    expect(featureNamed(features, 'gas')).toBeNull();
    expect(featureNamed(features, '')).toBeNull();
  });

  it('starts from the mention and its feature, or empty with use type confirmed (OP-27)', () => {
    const mention = { current_narrative: 'Seen in 1887', current_use_type: 'historical' } as Mention;
    expect(formOf(mention, features[0] ?? null)).toEqual({
      name: 'Old Gas Works',
      latitude: '40.7',
      longitude: '-73.99',
      landUse: 'gas_station',
      narrative: 'Seen in 1887',
      useType: 'historical',
      confidence: '10',
      relation: '',
      direction: '',
      distanceFt: '',
    });
    expect(formOf(null, null)).toMatchObject({ name: '', latitude: '', useType: 'confirmed' });
  });

  it('keeps the confidence of a proposal, but not its use type; dates old sheets as history (D-72)', () => {
    const proposal = { current_confidence: 6.5, current_use_type: 'suspected' } as Mention;
    const defaults = { place: { latitude: 40.8, longitude: -73.9 }, useType: defaultUseType(1896, 2026) };
    expect(formOf(proposal, null, defaults, true)).toMatchObject({
      confidence: '6.5',
      useType: 'historical',
      latitude: '40.8',
      longitude: '-73.9',
    });
    expect([2021, 2020, null].map((year) => defaultUseType(year, 2026))).toEqual([
      'confirmed',
      'historical',
      'confirmed',
    ]);
  });

  it('sends a direction and a distance only for places off the property', () => {
    const off = { ...complete, relation: 'near', direction: 'NW', distanceFt: '1,200' } as const;
    expect(relationOf(off)).toEqual({ relation: 'near', direction: 'NW', distance_ft: 1200 });
    expect(relationOf({ ...off, relation: 'on_property' })).toEqual({ relation: 'on_property' });
    expect(relationOf(complete)).toBeUndefined();
    expect(validate({ ...off, distanceFt: 'far' }).distanceFt).toBe('Distance must be between 0 and 264,000 feet');
    expect(validate({ ...complete, distanceFt: 'far' })).toEqual({});
  });

  it.each(['', '-1', '10.5', 'sure'])('refuses the confidence “%s”', (confidence) => {
    expect(validate({ ...complete, confidence }).confidence).toBe('Confidence must be between 0 and 10');
  });

  it('starts from the land use that the agent suggests, without a feature (FEAT-04)', () => {
    const mention = { suggested_land_use: 'dry_cleaner' } as Mention;
    expect(formOf(mention, null).landUse).toBe('dry_cleaner');
    expect(formOf(mention, features[0] ?? null).landUse).toBe('gas_station');
    expect(formOf({ ...mention, suggested_land_use: null }, null).landUse).toBe('');
  });

  it('writes distances in whole metres (OP-30)', () => {
    expect([distanceText(0.2), distanceText(27.6)]).toEqual(['less than 1 m', '28 m']);
  });
});
