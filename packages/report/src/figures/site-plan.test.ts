import sharp from 'sharp';
import type { Evidence, EvidenceFeature } from '../evidence.js';
import { sampleEvidence } from '../testing/sample-evidence.js';
import { drawSitePlan } from './draw-site-plan.js';
import type { Box } from './plan.js';
import type { StreetLabel } from './plan-streets.js';
import { sitePlanBox, sitePlanOf, type SitePlan } from './site-plan.js';

const ORIGIN = { longitude: -75.165, latitude: 39.953 };
/** Degrees of a foot, there. */
const FOOT = { longitude: 1 / 280_190, latitude: 1 / 364_275 };

const place = (east: number, north: number) => ({
  longitude: ORIGIN.longitude + east * FOOT.longitude,
  latitude: ORIGIN.latitude + north * FOOT.latitude,
});

function rectangle(width: number, height: number): [number, number][] {
  const corners = [
    [-1, -1],
    [1, -1],
    [1, 1],
    [-1, 1],
    [-1, -1],
  ] as const;
  return corners.map(([x, y]) => {
    const { longitude, latitude } = place((x * width) / 2, (y * height) / 2);
    return [longitude, latitude];
  });
}

interface Parcel {
  width: number;
  height: number;
  /** Feet east and north of its middle. */
  places: (readonly [east: number, north: number])[];
}

function parcel({ width, height, places }: Parcel): Evidence {
  const features = places.map(([east, north], at): EvidenceFeature => ({
    id: `f${at}`,
    name: `Feature ${at}`,
    land_use: [],
    ...place(east, north),
  }));
  const { streets: _, ...sample } = sampleEvidence();
  return {
    ...sample,
    ...{ features, mentions: [] },
    boundary: { polygons: [[rectangle(width, height)]], area_acres: 1, perimeter_ft: 1 },
  };
}

function planOf(evidence: Evidence): SitePlan {
  const plan = sitePlanOf(evidence);
  if (!plan) throw new Error('No plan was made.');
  return plan;
}

const drawn = ({ features }: SitePlan): boolean[] => features.map((one) => one.point !== undefined);

const doOverlap = (one: Box, other: Box): boolean =>
  one.x < other.x + other.width &&
  other.x < one.x + one.width &&
  one.y < other.y + other.height &&
  other.y < one.y + one.height;

/** Scattered over so many feet, the same at each call. */
const scattered = (count: number, feet: number): [number, number][] =>
  Array.from({ length: count }, (_, at) => [
    ((at * 37) % 61) * (feet / 61) - feet / 2,
    ((at * 23) % 59) * (feet / 59) - feet / 2,
  ]);

it.each<[string, Parcel]>([
  ['one feature on a lot of 50 by 100 feet', { width: 50, height: 100, places: [[5, 10]] }],
  ['60 features on 100 acres', { width: 2_000, height: 2_200, places: scattered(60, 2_000) }],
  ['60 features within 40 feet', { width: 200, height: 200, places: scattered(60, 40) }],
  ['20 features in one place', { width: 200, height: 200, places: Array.from({ length: 20 }, () => [0, 0] as const) }],
  ['a feature beside a strip of 20 by 1,800 feet', { width: 20, height: 1_800, places: [[60, 500]] }],
])('a plan of %s labels each, without an overlap', (_, wanted) => {
  const plan = planOf(parcel(wanted));
  const labels = plan.labels.map(({ box }) => box);
  expect(plan.labels.map(({ text }) => text)).toEqual(wanted.places.map((__, at) => `F${at + 1}`));
  labels.forEach((label, at) => {
    expect(labels.slice(at + 1).some((other) => doOverlap(label, other))).toBe(false);
    expect(plan.features.some((one) => one.point && doOverlap(label, { ...one.point, width: 1, height: 1 }))).toBe(
      false,
    );
    expect([
      label.x > 0,
      label.x + label.width < plan.width,
      label.y > 0,
      label.y + label.height < plan.height,
    ]).toEqual(Array.from({ length: 4 }, () => true));
  });
});

it.each([
  ['500 features', 500],
  ['2,000 features', 2_000],
])('a plan of %s has each in one label, those without room in groups', (_, count) => {
  const plan = planOf(parcel({ width: 2_000, height: 2_200, places: scattered(count, 2_000) }));
  const named = plan.labels.flatMap(({ references }) => references);
  expect([named.length, new Set(named).size]).toEqual([count, count]);
  expect(plan.labels.some(({ text }) => text.startsWith('G'))).toBe(true);
  const boxes = plan.labels.map(({ box }) => box);
  expect(boxes.some((box, at) => boxes.slice(at + 1).some((other) => doOverlap(box, other)))).toBe(false);
});

