import fc from 'fast-check';
import { readingText, parsePastedCoordinates } from './pasted-coordinates.js';
import type { PlaceReading } from './pasted-coordinates.js';

const read = (text: string) => parsePastedCoordinates(text, 'latitude');
const newYork: PlaceReading = { latitude: '40.7142778', longitude: '-74.0058333' };

describe('a pasted place', () => {
  it.each([
    '40.7128, -74.006',
    ' 40.7128,-74.0060 ',
    '40.7128;-74.006',
    '40.7128° -74.006°',
    '40.7128°, −74.006°',
    '40.7128 N 74.006 W',
    '40.7128°N, 74.006°W',
    'N 40.7128 W 74.006',
    'n40.7128, w74.006',
    '74.006 W 40.7128 N',
    'W74.006° N40.7128°',
    '40.7128 north, 74.006 west',
    'lat: 40.7128, lon: -74.006',
    'Latitude 40.7128 Longitude -74.006',
    'lng=-74.006; lat=40.7128',
    'POINT(-74.006 40.7128)',
    'SRID=4326;POINT (-74.0060 40.7128)',
    'geo:40.7128,-74.006?z=17',
    '40,7128; -74,006',
    '40,7128° N, 74,006° W',
    '40.7128\u00a0N\u200974.006\u202fW',
    '(40.7128 N, 74.006 W)',
  ])('fills both fields from %s (FEAT-03)', (text) => {
    expect(read(text)).toEqual({ kind: 'read', reading: { latitude: '40.7128', longitude: '-74.006' } });
  });

  it.each([
    `40°42'51.4"N 74°0'21"W`,
    `40° 42' 51.4" N, 74° 0' 21" W`,
    '40°42′51.4″N 74°0′21″W',
    '40º42’51.4”N 74º0’21”W',
    "40˚42'51.4''N 74˚0'21''W",
    `74°0'21"W 40°42'51.4"N`,
    `N40°42'51.4" W74°0'21"`,
    `N 40° 42' 51.4", W 74° 0' 21"`,
    '40d42m51.4sN 74d0m21sW',
    '40d 42m 51.4s N, 74d 0m 21s W',
    '40D42M51.4SN 74D0M21SW',
    '40 deg 42 min 51.4 sec N 74 deg 0 min 21 sec W',
    '40 42 51.4 N 74 0 21 W',
    '40 42 51.4N, 74 00 21W',
    '40-42-51.4N 074-00-21W',
    `40°42'51.4"n 74°0'21"w`,
    `+40°42'51.4" -74°0'21"`,
    `lat 40°42'51.4"N lon 74°0'21"W`,
    `40°42'51,4"N 74°0'21"W`,
  ])('reads degrees, minutes and seconds: %s (FEAT-03)', (text) => {
    expect(read(text)).toEqual({ kind: 'read', reading: newYork });
  });

  it.each([
    `40° 42.85667' N, 74° 0.35' W`,
    "40°42.85667'N 74°0.35'W",
    '40 42.85667 N 74 0.35 W',
    'N40 42.85667 W74 0.35',
    '40d42.85667mN 74d0.35mW',
    'N40° 42.85667′ W074° 00.350′',
  ])('reads degrees and decimal minutes: %s (FEAT-03)', (text) => {
    expect(read(text)).toEqual({ kind: 'read', reading: { latitude: '40.7142778', longitude: '-74.0058333' } });
  });

  it.each([
    [`33°52'10"S 151°12'30"E`, { latitude: '-33.8694444', longitude: '151.2083333' }],
    [`33°52'10"s, 151°12'30"e`, { latitude: '-33.8694444', longitude: '151.2083333' }],
    ["33°52's 151°12'e", { latitude: '-33.8666667', longitude: '151.2' }],
    ['90 S, 180 W', { latitude: '-90', longitude: '-180' }],
    ['0 N 0 W', { latitude: '0', longitude: '0' }],
    ['0.0000001, -0.0000004', { latitude: '0.0000001', longitude: '-0.0000004' }],
    // only one order is within range
    ['-122.4194, 37.7749', { latitude: '37.7749', longitude: '-122.4194' }],
  ])('knows the hemispheres and their ends: %s (FEAT-09, FEAT-11)', (text, reading) => {
    expect(read(text)).toEqual({ kind: 'read', reading });
  });

  it.each([
    [`40°42'51.4"N`, 'longitude', { latitude: '40.7142778' }],
    [`74°0'21"W`, 'latitude', { longitude: '-74.0058333' }],
    ['74.006 W', 'latitude', { longitude: '-74.006' }],
    [`-74°0'21"`, 'longitude', { longitude: '-74.0058333' }],
    ['-73,9921', 'longitude', { longitude: '-73.9921' }],
  ] as const)('fills the half it speaks of: %s pasted into the %s', (text, into, reading) => {
    expect(parsePastedCoordinates(text, into)).toEqual({ kind: 'read', reading });
  });

  it.each([
    ['bare numbers without a comma', '40.7128 -74.006', ['40.7128 -74.006', '-74.006 40.7128']],
    ['the order in which Symbio keeps them', '(-73.99,40.7)', ['-73.99 40.7', '40.7 -73.99']],
    ['a comma that may be a decimal one', '40,71', ['40 71', '40.71 ']],
    ['an O, east in German and west in French', '48.1 N, 11.5 O', ['48.1 11.5', '48.1 -11.5']],
    ['west of the west', '40.7 N, -74 W', ['40.7 -74', '40.7 74']],
    ['a letter for one half only', '40.7 N, 74', ['40.7 74', '40.7 -74']],
    ['angles without any letter', `40°42', 74°0'`, ['40.7 74', '40.7 -74', '-40.7 74', '-40.7 -74']],
    ['an angle alone without a letter', `40°42'`, ['40.7 ', '-40.7 ']],
  ])('asks rather than guesses: %s', (_, text, expected) => {
    const pasted = read(text);
    expect(pasted.kind).toBe('ask');
    const readings = pasted.kind === 'ask' ? pasted.readings : [];
    expect(readings.map(({ latitude = '', longitude = '' }) => `${latitude} ${longitude}`)).toEqual(expected);
  });

  it.each([
    '',
    '40.7128',
    '-74.006',
    '12 Mill Street',
    'Oakland, CA 94607',
    '2026-01-02',
    '40.7 N 41.2 N',
    'N 40.7 N, W 74',
    `40°72'10"N 74°0'21"W`,
    `40°42'60"N 74°0'21"W`,
    `40.5°42'N 74°0'W`,
    '95 N 74 W',
    '40.7 N 190 W',
    '1, 2, 3',
    'lat 40.7 E, lon 74',
    '200, 300',
    '1'.repeat(500),
  ])('ignores text that is not a place: %s', (text) => {
    expect(read(text)).toEqual({ kind: 'none' });
  });

  it('is shown with letters, so that a wrong side is seen', () => {
    expect(readingText(newYork)).toBe('40.7142778° N, 74.0058333° W');
    expect(readingText({ latitude: '-33.5' })).toBe('33.5° S');
    expect(readingText({ longitude: '151' })).toBe('151° E');
  });

  const place = fc.record({
    latitude: fc.integer({ min: -90 * 3_600_00, max: 90 * 3_600_00 }),
    longitude: fc.integer({ min: -180 * 3_600_00, max: 180 * 3_600_00 }),
  });
  /** Hundredths of a second as degrees, minutes and seconds. */
  const parts = (hundredths: number) => {
    const size = Math.abs(hundredths);
    return [Math.trunc(size / 360_000), Math.trunc(size / 6_000) % 60, (size % 6_000) / 100] as const;
  };
  const near = (reading: PlaceReading, latitude: number, longitude: number) => {
    expect(Math.abs(Number(reading.latitude) - latitude / 360_000)).toBeLessThan(1e-7);
    expect(Math.abs(Number(reading.longitude) - longitude / 360_000)).toBeLessThan(1e-7);
  };

  it('is read back from every way of writing it with letters, in either order', () => {
    const marks = fc.constantFrom(
      ['°', "'", '"'],
      ['º', '′', '″'],
      ['d', 'm', 's '],
      [' ', ' ', ' '],
      ['° ', '’ ', '” '],
    );
    fc.assert(
      fc.property(
        place,
        marks,
        fc.boolean(),
        fc.boolean(),
        fc.constantFrom(' ', ', ', '; ', ','),
        (at, mark, swap, before, gap) => {
          const write = (value: number, letter: string) => {
            const [d, m, s] = parts(value);
            const angle = `${d}${mark[0]}${m}${mark[1]}${s}${mark[2]}`.trimEnd();
            return before ? `${letter}${angle}` : `${angle} ${letter}`;
          };
          const halves = [
            write(at.latitude, at.latitude < 0 ? 'S' : 'N'),
            write(at.longitude, at.longitude < 0 ? 'W' : 'E'),
          ];
          const pasted = read((swap ? halves.reverse() : halves).join(gap));
          if (pasted.kind !== 'read') throw new Error(`not read: ${JSON.stringify([halves, gap, pasted])}`);
          near(pasted.reading, at.latitude, at.longitude);
        },
      ),
    );
  });

  it('is read back from decimal degrees with a comma, latitude first', () => {
    fc.assert(
      fc.property(place, fc.constantFrom(', ', ' , ', '; ', ' / '), (at, gap) => {
        const pasted = read(`${(at.latitude / 360_000).toFixed(7)}${gap}${(at.longitude / 360_000).toFixed(7)}`);
        if (pasted.kind !== 'read') throw new Error(`not read: ${JSON.stringify(pasted)}`);
        near(pasted.reading, at.latitude, at.longitude);
      }),
    );
  });

  it('is always within range, never a choice of one, and never an error, for any input', () => {
    const bits = fc.constantFrom(
      ...'0123456789.,;:/-+°\'"′″dmsDMSNSEWO ()latlonPOINT°'.split(''),
      '40',
      '74',
      '.5',
      'lat ',
      '\u2212',
    );
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string({ maxLength: 140 }),
          fc.array(bits, { maxLength: 24 }).map((all) => all.join('')),
        ),
        fc.constantFrom('latitude' as const, 'longitude' as const),
        (text, into) => {
          const pasted = parsePastedCoordinates(text, into);
          const readings = pasted.kind === 'read' ? [pasted.reading] : pasted.kind === 'ask' ? pasted.readings : [];
          if (pasted.kind === 'ask') expect(new Set(readings.map(readingText)).size).toBe(readings.length);
          if (pasted.kind === 'ask') expect(readings.length).toBeGreaterThan(1);
          for (const { latitude = '0', longitude = '0' } of readings) {
            expect(latitude).toMatch(/^-?\d+(\.\d+)?$/);
            expect(longitude).toMatch(/^-?\d+(\.\d+)?$/);
            expect(Math.abs(Number(latitude))).toBeLessThanOrEqual(90);
            expect(Math.abs(Number(longitude))).toBeLessThanOrEqual(180);
          }
        },
      ),
      { numRuns: 2000 },
    );
  });
});
