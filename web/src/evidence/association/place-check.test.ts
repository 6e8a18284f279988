import { project } from '../../testing/fixtures.js';
import { placeText, type Feature } from '../evidence-api.js';
import { doubtAbout, farText, propertyPlace, referenceOf } from './place-check.js';

const manhattan = { latitude: 40.79, longitude: -73.94 };
const property = referenceOf(manhattan, []);

describe('the check of a place', () => {
  it('accepts a place within 50 km of the property', () => {
    expect(doubtAbout({ latitude: 41.2, longitude: -73.94 }, property)).toBeNull();
    expect(doubtAbout({ latitude: 41.3, longitude: -73.94 }, property)).toMatchObject({ meant: [] });
  });

  it.each([
    ['without its sign', { latitude: 40.7866, longitude: 73.9453 }],
    ['longitude first', { latitude: -73.9453, longitude: 40.7866 }],
    ['longitude first and without its sign', { latitude: 73.9453, longitude: 40.7866 }],
    ['south', { latitude: -40.7866, longitude: -73.9453 }],
  ])('asks about a place %s, and offers the near reading (D-71)', (_, place) => {
    const doubt = doubtAbout(place, property);
    expect(doubt?.meant.map(placeText)).toEqual(['40.7866° N, 73.9453° W']);
    expect(doubt?.distanceM).toBeGreaterThan(1_000_000);
  });

  it('compares with the project’s features while the property has no place, and with nothing without those', () => {
    const feature = { coordinate: '(-73.94,40.79)' } as Feature;
    const others = referenceOf(null, [{ coordinate: null } as Feature, feature]);
    expect(others?.what).toBe('the project’s other features');
    expect(doubtAbout({ latitude: 40.79, longitude: 73.94 }, others)?.meant).toEqual([manhattan]);
    expect(referenceOf(null, [])).toBeNull();
    expect(doubtAbout({ latitude: 0, longitude: 0 }, null)).toBeNull();
  });

  it('writes kilometres', () => {
    expect(farText(10_804_300)).toBe('10,804 km');
  });
});

describe('the place that a form starts from', () => {
  const at = (origin: 'zip' | 'city' | 'person') =>
    propertyPlace({ ...project, property_location: { coordinate: '(-122.29,37.83)', origin } });

  it('is the property’s, with its origin', () => {
    expect(at('zip')).toEqual({
      coordinate: { longitude: -122.29, latitude: 37.83 },
      origin: 'From the property’s ZIP code 94607.',
    });
    expect(at('city')?.origin).toBe('From the property’s city, Oakland.');
    expect(at('person')?.origin).toBe('The place given for the property.');
    expect(propertyPlace(project)).toBeNull();
    expect(propertyPlace(undefined)).toBeNull();
  });
});
