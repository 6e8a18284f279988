import { fitSimilarity, missOf, placeOf, planeAt } from '@symbio/georeference';
import { proposePlace, worldOf, type Crossing, type SheetWord } from './index.js';
import { labelsOf, isOneOff } from './labels.js';
import { onPlane, onSheet, type Pose } from './pose.js';
import { between, gridCity, poseAround, SHEET, SITE, wordsOf, type Lettered } from './testing.js';

const city = gridCity();
const crossing = (avenue: string, street: number): Crossing => {
  const found = city.find(
    ({ streets: [one, other] }) => one === `${avenue} Avenue` && other === `East ${street}th Street`,
  );
  if (!found) throw new Error(`no crossing of ${avenue} and ${street}`);
  return found;
};
const world = worldOf({ crossings: city, site: SITE, radiusFeet: 8_000 });
const pose = poseAround(between(crossing('Cedar', 17), crossing('Dogwood', 19)));

/** A name along a street, and one along an avenue, in the middle of a block. */
const along = (avenues: [string, string], street: number): Lettered => ({
  ...{ text: `${street}TH`, at: between(crossing(avenues[0], street), crossing(avenues[1], street)), angle: 0 },
});
const up = (avenue: string, streets: [number, number], text = avenue.toUpperCase()): Lettered => ({
  ...{ text, at: between(crossing(avenue, streets[0]), crossing(avenue, streets[1])), angle: -90 },
});
const PAIR: [string, string] = ['Cedar', 'Dogwood'];
const lettered = [
  ...[16, 17, 18, 19].map((street) => along(PAIR, street)),
  ...[up('Cedar', [17, 18]), up('Dogwood', [16, 17]), up('Dogwood', [18, 19])],
];
const noise: SheetWord[] = ['169', 'BRICK', '12', 'STABLE', 'Pipe'].map((text, at) => ({
  ...{ text, x: 100 + at * 210, y: 300 + at * 330, width: 60, height: 22, confidence: 0.9 },
}));

it('proposes crossings where the names say that they are', () => {
  const proposal = proposePlace([...wordsOf(pose, lettered), ...noise], world, SHEET);
  expect(proposal).toMatchObject({ state: 'proposed', agreeing: 7 });
  expect(proposal.why).toContain('7 street names agree with 6 streets.');
  expect(proposal.score).toBeGreaterThan(1.25 * proposal.next);
  // more would promise an exact place
  expect(proposal.points).toHaveLength(3);
  const plane = planeAt(SITE);
  for (const point of proposal.points) {
    const [east, north] = plane.toFeet(point);
    const { x, y } = onSheet(pose, east, north);
    expect(Math.hypot(point.x - x, point.y - y)).toBeLessThan(6);
    expect(point.name).toMatch(/^\w+ Avenue & East \d+th Street$/);
  }
});

it('follows a sheet of another size and turn', () => {
  const turned = poseAround(crossing('Forest', 25), { turn: 0.3 + Math.PI / 2, feetPerPixel: 0.7 });
  const names = [
    ...[24, 25, 26].map((street) => ({ ...along(['Forest', 'Ginkgo'], street), angle: 90 })),
    ...(['Elmwood', 'Forest', 'Ginkgo'] as const).map((avenue) => ({ ...up(avenue, [25, 26]), angle: 0 })),
  ];
  const twice = wordsOf(turned, names).map((word) => ({
    ...word,
    ...{ x: word.x * 2, y: word.y * 2, width: word.width * 2, height: word.height * 2 },
  }));
  const proposal = proposePlace(twice, world, { width: SHEET.width * 2, height: SHEET.height * 2 });
  expect(proposal.state).toBe('proposed');
  const fit = fitSimilarity(proposal.points);
  if (!fit) throw new Error('no fit');
  const middle = placeOf(fit, { x: SHEET.width, y: SHEET.height });
  const [east, north] = planeAt(SITE).toFeet(middle);
  const [toEast, toNorth] = onPlane(turned, { x: SHEET.width / 2, y: SHEET.height / 2 });
  expect(Math.hypot(east - toEast, north - toNorth)).toBeLessThan(10);
  for (const point of proposal.points) expect(missOf(fit, point)).toBeLessThan(10);
});

it('shows by its misses that a name was lettered beside its street', () => {
  const shifted = wordsOf(pose, lettered).map((word) => (word.text === '17TH' ? { ...word, y: word.y + 25 } : word));
  const { points } = proposePlace(shifted, world, SHEET);
  const fit = fitSimilarity(points);
  if (!fit) throw new Error('no fit');
  const misses = points.map((point) => ({ miss: missOf(fit, point), name: point.name }));
  const worst = misses.sort((a, b) => b.miss - a.miss)[0];
  expect(worst?.name).toContain('17th');
});

