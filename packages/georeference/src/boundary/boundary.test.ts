import geodesic from 'geographiclib-geodesic';
import { FEET_PER_METRE } from '../plane.js';
import { checkBoundary } from './check.js';
import { OCTANTS, prepareBoundary, preparePlace, separationOf } from './distance.js';
import { measureBoundary } from './measure.js';
import { metrePlane, metresApart } from './metres.js';
import { metresFrom, nearbyReach, nearnessOf } from './nearness.js';
import { ringsAt } from './rings.js';
import type { LonLat, Part, Ring } from './shapes.js';

const LIMITS = { corners: 2_000, parts: 20, acres: 10_000 };
const HERE = { longitude: -74, latitude: 40.7 };
const wgs84 = geodesic.Geodesic.WGS84;
const moved = ([longitude, latitude]: LonLat, degrees: number, metres: number): LonLat => {
  const { lon2 = NaN, lat2 = NaN } = wgs84.Direct(latitude, longitude, degrees, metres);
  return [lon2, lat2];
};

const plane = metrePlane(HERE);
/** A ring from metres east and north. */
const ring = (...corners: [number, number][]): Ring => corners.map((corner) => plane.toPlace(corner));
const box = (left: number, bottom: number, right: number, top: number): Ring =>
  ring([left, bottom], [right, bottom], [right, top], [left, top]);

const checked = (...parts: Part[]): Part[] => {
  const found = checkBoundary({ type: 'MultiPolygon', coordinates: parts }, LIMITS);
  if (!found.parts) throw new Error(found.problem);
  return found.parts;
};
const problemOf = (geometry: unknown): string | undefined => checkBoundary(geometry, LIMITS).problem;
const problemOfParts = (...coordinates: unknown[]): string | undefined =>
  problemOf({ type: 'MultiPolygon', coordinates });

describe('the plane', () => {
  it.each([20, 40, 50])(
    'has distances of geodesics at %d degrees, within 1 mm at a mile and 1 cm at five',
    (latitude) => {
      const here = metrePlane({ longitude: -74, latitude });
      for (let degrees = 0; degrees < 360; degrees += 15)
        for (const [metres, most] of [
          [1_609.344, 0.001],
          [8_046.72, 0.01],
        ] as const) {
          const place = moved([-74, latitude], degrees, metres);
          const point = here.toMetres(place);
          expect(Math.abs(Math.hypot(...point) - metres)).toBeLessThan(most);
          expect(metresApart(here.toPlace(point), place)).toBeLessThan(1e-4);
        }
    },
  );

  it('has distances on the ground to a centimetre within 100 km', () => {
    for (const metres of [50, 8_000, 99_000])
      expect(Math.abs(metresApart([-74, 40.7], moved([-74, 40.7], 33, metres)) - metres)).toBeLessThan(0.05);
  });
});

