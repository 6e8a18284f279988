import { planeAt } from '@symbio/georeference';
import { crossingsAt, crossingsNear } from './crossings-at.js';
import { labelsOf } from './labels.js';
import { onSheet } from './pose.js';
import { between, gridCity, poseAround, SHEET, SITE, wordsOf } from './testing.js';
import { worldOf } from './world.js';

const city = gridCity();
const world = worldOf({ crossings: city, site: SITE, radiusFeet: 8_000 });
const of = (avenue: string, street: string) =>
  city.find(({ streets }) => streets[0].startsWith(avenue) && streets[1].includes(` ${street} `))!;
const shown = of('Dogwood', '20th');
const pose = poseAround(shown);
/** Names in the middle of blocks, as on a fire insurance map. */
const labels = labelsOf(
  wordsOf(pose, [
    { text: 'DOGWOOD', at: between(of('Dogwood', '20th'), of('Dogwood', '21th')), angle: 90 },
    { text: 'ELMWOOD', at: between(of('Elmwood', '20th'), of('Elmwood', '21th')), angle: 90 },
    { text: '20TH', at: between(of('Dogwood', '20th'), of('Elmwood', '20th')), angle: 0 },
    { text: '21ST', at: between(of('Dogwood', '21th'), of('Elmwood', '21th')), angle: 0 },
  ]),
  world,
  SHEET,
);
const pixelOf = (crossing: typeof shown) => onSheet(pose, ...planeAt(SITE).toFeet(crossing));
const names = (places: readonly { name: string }[]) => places.map(({ name }) => name);

it.each([
  ['Dogwood', '20th'],
  ['Elmwood', '21th'],
])('a corner shows the crossing whose names are lettered along its streets: %s and %s', (avenue, street) => {
  const crossing = of(avenue, street);
  const { x, y } = pixelOf(crossing);
  const [first, ...others] = crossingsAt({ x: x + 30, y: y - 30 }, labels, world, SHEET);
  expect(first?.name).toBe(`${avenue} Avenue & East ${street} Street`);
  expect(first?.longitude).toBeCloseTo(crossing.longitude, 6);
  expect(first?.latitude).toBeCloseTo(crossing.latitude, 6);
  // parallel streets are a block away
  expect(names(others)).not.toContain(first?.name);
});

it('nothing is said where no two streets meet', () => {
  expect(crossingsAt({ x: 5, y: 5 }, labels, world, SHEET)).toEqual([]);
  expect(crossingsAt(pixelOf(shown), [], world, SHEET)).toEqual([]);
});

it('around a place the nearest crossing comes first, and none that is blocks away', () => {
  const found = crossingsNear(between(shown, of('Dogwood', '21th'), 0.2), city);
  expect(names(found)[0]).toBe('Dogwood Avenue & East 20th Street');
  expect(names(found)).not.toContain('Juniper Avenue & East 20th Street');
  expect(crossingsNear({ longitude: -100, latitude: 41 }, city)).toEqual([]);
});
