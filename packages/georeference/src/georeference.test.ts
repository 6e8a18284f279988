import {
  feetPerPixel,
  fitSheet,
  inDegrees,
  judge,
  middleOf,
  northOf,
  ON_ONE_LINE,
  outlineOnEarth,
  pixelOf,
  placeOf,
  planeAt,
  problemOfPoints,
  stateInWords,
  throughSheet,
  TOO_FEW,
  type JudgedPoint,
  type Pixel,
} from './index.js';

const SIZE = { width: 1452, height: 2067 };
const ORIGIN = { longitude: -73.945, latitude: 40.787 };
const FEET = 0.9;
const TURN = 0.5;
const corners = [
  { x: 100, y: 150 },
  { x: 1350, y: 150 },
  { x: 1350, y: 1900 },
  { x: 100, y: 1900 },
];

/** A turned sheet, stretched across by a share. */
function truth({ x, y }: Pixel, stretch = 0) {
  const [right, up] = [(x - 726) * FEET * (1 + stretch), (1033 - y) * FEET];
  const { longitude, latitude } = planeAt(ORIGIN).toPlace(
    right * Math.cos(TURN) - up * Math.sin(TURN),
    right * Math.sin(TURN) + up * Math.cos(TURN),
  );
  return { longitude, latitude };
}
const point = (pixel: Pixel, stretch = 0): JudgedPoint => ({ ...pixel, ...truth(pixel, stretch), used: true });
const moved = (one: JudgedPoint, eastFeet: number): JudgedPoint => {
  const plane = planeAt(one);
  return { ...one, ...plane.toPlace(eastFeet, 0) };
};
/** As a hurried click, always the same. */
const clicked = (one: JudgedPoint, at: number): JudgedPoint => ({
  ...one,
  x: one.x + 2 * Math.cos(at * 2.4),
  y: one.y + 2 * Math.sin(at * 2.4),
});
const feetBetween = (one: { longitude: number; latitude: number }, other: { longitude: number; latitude: number }) =>
  Math.hypot(...planeAt(one).toFeet(other));