describe('a boundary', () => {
  it('is closed and wound as GeoJSON wants it, without repeated corners', () => {
    const clockwise = [...box(0, 0, 100, 100)].reverse();
    const [first = [0, 0]] = clockwise;
    const [[outer = [], hole = []] = []] = checked([[first, ...clockwise, first], box(20, 20, 40, 40)]);
    expect([outer.length, hole.length]).toEqual([5, 5]);
    const area = (given: Ring) =>
      given.reduce((sum, [x, y], at) => {
        const [nextX, nextY] = given[(at + 1) % given.length] ?? [x, y];
        return sum + x * nextY - nextX * y;
      }, 0);
    expect([area(outer) > 0, area(hole) < 0]).toEqual([true, true]);
  });

  it('has its area in acres, less holes, and its perimeter', () => {
    const { acres, perimeterFeet, centre } = measureBoundary(checked([box(0, 0, 200, 100), box(50, 20, 100, 80)]));
    expect(acres * 4_046.8564224).toBeCloseTo(17_000, 0);
    expect(perimeterFeet / FEET_PER_METRE).toBeCloseTo(600 + 220, 1);
    expect(
      metresApart([centre.longitude, centre.latitude], plane.toPlace([100 + (25 * 3_000) / 17_000, 50])),
    ).toBeLessThan(1);
  });

  it('has its middle inside, also if it is an L', () => {
    const parts = checked([ring([0, 0], [100, 0], [100, 10], [10, 10], [10, 100], [0, 100])]);
    const { centre } = measureBoundary(parts);
    expect(separationOf(prepareBoundary(parts), [[centre.longitude, centre.latitude]]).isInside).toBe(true);
  });

  it.each<[string, unknown, RegExp]>([
    ['no geometry', null, /^The boundary must be a GeoJSON Polygon/],
    ['a point', { type: 'Point', coordinates: [0, 0] }, /^The boundary must be a GeoJSON Polygon/],
    ['no corners', { type: 'Polygon', coordinates: [] }, /^The boundary must be/],
    ['text', { type: 'Polygon', coordinates: [[['a', 'b']]] }, /^The boundary must be/],
    ['deep nonsense', { type: 'MultiPolygon', coordinates: [[[[[1]]]]] }, /^The boundary must be/],
    [
      'metres',
      { type: 'Polygon', coordinates: [[[583_000, 4_500_000]]] },
      /^The corners are not longitude and latitude/,
    ],
    [
      'two corners',
      {
        type: 'Polygon',
        coordinates: [
          [
            [0, 0],
            [0.001, 0],
            [0, 0],
          ],
        ],
      },
      /needs at least three corners/,
    ],
    [
      'a bow tie',
      { type: 'Polygon', coordinates: [ring([0, 0], [10, 10], [10, 0], [0, 10])] },
      /crosses itself near 40\.7/,
    ],
    [
      'a spike',
      { type: 'Polygon', coordinates: [ring([0, 0], [10, 0], [20, 0], [10, 0], [10, 10])] },
      /turns back on itself/,
    ],
    [
      'a knot',
      { type: 'Polygon', coordinates: [ring([0, 0], [10, 0], [5, 5], [10, 10], [0, 10], [5, 5])] },
      /touches itself/,
    ],
    [
      'a corner on an edge',
      { type: 'Polygon', coordinates: [ring([0, 0], [20, 0], [20, 10], [10, 0], [0, 10])] },
      /touches itself at 40\.7/,
    ],
    [
      'the 180th meridian',
      {
        type: 'Polygon',
        coordinates: [
          [
            [179.999, 52],
            [-179.999, 52],
            [-179.999, 52.001],
          ],
        ],
      },
      /^The boundary cannot cross the 180th meridian/,
    ],
    [
      'a country',
      {
        type: 'Polygon',
        coordinates: [
          [
            [-74, 40],
            [-70, 40],
            [-70, 41],
          ],
        ],
      },
      /miles long/,
    ],
  ])('is refused: %s', (_what, geometry, sentence) => {
    expect(problemOf(geometry)).toMatch(sentence);
  });

  it('is refused beyond its limits, with the numbers', () => {
    expect(problemOfParts([box(0, 0, 7_000, 7_000)])).toBe('The boundary has 12,108 acres; 10,000 are allowed.');
    const round = Array.from({ length: 2_001 }, (_, at): [number, number] => {
      const angle = (at / 2_001) * 2 * Math.PI;
      return [500 * Math.cos(angle), 500 * Math.sin(angle)];
    });
    expect(problemOfParts([[...ring(...round), ...ring(...round.slice(0, 1))]])).toMatch(
      /^The boundary has 2,001 corners; 2,000/,
    );
    expect(problemOfParts(...Array.from({ length: 21 }, () => [box(0, 0, 1, 1)]))).toMatch(
      /^The boundary has 21 parts/,
    );
  });

  it('is refused with overlapping parts or misplaced holes; parts may share an edge', () => {
    const [left, right] = [box(0, 0, 10, 10), box(10, 0, 20, 10)];
    expect(problemOfParts([left], [right])).toBeUndefined();
    expect(problemOfParts([left], [box(5, 0, 20, 10)])).toBe('Parts 1 and 2 of the boundary overlap.');
    expect(problemOfParts([left], [box(7, 0, 20, 10)])).toBe('Parts 1 and 2 of the boundary overlap.');
    expect(problemOfParts([left], [left])).toBe('Parts 1 and 2 of the boundary overlap.');
    expect(problemOfParts([left], [box(2, 2, 3, 3)])).toBe('Parts 1 and 2 of the boundary overlap.');
    expect(problemOfParts([left, box(2, 2, 5, 5)], [box(3, 3, 4, 4)])).toBeUndefined();
    expect(problemOfParts([left, right])).toBe('A hole of part 1 is not inside it.');
    expect(problemOfParts([left, box(2, 2, 5, 5), box(3, 3, 4, 4)])).toBe('Two holes of part 1 overlap.');
  });

  it('may have neighbours with a corner on an edge, rounded as in files', () => {
    const turned = (...corners: [number, number][]): Ring =>
      ring(...corners.map(([x, y]): [number, number] => [0.955 * x - 0.296 * y, 0.296 * x + 0.955 * y]));
    const rounded = (given: Ring, digits: number): Ring =>
      given.map(([x, y]): LonLat => [Number(x.toFixed(digits)), Number(y.toFixed(digits))]);
    const lots = [
      turned([0, 0], [100, 0], [100, 100], [0, 100]),
      turned([100, -30], [180, -30], [180, 40], [100, 40]),
      turned([100, 40], [180, 40], [180, 130], [100, 130]),
    ];
    for (const digits of [15, 8, 7, 6])
      expect(problemOfParts(...lots.map((lot) => [rounded(lot, digits)]))).toBeUndefined();
    // an overlap of 30 cm is one
    expect(problemOfParts([box(0, 0, 10, 10)], [box(9.7, -5, 20, 5)])).toBe('Parts 1 and 2 of the boundary overlap.');
  });

  it('of 2,000 corners is checked', () => {
    const round = Array.from({ length: 2_000 }, (_, at): [number, number] => {
      const angle = (at / 2_000) * 2 * Math.PI;
      return [500 * Math.cos(angle), 500 * Math.sin(angle)];
    });
    expect(measureBoundary(checked([ring(...round)])).acres).toBeCloseTo((Math.PI * 500 ** 2) / 4_046.8564224, 2);
  });
});