it('a feature near the property widens the plan, one far away is outside of it', () => {
  const lot = { width: 300, height: 300 };
  const alone = planOf(parcel({ ...lot, places: [[0, 0]] }));
  const near = planOf(parcel({ ...lot, places: [[300, 0]] }));
  const far = planOf(
    parcel({
      ...lot,
      places: [
        [0, 0],
        [5_000, 0],
      ],
    }),
  );
  expect([drawn(alone), drawn(near), drawn(far)]).toEqual([[true], [true], [true, false]]);
  expect(near.feetPerPixel).toBeGreaterThan(alone.feetPerPixel);
  expect(far.feetPerPixel).toBe(alone.feetPerPixel);
});

it('a plan is to scale, with north up', () => {
  const plan = planOf(
    parcel({
      width: 400,
      height: 300,
      places: [
        [100, 50],
        [-100, 50],
      ],
    }),
  );
  const [east, west] = plan.features.map((one) => one.point ?? { x: NaN, y: NaN });
  const corner = plan.rings[0]?.[2] ?? { x: NaN, y: NaN };
  expect(((east?.x ?? 0) - (west?.x ?? 0)) * plan.feetPerPixel).toBeCloseTo(200, 0);
  expect(((east?.y ?? 0) - corner.y) * plan.feetPerPixel).toBeCloseTo(100, 0);
});

it('a plan leaves out features that only mentions without review name', () => {
  const evidence = parcel({
    width: 300,
    height: 300,
    places: [
      [0, 0],
      [50, 50],
      [90, 90],
    ],
  });
  const mention = sampleEvidence().mentions[0];
  if (!mention) throw new Error('The sample has no mention.');
  const mentions = [
    { ...mention, feature_id: 'f0', reviewed: false },
    { ...mention, feature_id: 'f1', reviewed: true },
  ];
  const { features } = planOf({ ...evidence, mentions });
  expect(features.map(({ reference }) => reference)).toEqual(['F2', 'F3']);
});

/** Of a lot of 300 by 300 feet; points in feet east and north of its middle. */
function withStreets(
  lines: [name: string, ...(readonly [number, number])[]][],
  places: Parcel['places'] = [],
): Evidence {
  const streets = lines.map(([name, ...points]) => ({
    name,
    line: points.map(([east, north]): [number, number] => {
      const { longitude, latitude } = place(east, north);
      return [longitude, latitude];
    }),
  }));
  return { ...parcel({ width: 300, height: 300, places }), streets };
}

/** Upright box around a turned one. */
function aroundLabel({ middle, angle, width, height }: StreetLabel): Box {
  const [cos, sin] = [Math.cos((angle * Math.PI) / 180), Math.sin((angle * Math.PI) / 180)].map(Math.abs);
  const [across, down] = [width * (cos ?? 0) + height * (sin ?? 0), width * (sin ?? 0) + height * (cos ?? 0)];
  return { x: middle.x - across / 2, y: middle.y - down / 2, width: across, height: down };
}

it('a plan has the lines of each street to scale, and its name along one of them, upright', () => {
  const { streets, feetPerPixel, rings } = planOf(
    withStreets([
      ['Elm Street', [-170, 400], [-170, -400]],
      ['Main Street', [-400, -170], [400, -170]],
      ['Main Street', [-400, 175], [0, 175], [400, 170]],
    ]),
  );
  expect(streets.map(({ name, lines }) => [name, lines.length])).toEqual([
    ['Elm Street', 1],
    ['Main Street', 2],
  ]);
  expect(streets.map(({ label }) => [label?.text, Math.round(label?.angle ?? NaN)])).toEqual([
    ['ELM STREET', -90],
    ['MAIN STREET', 0],
  ]);
  const [elm, corner] = [streets[0]?.lines[0]?.[0], rings[0]?.[0]];
  expect(((corner?.x ?? NaN) - (elm?.x ?? NaN)) * feetPerPixel).toBeCloseTo(20, 0);
});

it('a plan of a small lot has room for the streets around it, and is as it was without streets', () => {
  const lot = parcel({ width: 25, height: 100, places: [] });
  const [from, to] = [place(-42, 300), place(-42, -300)];
  const line: [number, number][] = [from, to].map(({ longitude, latitude }) => [longitude, latitude]);
  const { streets, width } = planOf({ ...lot, streets: [{ name: 'Elm Street', line }] });
  expect(streets[0]?.label?.middle.x).toBeGreaterThan(0);
  expect(streets[0]?.label?.middle.x).toBeLessThan(width / 2);
  const [west = NaN, , east = NaN] = sitePlanBox(lot) ?? [];
  expect((east - west) / FOOT.longitude).toBeGreaterThan(185);
  expect(planOf(lot).feetPerPixel * planOf(lot).height).toBeCloseTo(124, 0);
});

