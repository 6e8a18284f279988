import { MAX_FEATURE_NAME, MAX_NARRATIVE } from '@symbio/proto/limits';
import {
  confidenceProblems,
  landUseProblems,
  nameProblems,
  narrativeProblems,
  pointProblems,
  radiusProblems,
  relationProblems,
} from './checks.js';

describe('What a feature is made of', () => {
  it('needs a name, of at most 200 characters (FEAT-07)', () => {
    expect(nameProblems('')).toEqual({ name: 'Feature name is required' });
    expect(nameProblems('Gas works')).toEqual({});
    expect(nameProblems('é'.repeat(MAX_FEATURE_NAME))).toEqual({});
    expect(nameProblems('🏭'.repeat(MAX_FEATURE_NAME))).toEqual({});
    expect(nameProblems('x'.repeat(MAX_FEATURE_NAME + 1))).toEqual({
      name: 'Feature name must have at most 200 characters',
    });
  });

  it.each([90.0001, -90.0001, NaN, Infinity])('has no latitude of %d (FEAT-09)', (latitude) => {
    expect(pointProblems({ longitude: 0, latitude })).toEqual({ latitude: 'Latitude must be between -90 and 90' });
  });

  it.each([180.0001, -180.0001, NaN, -Infinity])('has no longitude of %d (FEAT-11)', (longitude) => {
    expect(pointProblems({ longitude, latitude: 0 })).toEqual({ longitude: 'Longitude must be between -180 and 180' });
  });

  it('may be on the bounds, and reports both coordinates when both are wrong', () => {
    expect(pointProblems({ longitude: 180, latitude: 90 })).toEqual({});
    expect(pointProblems({ longitude: -180, latitude: -90 })).toEqual({});
    expect(Object.keys(pointProblems({ longitude: 181, latitude: 91 }))).toEqual(['latitude', 'longitude']);
  });

  it('has land uses of the list only (DATA-15)', () => {
    expect(landUseProblems(['dry_cleaner', 'gas_station'])).toEqual({});
    expect(landUseProblems(['dry_cleaner', 'Gas Stations'])).toEqual({
      land_use:
        '"Gas Stations" is not a land use of the list. The nearest are gas_station, gas_holder_site, manufactured_gas_plant; ' +
        'GET /api/public/land-uses has all',
    });
  });

  it('has a direction and a distance only beside the property', () => {
    const problems = (relation: string, direction = '', distanceFt?: number) =>
      relationProblems({ relation, direction, distanceFt });
    expect(problems('near', 'NW', 400)).toEqual({});
    expect(problems('on_property')).toEqual({});
    expect(problems('on_property', 'N', 3)).toEqual({
      direction: 'A direction is for adjoining and near features only',
      distance_ft: 'A distance is for adjoining and near features only',
    });
    expect(problems('inside', 'up', -1)).toEqual({
      relation: 'relation must be one of on_property, adjoining, near, unknown',
      direction: 'direction must be one of N, NE, E, SE, S, SW, W, NW',
      distance_ft: 'distance_ft must be a number of feet from 0 to 264000',
    });
  });

  it('is looked for within a radius that makes sense', () => {
    for (const radius of [0, 50, 50_000]) expect(radiusProblems(radius)).toEqual({});
    for (const radius of [-1, NaN, Infinity, 50_001]) expect(radiusProblems(radius)).toHaveProperty('radius');
  });
});

describe('What a mention is made of', () => {
  it.each([-0.1, 10.1, NaN])('has no confidence of %d (API-19, CONST-11)', (confidence) => {
    expect(confidenceProblems(confidence)).toEqual({ confidence: 'Confidence must be between 0 and 10' });
  });

  it('has a confidence from 0 to 10, and a narrative of bounded length', () => {
    for (const confidence of [0, 7.5, 10]) expect(confidenceProblems(confidence)).toEqual({});
    expect(narrativeProblems('x'.repeat(MAX_NARRATIVE))).toEqual({});
    expect(narrativeProblems('x'.repeat(MAX_NARRATIVE + 1))).toHaveProperty('narrative');
  });
});