describe('the distance from a boundary', () => {
  const parts = checked([box(0, 0, 100, 100), box(40, 40, 60, 60)], [box(300, 0, 400, 100)]);
  const boundary = prepareBoundary(parts);
  const from = (...points: [number, number][]) => separationOf(boundary, ring(...points));

  it('is from the nearest edge, in feet, with the octant seen from there', () => {
    const south = moved(plane.toPlace([50, 0]), 180, 30);
    expect(separationOf(boundary, [south])).toMatchObject({ octant: 'S', isInside: false });
    expect(separationOf(boundary, [south]).feet).toBeCloseTo(30 * FEET_PER_METRE, 2);
    expect(from([130, 130])).toMatchObject({ octant: 'NE' });
    expect(from([280, 50])).toMatchObject({ octant: 'W' });
    expect(
      OCTANTS.map((_, at) => separationOf(preparePlace([-74, 40.7]), [moved([-74, 40.7], at * 45 + 20, 50)]).octant),
    ).toEqual([...OCTANTS]);
  });

  it('is 0 inside, and counts in a hole', () => {
    expect(from([20, 50])).toMatchObject({ feet: 0, octant: null, isInside: true });
    expect(from([20, 50]).edgeFeet).toBeCloseTo(20 * FEET_PER_METRE, 1);
    expect(from([45, 50]).feet).toBeCloseTo(5 * FEET_PER_METRE, 1);
  });

  it('of an outline is from its nearest point, 0 if they meet', () => {
    const outline = (left: number, bottom: number, right: number, top: number) =>
      separationOf(boundary, [...box(left, bottom, right, top), plane.toPlace([left, bottom])]);
    expect(outline(110, 40, 150, 60).feet).toBeCloseTo(10 * FEET_PER_METRE, 1);
    expect(outline(-80, -50, 500, -10).feet).toBeCloseTo(10 * FEET_PER_METRE, 1);
    expect(outline(90, 40, 150, 60)).toMatchObject({ feet: 0, isInside: true });
    expect(outline(-10, 30, 110, 35)).toMatchObject({ feet: 0, isInside: true });
    expect(outline(-10, -10, 110, 110)).toMatchObject({ feet: 0, isInside: true });
  });

  it('is that of the geodesic also far away', () => {
    const corner = plane.toPlace([0, 0]);
    const far = moved(corner, 225, 40_000);
    expect(separationOf(boundary, [far]).feet / FEET_PER_METRE).toBeCloseTo(40_000, 0);
  });
});