describe('the place of a sheet', () => {
  it('is as long as on the ellipsoid: a minute of latitude at 40.787 degrees', () => {
    // 6,073.3 feet by GeographicLib
    const [, north] = planeAt(ORIGIN).toFeet({ ...ORIGIN, latitude: ORIGIN.latitude + 1 / 60 });
    expect(north).toBeCloseTo(6073.6, -1);
  });

  it('is found from two points by similarity, and within 25 ft', () => {
    const judged = judge(
      [corners[0]!, corners[2]!].map((one) => point(one)),
      SIZE,
    );
    expect(judged).toMatchObject({ state: 'rough', expectedFeet: 25, note: '', worst: null });
    expect(judged.fit?.kind).toBe('similarity');
    expect(feetBetween(placeOf(judged.fit!, { x: 700, y: 800 }), truth({ x: 700, y: 800 }))).toBeLessThan(0.1);
  });

  it('has the direction of north on the sheet, clockwise from its top', () => {
    const fit = fitSheet(
      corners.map((one) => point(one)),
      SIZE,
    );
    expect(northOf(fit?.affine ?? [])).toBe(28.6);
    expect(northOf([1, 0, 0, 0, -1, 0])).toBe(0);
    expect(northOf([0, -1, 0, -1, 0, 0])).toBe(270);
  });

  it('follows stretched paper from four points', () => {
    const judged = judge(
      corners.map((one, at) => clicked(point(one, 0.03), at)),
      SIZE,
    );
    expect(judged).toMatchObject({ state: 'exact', worst: null });
    expect(judged.fit?.kind).toBe('affine');
    expect(judged.expectedFeet).toBe(6);
    for (const pixel of [
      { x: 700, y: 900 },
      { x: 1400, y: 2000 },
    ])
      expect(feetBetween(placeOf(judged.fit!, pixel), truth(pixel, 0.03))).toBeLessThan(8);
    expect(feetPerPixel(judged.fit!)).toBeCloseTo(FEET * Math.sqrt(1.03), 2);
  });

  it('gives back the pixel of a place', () => {
    const fit = fitSheet(
      corners.map((one) => point(one, 0.02)),
      SIZE,
    )!;
    const back = pixelOf(fit, placeOf(fit, { x: 321.5, y: 1200.25 }));
    expect(back.x).toBeCloseTo(321.5, 6);
    expect(back.y).toBeCloseTo(1200.25, 6);
  });

  it('is linear in degrees too', () => {
    const fit = fitSheet(
      corners.map((one) => point(one, 0.02)),
      SIZE,
    )!;
    const [a, b, c, d, e, f] = inDegrees(fit);
    const { longitude, latitude } = placeOf(fit, { x: 1_234, y: 1_777 });
    expect(a * 1_234 + b * 1_777 + c).toBeCloseTo(longitude, 11);
    expect(d * 1_234 + e * 1_777 + f).toBeCloseTo(latitude, 11);
  });

  it('lies on both sides of the 180th meridian', () => {
    expect(
      middleOf([
        { longitude: 179.9, latitude: 1 },
        { longitude: -179.9, latitude: 3 },
      ]),
    ).toEqual({
      longitude: -180,
      latitude: 2,
    });
  });

  it('is known through a sheet that is aligned with it', () => {
    const fit = fitSheet(
      corners.map((one) => point(one)),
      SIZE,
    )!;
    const alignment = { re: 1.9, im: 0.2, x: 30, y: -40 };
    const there = { x: 1.9 * 400 - 0.2 * 500 + 30, y: 0.2 * 400 + 1.9 * 500 - 40 };
    expect(feetBetween(placeOf(throughSheet(fit, alignment), { x: 400, y: 500 }), placeOf(fit, there))).toBeLessThan(
      1e-6,
    );
  });

  it.each([1, 2, 3])('names point %i that does not fit, and is not exact with it', (at) => {
    const points = corners.map((one, index) => clicked(point(one, 0.01), index));
    points[at] = { ...moved(points[at]!, 140), name: 'Wythe Avenue x Rodney Street' };
    const judged = judge([point({ x: 700, y: 1000 }, 0.01), ...points], SIZE);
    expect(judged.state).toBe('rough');
    expect(judged.worst?.index).toBe(at + 1);
    expect(judged.note).toMatch(
      new RegExp(
        `^Place ${at + 2}, Wythe Avenue x Rodney Street, does not fit the others: it is 1[34]\\d ft away. The street may have moved. Leave it out\\?$`,
      ),
    );
    const without = judge(
      [point({ x: 700, y: 1000 }, 0.01), ...points.map((one, index) => ({ ...one, used: index !== at }))],
      SIZE,
    );
    expect(without).toMatchObject({ state: 'exact', worst: null });
    expect(without.misses[at + 1]).toBeGreaterThan(130);
  });

  it('is rough, by similarity, from points on one line', () => {
    const street = [150, 500, 800, 1100, 1500, 1900].map((y) => point({ x: 97, y }, 0.03));
    const judged = judge(street, SIZE);
    expect(judged).toMatchObject({ state: 'rough', note: ON_ONE_LINE, expectedFeet: 25 });
    expect(judged.fit?.kind).toBe('similarity');
  });

  it('promises less on coarser sheets', () => {
    const topographic = corners.map((one) => ({ ...one, ...placeOfCoarse(one), used: true }));
    expect(judge(topographic, SIZE)).toMatchObject({ state: 'rough' });
    expect(problemOfPoints(topographic, SIZE, 200)).toBeNull();
    expect(problemOfPoints(topographic, SIZE)).toBe(
      'This would make the sheet 14 miles wide. Check longitude and latitude.',
    );
  });

  it('has words', () => {
    expect(stateInWords('exact', 3.2)).toBe('exact, within 4 ft');
    expect(stateInWords('rough', 30)).toBe('rough, about 30 ft');
    expect(stateInWords('none', null)).toBe('not placed');
    expect(stateInWords('same_place', 9, 'sheet 63, 1887')).toBe('as sheet 63, 1887');
  });
});