it('street names are beside the boundary, features, their labels, each other and the edge of the map', () => {
  const plan = planOf(
    withStreets(
      [
        ['Elm Street', [-170, 400], [-170, -400]],
        ['Main Street', [-400, -170], [400, -165]],
        ['Mill Lane', [-400, 165], [400, 170]],
        ['Through Street', [-400, 20], [400, 25]],
        ['Oak Street', [180, -400], [200, 400]],
      ],
      [
        [0, -168],
        [60, -172],
        [-90, 167],
        [-170, 0],
      ],
    ),
  );
  const named = plan.streets.flatMap(({ label }) => (label ? [aroundLabel(label)] : []));
  expect(named.length).toBeGreaterThan(3);
  const ring = plan.rings[0]?.slice(0, 3) ?? [];
  const [left, right] = [Math.min(...ring.map(({ x }) => x)), Math.max(...ring.map(({ x }) => x))];
  const [top, bottom] = [Math.min(...ring.map(({ y }) => y)), Math.max(...ring.map(({ y }) => y))];
  const others = [
    { x: left, y: top, width: right - left, height: bottom - top },
    ...plan.labels.map(({ box }) => box),
    ...plan.features.flatMap(({ point }) => (point ? [{ ...point, width: 1, height: 1 }] : [])),
  ];
  named.forEach((name, at) => {
    expect([...others, ...named.slice(at + 1)].some((other) => doOverlap(name, other))).toBe(false);
    expect(name.x > 0 && name.y > 0 && name.x + name.width < plan.width && name.y + name.height < plan.height).toBe(
      true,
    );
  });
});

it.each<[string, string, [number, number][]]>([
  [
    'too short for its name',
    'Main Street',
    [
      [-170, -20],
      [-170, 20],
    ],
  ],
  [
    'on the property',
    'Main Street',
    [
      [-140, 0],
      [140, 0],
    ],
  ],
  ['with bends', 'Main Street', Array.from({ length: 40 }, (_, at) => [-400 + at * 20, -170 + (at % 2) * 14])],
  [
    'with letters that have no strokes',
    '中山路',
    [
      [-400, -170],
      [400, -170],
    ],
  ],
])('a street %s has a line without a name', (_, name, points) => {
  const [street] = planOf(withStreets([[name, ...points]])).streets;
  expect(street).toMatchObject({ name, lines: [expect.any(Array)] });
  expect(street).not.toHaveProperty('label');
});

it('streets are drawn in grey below the boundary, up to the edge of the map, with a sample beside the scale', async () => {
  const evidence = withStreets([
    ['Main Street', [-900, -170], [900, -170]],
    ['Elm Street', [0, 900], [0, -900]],
  ]);
  const plan = planOf(evidence);
  const { jpeg } = await drawSitePlan(plan);
  const { data, info } = await sharp(jpeg).greyscale().raw().toBuffer({ resolveWithObject: true });
  const greyIn = (x: number, y: number, width: number, height: number): number => {
    let count = 0;
    for (let row = Math.round(y); row < y + height; row++)
      for (let column = Math.round(x); column < x + width; column++) {
        const value = data[row * info.width + column] ?? 0;
        if (value > 130 && value < 190) count += 1;
      }
    return count;
  };
  const y = plan.streets.find(({ name }) => name === 'Main Street')?.lines[0]?.[0]?.y ?? NaN;
  expect(greyIn(20, y - 9, 1, 18)).toBeGreaterThan(2);
  // Elm Street below the property, and below the map
  expect(greyIn(plan.width / 2 - 9, plan.height / 2, 18, 1)).toBe(0);
  expect(greyIn(plan.width / 2 - 9, plan.height + 10, 18, 20)).toBe(0);
  expect(greyIn(plan.width * 0.53, plan.height + 80, 40, 20)).toBeGreaterThan(40);
  expect((await drawSitePlan(planOf(evidence))).jpeg.equals(jpeg)).toBe(true);
  const { streets: __, ...without } = evidence;
  const bare = await sharp((await drawSitePlan(planOf(without))).jpeg)
    .greyscale()
    .raw()
    .toBuffer();
  expect(bare[(plan.height + 84) * info.width + Math.round(plan.width * 0.53)]).toBeGreaterThan(240);
});

it('a property without a boundary has no plan', () => {
  const { boundary: _, ...evidence } = sampleEvidence();
  expect(sitePlanOf(evidence)).toBeUndefined();
});

it('a plan is drawn at 300 pixels an inch, with the line of the boundary in its place, and the same bytes each time', async () => {
  const plan = planOf(parcel({ width: 400, height: 300, places: [] }));
  const { jpeg, width_in: width, height_in: height } = await drawSitePlan(plan);
  const { data, info } = await sharp(jpeg).raw().toBuffer({ resolveWithObject: true });
  expect([info.width / width, info.height / height, (await sharp(jpeg).metadata()).density]).toEqual([300, 300, 300]);
  const isRed = ({ x, y }: { x: number; y: number }): boolean => {
    const at = (Math.round(y) * info.width + Math.round(x)) * 3;
    return (data[at] ?? 0) > 140 && (data[at + 1] ?? 255) < 90;
  };
  const corners = plan.rings.flat();
  expect(
    corners
      .slice(1)
      .every((to, at) => isRed({ x: (to.x + (corners[at]?.x ?? 0)) / 2, y: (to.y + (corners[at]?.y ?? 0)) / 2 })),
  ).toBe(true);
  expect((await drawSitePlan(plan)).jpeg.equals(jpeg)).toBe(true);
});