describe('the distance from far away', () => {
  const boundary = prepareBoundary(checked([box(0, 0, 100, 100)]));

  it.each<[string, LonLat, string]>([
    ['Los Angeles', [-118.24, 34.05], 'W'],
    ['the other side of the pole', [106, 60], 'N'],
    ['a longitude without its sign', [74, 40.7], 'NE'],
    ['the southern hemisphere', [-74, -40.7], 'S'],
    ['a pole', [0, 90], 'N'],
  ])('is that of the globe, within 1 %%: %s', (_name, place, octant) => {
    const { s12 = NaN } = wgs84.Inverse(40.7, -74, place[1], place[0]);
    const found = separationOf(boundary, [place]);
    expect(Math.abs(found.feet / FEET_PER_METRE / s12 - 1)).toBeLessThan(0.01);
    expect(found.octant).toBe(octant);
  });

  it('leaves out edges that cannot be nearest, with the same result', () => {
    const round = Array.from({ length: 400 }, (_, at): [number, number] => {
      const angle = (at / 400) * 2 * Math.PI;
      return [500 * Math.cos(angle), 500 * Math.sin(angle)];
    });
    const circle = prepareBoundary(checked([ring(...round)]));
    for (const [x, y] of [
      [700, 0],
      [500, 400],
      [-510, -60],
      [0, 495],
      [0, 300],
      [0, 0],
    ] as const) {
      const outline = box(x - 20, y - 10, x + 20, y + 10);
      const closedOutline = [...outline, ...outline.slice(0, 1)];
      // by small steps along the edges
      const steps = Array.from({ length: 4_000 }, (_, at) => {
        const [side, along] = [Math.floor(at / 1_000), (at % 1_000) / 1_000];
        const [start = [0, 0], end = [0, 0]] = closedOutline.slice(side, side + 2);
        return circle.plane.toMetres([start[0] + (end[0] - start[0]) * along, start[1] + (end[1] - start[1]) * along]);
      });
      const middle = circle.plane.toMetres(plane.toPlace([0, 0]));
      const expected = Math.max(
        0,
        Math.min(...steps.map((at) => Math.hypot(at[0] - middle[0], at[1] - middle[1]))) - 500,
      );
      expect(separationOf(circle, closedOutline).feet / FEET_PER_METRE).toBeCloseTo(expected, 1);
    }
  });
});

describe('nearness within 50 m (CONST-16, FEAT-28)', () => {
  const [first, ...others] = box(0, 0, 10, 10);
  const outline: Ring = first ? [first, ...others, first] : [];

  it.each([
    [49.9, 'certain'],
    [50, 'certain'],
    [50.1, null],
  ] as const)('%d m from a place', (metres, expected) => {
    const place = plane.toPlace([0, 0]);
    expect(nearnessOf(metresFrom([place])(moved(place, 77, metres)))).toBe(expected);
  });

  it('counts from the outline, 0 inside', () => {
    expect(metresFrom(outline)(plane.toPlace([5, 5]))).toBe(0);
    expect(metresFrom(outline)(plane.toPlace([50, 5]))).toBeCloseTo(40, 3);
  });

  it('is not measured beyond its reach, in every direction', () => {
    const reach = nearbyReach(10 * FEET_PER_METRE);
    for (let degrees = 0; degrees < 360; degrees += 15)
      for (const metres of [59.9, 500]) {
        const place = moved(plane.toPlace([5, 5]), degrees, metres);
        const [plain, limited] = [metresFrom(outline)(place), metresFrom(outline, reach)(place)];
        expect(limited).toBe(metres < 60 ? plain : Infinity);
      }
  });

  it('is uncertain within the uncertainty of the sheet', () => {
    const feet = 10 * FEET_PER_METRE;
    expect([39.9, 40.1, 59.9, 60.1].map((metres) => nearnessOf(metres, feet))).toEqual([
      'certain',
      'perhaps',
      'perhaps',
      null,
    ]);
    expect(nearnessOf(0, 200)).toBe('perhaps');
  });
});

describe('rings for drawing', () => {
  const distances = (parts: Part[], feet: number) => {
    const boundary = prepareBoundary(parts);
    const rings = ringsAt(boundary, feet);
    return { rings, misses: rings.flat().map((place) => Math.abs(separationOf(boundary, [place]).feet - feet)) };
  };

  it('are closed lines at their distance from the boundary', () => {
    const { rings, misses } = distances(
      checked([ring([0, 0], [100, 0], [100, 20], [20, 20], [20, 100], [0, 100])]),
      5_280,
    );
    expect(rings).toHaveLength(1);
    expect(rings[0]?.[0]).toEqual(rings[0]?.at(-1));
    expect(Math.max(...misses)).toBeLessThan(0.5);
  });

  it('surround parts one by one where those are far apart', () => {
    expect(distances(checked([box(0, 0, 50, 50)], [box(400, 0, 450, 50)]), 300).rings).toHaveLength(2);
    expect(distances(checked([box(0, 0, 50, 50)], [box(400, 0, 450, 50)]), 2_000).rings).toHaveLength(1);
  });
});
