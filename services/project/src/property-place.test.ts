import { propertyPlace } from './property-place.js';

const address = { propertyCity: 'New York', propertyState: 'NY', propertyZip: '10035' };

describe('The place of a property', () => {
  it('is what a person gave', () => {
    expect(propertyPlace({ ...address, propertyCoordinate: '(-82.21, 40.52)' })).toEqual({
      longitude: -82.21,
      latitude: 40.52,
      origin: 'person',
    });
  });

  it.each(['10035', ' 10035-1234 '])('else the middle of the ZIP code %j', (propertyZip) => {
    const place = propertyPlace({ ...address, propertyZip });
    expect(place?.origin).toBe('zip');
    expect([place?.longitude, place?.latitude].map((value) => value?.toFixed(1))).toEqual(['-73.9', '40.8']);
  });

  it('is called the middle of the city if the list has no place of its own for the ZIP code', () => {
    const place = propertyPlace({ propertyCity: 'Brooklyn', propertyState: 'NY', propertyZip: '11249' });
    expect(place).toEqual({ longitude: -73.945, latitude: 40.6451, origin: 'city' });
  });

  it.each(['NY', 'ny', 'New York'])('else the middle of the city, in the state %s', (propertyState) => {
    const place = propertyPlace({ propertyCity: 'buffalo', propertyState, propertyZip: '00000' });
    expect(place?.origin).toBe('city');
    expect([place?.longitude, place?.latitude].map((value) => value?.toFixed(0))).toEqual(['-79', '43']);
  });

  it.each([
    ['an unknown city', { propertyCity: 'Nowhere', propertyState: 'OH', propertyZip: '' }],
    ['an unknown state', { propertyCity: 'Buffalo', propertyState: 'Bavaria', propertyZip: '8' }],
    ['a Canadian code', { propertyCity: '', propertyState: '', propertyZip: 'M5V 2T6' }],
  ])('is unknown for %s', (_, nowhere) => {
    expect(propertyPlace(nowhere)).toBeUndefined();
  });
});
