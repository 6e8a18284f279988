import sharp from 'sharp';
import type { Evidence, EvidenceFeature } from '../evidence.js';
import { sampleEvidence } from '../testing/sample-evidence.js';
import { drawSitePlan } from './draw-site-plan.js';
import type { Box } from './plan.js';
import { sitePlanOf, type SitePlan } from './site-plan.js';

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
  return {
    ...sampleEvidence(),
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
