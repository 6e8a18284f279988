import fc from 'fast-check';
import geodesic from 'geographiclib-geodesic';
import { NEARBY_M, distanceM, enclosingAngle, isWithin, type Point } from './nearby.js';

const WGS84 = geodesic.Geodesic.WGS84;

/** Azimuth in degrees clockwise from north. */
function off(from: Point, azimuth: number, metres: number): Point {
  const { lat2, lon2 } = WGS84.Direct(from.latitude, from.longitude, azimuth, metres);
  return { latitude: lat2!, longitude: ((((lon2! + 180) % 360) + 360) % 360) - 180 };
}

/** Radians on MongoDB's sphere. */
function sphereAngle(a: Point, b: Point): number {
  const radians = (degrees: number): number => (degrees * Math.PI) / 180;
  const [p, q] = [radians(a.latitude), radians(b.latitude)];
  const halfLat = Math.sin((q - p) / 2) ** 2;
  const halfLon = Math.sin(radians(b.longitude - a.longitude) / 2) ** 2;
  return 2 * Math.asin(Math.min(1, Math.sqrt(halfLat + Math.cos(p) * Math.cos(q) * halfLon)));
}

const PLACES: [string, Point][] = [
  ['Chicago', { longitude: -87.6298, latitude: 41.8781 }],
  ['the equator', { longitude: 6.6, latitude: 0 }],
  ['Longyearbyen', { longitude: 15.6356, latitude: 78.2232 }],
  ['a metre from the pole', { longitude: 25, latitude: 89.99999 }],
  ['the antimeridian in Fiji', { longitude: 179.9999, latitude: -16.8 }],
  ['the antimeridian itself', { longitude: -180, latitude: 51.9 }],
];

describe('Distance between features', () => {
  it('is that of the ellipsoid, not of a sphere', () => {
    // example of GeographicLib: JFK to LHR (https://geographiclib.sourceforge.io/html/js/)
    expect(distanceM({ latitude: 40.6, longitude: -73.8 }, { latitude: 51.6, longitude: -0.5 })).toBeCloseTo(
      5_551_759.4,
      0,
    );
    // one degree of latitude is shorter at the equator than near the pole
    expect(distanceM({ latitude: 0, longitude: 0 }, { latitude: 1, longitude: 0 })).toBeCloseTo(110_574.3886, 3);
    expect(distanceM({ latitude: 89, longitude: 0 }, { latitude: 90, longitude: 0 })).toBeCloseTo(111_693.8649, 2);
  });

  describe.each(PLACES)('at %s', (_, center) => {
    it.each([0, 45, 90, 180, 271])(
      'counts 49.9 m and 50.0 m as nearby and 50.1 m not, towards %d° (CONST-16)',
      (azimuth) => {
        const nearby = (metres: number): boolean => isWithin(distanceM(center, off(center, azimuth, metres)), NEARBY_M);
        expect([49.9, 50.0, 50.1].map(nearby)).toEqual([true, true, false]);
      },
    );
  });

  it('is never wider on the sphere than what is asked of the database, so that nothing near is missed', () => {
    const anywhere = fc.record({
      longitude: fc.double({ min: -180, max: 180, noNaN: true }),
      latitude: fc.double({ min: -90, max: 90, noNaN: true }),
    });
    fc.assert(
      fc.property(
        anywhere,
        fc.double({ min: 0, max: 360, noNaN: true }),
        fc.double({ min: 0.001, max: 50_000, noNaN: true }),
        (center, azimuth, metres) => {
          return sphereAngle(center, off(center, azimuth, metres)) <= enclosingAngle(metres);
        },
      ),
      { numRuns: 400 },
    );
  });
});
