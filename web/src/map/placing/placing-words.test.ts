import { judge } from '@symbio/georeference';
import { CORNERS, placeOfPixel, SIZE } from '../../testing/georeference.js';
import { missText, nextStep, placingSummary } from './placing-words.js';
import { placesOfText } from './typed-place.js';

const points = CORNERS.map((pixel, index) => ({
  ...{ key: `k${index}`, ...pixel, ...placeOfPixel(pixel), name: '', source: 'map' as const, used: true },
}));

it('says how well a sheet is placed, by how many places, and what is left out', () => {
  expect(placingSummary(judge(points, SIZE), points)).toBe('exact, within 6 ft · 4 places');
  const [first, ...rest] = points;
  const left = first ? [{ ...first, used: false }, ...rest] : rest;
  expect(placingSummary(judge(left, SIZE), left)).toBe('rough, about 15 ft · 3 places · 1 left out');
  expect(placingSummary(null, points.slice(0, 1))).toBe('not placed · 1 place');
});

it('says what to click next', () => {
  expect(nextStep({ pixel: null, place: null })).toContain('Click a place on the sheet');
  expect(nextStep({ pixel: { x: 1, y: 1 }, place: null })).toContain('on the map');
  expect(nextStep({ pixel: null, place: { at: placeOfPixel({ x: 0, y: 0 }), source: 'map', name: '' } })).toContain(
    'on the sheet',
  );
  expect([missText(null), missText(0.44), missText(12.6)]).toEqual(['', '0.4 ft', '13 ft']);
});

it('reads typed places: decimal degrees, minutes and seconds, and the stored form', () => {
  const place = { latitude: 40.7856, longitude: -73.9457 };
  expect(placesOfText('40.7856, -73.9457')).toEqual([place]);
  expect(placesOfText('(-73.9457,40.7856)')).toEqual([place]);
  const [dms] = placesOfText(`40°47'8.16"N 73°56'44.52"W`);
  expect(dms?.latitude).toBeCloseTo(40.7856, 6);
  expect(dms?.longitude).toBeCloseTo(-73.9457, 6);
  expect(placesOfText('somewhere')).toEqual([]);
});