const placeOfCoarse = ({ x, y }: Pixel) => planeAt(ORIGIN).toPlace((x - 726) * 50, (1033 - y) * 50);

describe('points that place no sheet', () => {
  const good = corners.map((one) => point(one));
  it.each<[string, JudgedPoint[]]>([
    [TOO_FEW, good.slice(0, 1)],
    [TOO_FEW, good.map((one, at) => ({ ...one, used: at === 0 }))],
    ['Two places are the same.', [good[0]!, { ...good[1]!, x: good[0]!.x, y: good[0]!.y }]],
    ['Two places are the same.', [good[0]!, { ...good[0]!, x: 900 }]],
    ['Each place must lie on the sheet, which has 1452 x 2067 pixels.', [good[0]!, { ...good[1]!, x: 1453 }]],
    ['longitude must be from -180 to 180.', [good[0]!, { ...good[1]!, longitude: 181 }]],
    ['latitude must be from -90 to 90.', [good[0]!, { ...good[1]!, latitude: -91 }]],
    // seen in a mirror: east and west swapped
    [
      'This would turn the sheet over. Check two places that were swapped.',
      good.map((one) => ({ ...one, longitude: 2 * ORIGIN.longitude - one.longitude })),
    ],
    [
      'This would turn the sheet over. Check two places that were swapped.',
      good.slice(0, 3).map((one, at) => ({ ...good[[1, 0, 2][at]!]!, x: one.x, y: one.y })),
    ],
  ])('%s', (sentence, points) => {
    expect(problemOfPoints(points, SIZE)).toBe(sentence);
  });

  it('are refused if they make the sheet too wide or too narrow', () => {
    expect(problemOfPoints([good[0]!, { ...good[2]!, longitude: -72.945 }], SIZE)).toMatch(
      /^This would make the sheet \d+ miles wide\. Check longitude and latitude\.$/,
    );
    const smaller = (by: number) =>
      good.map((one) => ({ ...one, ...planeAt(ORIGIN).toPlace(one.x / by, -one.y / by) }));
    expect(problemOfPoints(smaller(100), SIZE)).toBe(
      'This would make the sheet 15 feet wide. Check longitude and latitude.',
    );
    expect(problemOfPoints(smaller(1_500), SIZE)).toBe(
      'This would make the sheet 1 foot wide. Check longitude and latitude.',
    );
  });

  it('are accepted with one that is only wrong, which is named', () => {
    const points = [...good, moved(point({ x: 700, y: 1000 }), 300)];
    expect(problemOfPoints(points, SIZE)).toBeNull();
    expect(problemOfPoints([], SIZE)).toBeNull();
  });
});

describe('an outline on the earth', () => {
  it('has area and centre of a gas holder of 104 ft', () => {
    const fit = fitSheet(
      corners.map((one) => point(one)),
      SIZE,
    )!;
    const centre = { x: 955, y: 1720 };
    const radius = 52.2 / FEET;
    const ring = Array.from({ length: 65 }, (_, at) => ({
      x: centre.x + radius * Math.cos((2 * Math.PI * (at % 64)) / 64),
      y: centre.y + radius * Math.sin((2 * Math.PI * (at % 64)) / 64),
    }));
    const outline = outlineOnEarth(fit, ring);
    expect(outline.areaSqFt / (Math.PI * 52.2 ** 2)).toBeCloseTo(1, 2);
    expect(feetBetween(outline.centre, truth(centre))).toBeLessThan(0.1);
    expect(outline.ring).toHaveLength(65);
    expect(outline.ring[0]).toEqual(outline.ring.at(-1));
  });

  it('runs counterclockwise, as GeoJSON asks', () => {
    const fit = fitSheet(
      corners.map((one) => point(one)),
      SIZE,
    )!;
    for (const outline of [corners, [...corners].reverse()]) {
      const { ring } = outlineOnEarth(fit, outline);
      const twice = ring.slice(1).reduce((sum, [x, y], at) => sum + (ring[at]![0] * y - x * ring[at]![1]), 0);
      expect(twice).toBeGreaterThan(0);
    }
  });
});