it.each([
  ['no names', [], 'fewer than two crossings of streets could be read.'],
  ['streets of one direction', lettered.slice(0, 4), 'fewer than two crossings of streets could be read.'],
  ['two names', [along(PAIR, 17), up('Cedar', [17, 18])], 'fewer than two crossings of streets could be read.'],
])('abstains with %s', (_what, names, why) => {
  const proposal = proposePlace([...wordsOf(pose, names), ...noise], world, SHEET);
  expect(proposal).toMatchObject({ state: 'abstained', points: [] });
  expect(proposal.why).toBe(`No place was found with certainty: ${why} Name one crossing.`);
});

it('abstains where names agree in one direction only, and AVENUE alone in the other', () => {
  const streets = [16, 17, 18, 19].flatMap((street) => [along(PAIR, street), along(['Birch', 'Cedar'], street)]);
  const avenues = [up('Cedar', [17, 18], 'AVENUE'), up('Dogwood', [16, 17], 'AVENUE')];
  const { state, why } = proposePlace([...wordsOf(pose, [...streets, ...avenues]), ...noise], world, SHEET);
  expect([state, why]).toEqual(['abstained', expect.stringContaining('but only of streets in one direction')]);
});

it('abstains where another place agrees nearly as well', () => {
  // a second city with the same names, a mile away
  const plane = planeAt(SITE);
  const moved = city.map(({ streets, ...place }): Crossing => {
    const [east, north] = plane.toFeet(place);
    return {
      streets: [`${streets[0]}`.replace(' Avenue', ' Street'), streets[1].replace('East', 'West')],
      ...plane.toPlace(east + 900, north),
    };
  });
  const twin = worldOf({ crossings: [...city, ...moved], site: SITE, radiusFeet: 8_000 });
  const proposal = proposePlace(wordsOf(pose, lettered), twin, SHEET);
  expect(proposal.state).toBe('abstained');
  expect(proposal.why).toContain('another place agrees nearly as well');
});

it('abstains far from the sheet', () => {
  const avenues = ['MAPLE', 'WALNUT', 'CHESTNUT', 'SPRUCE'];
  const elsewhere = worldOf({ crossings: gridCity({ avenues }), site: SITE, radiusFeet: 8_000 });
  expect(proposePlace([...wordsOf(pose, lettered), ...noise], elsewhere, SHEET).state).toBe('abstained');
  const empty = worldOf({ crossings: [], site: SITE, radiusFeet: 8_000 });
  expect(proposePlace(wordsOf(pose, lettered), empty, SHEET).state).toBe('abstained');
});

it('counts a crossing of two files once', () => {
  const shifted = city.map((each) => ({ ...each, latitude: each.latitude + 0.000_02 }));
  const both = worldOf({ crossings: [...city, ...shifted], site: SITE, radiusFeet: 8_000 });
  expect(both.crossings).toEqual(world.crossings);
});

it('knows a street by an earlier name', () => {
  const aliases = [{ alias: 'Fulton Street', name: 'Cedar Avenue' }];
  const renamed = worldOf({ crossings: city, aliases, site: SITE, radiusFeet: 8_000 });
  const words = wordsOf(pose, [up('Cedar', [17, 18], 'FULTON')]);
  expect(labelsOf(words, renamed, SHEET)).toMatchObject([{ text: 'FULTON', isNamed: true }]);
  expect(labelsOf(words, world, SHEET)).toEqual([]);
});

it('reads names with one wrong letter, but neither small nor doubtful words', () => {
  const [word] = wordsOf(pose, [up('Dogwood', [16, 17], 'DOGWOQD.')]);
  if (!word) throw new Error('no word');
  expect(labelsOf([word], world, SHEET)).toHaveLength(1);
  expect(labelsOf([{ ...word, confidence: 0.5 }], world, SHEET)).toEqual([]);
  expect(labelsOf([{ ...word, width: 9 }], world, SHEET)).toEqual([]);
  expect([isOneOff('CEDAR', 'CEDARS'), isOneOff('CEDAR', 'CEDER'), isOneOff('CEDAR', 'CIDER')]).toEqual([
    true,
    true,
    false,
  ]);
});

it('turns pixels into feet and back', () => {
  const some: Pose = poseAround(SITE);
  const [east, north] = onPlane(some, { x: 300, y: 1_200 });
  const { x, y } = onSheet(some, east, north);
  expect([x, y]).toEqual([expect.closeTo(300, 6), expect.closeTo(1_200, 6)]);
});
