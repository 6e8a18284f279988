import type { EvidenceShape } from '../evidence.js';
import { sampleEvidence } from '../testing/sample-evidence.js';
import { boxOf, figuresOf } from './plan.js';

function planOf(shape: EvidenceShape, size: { width: number; height: number }) {
  const evidence = sampleEvidence();
  const [annotation] = evidence.annotations;
  const [page] = evidence.pages;
  if (!annotation || !page) throw new Error('The sample has no annotation.');
  Object.assign(annotation, { shape });
  Object.assign(page, size);
  const [plan] = figuresOf({ ...evidence, figures: [{ annotation_id: annotation.id }] });
  if (!plan) throw new Error('No figure is planned.');
  return plan;
}

const SHEET = { width: 6450, height: 7650 };
const rectangle = (x: number, y: number, width: number, height: number): EvidenceShape => ({
  ...{ type: 'rectangle', x, y, width, height },
});

it('figures of marks follow the site plan, those that no person reviewed at the end', () => {
  const { boundary: _, ...unbounded } = sampleEvidence();
  const numbers = [sampleEvidence(), unbounded].map((evidence) =>
    figuresOf(evidence).map(({ number, reviewed }) => [number, reviewed]),
  );
  expect(numbers).toEqual([1, 0].map((plans) => [1, 2, 3, 4, 5, 6].map((number) => [number + plans, number <= 4])));
});

it('a figure of a small mark is 6.5 inches at 300 dpi, pixel by pixel, with the mark in the middle', () => {
  expect(planOf(rectangle(3000, 3000, 200, 100), SHEET)).toMatchObject({
    region: { x: 2125, y: 2375, width: 1950, height: 1350 },
    ...{ width: 1950, height: 1350, scale: 1, width_in: 6.5, height_in: 4.5 },
  });
});

it('a figure shows the surroundings of a large mark at a smaller scale', () => {
  const plan = planOf(rectangle(1000, 1000, 1500, 900), SHEET);
  expect(plan).toMatchObject({ region: { width: 4800, height: 3323 }, width: 1950 });
  expect(plan.scale).toBeCloseTo(1950 / 4800, 10);
});

it.each<[string, EvidenceShape, { width: number; height: number }]>([
  ['at a corner', rectangle(6300, 7500, 150, 150), SHEET],
  ['on a page smaller than the print', rectangle(100, 100, 300, 200), { width: 900, height: 700 }],
  ['that is tall on a narrow page', rectangle(200, 300, 300, 4000), { width: 1000, height: 5000 }],
  ['as large as the page', rectangle(0, 0, 6450, 7650), SHEET],
])('the region of a mark %s is on the page, has the mark, and is never enlarged', (_, shape, size) => {
  const { region, scale, width_in: widthInches, height_in: heightInches } = planOf(shape, size);
  const box = boxOf(shape);
  expect(region.x).toBeGreaterThanOrEqual(0);
  expect(region.y).toBeGreaterThanOrEqual(0);
  expect(region.x + region.width).toBeLessThanOrEqual(size.width);
  expect(region.y + region.height).toBeLessThanOrEqual(size.height);
  expect(region.x).toBeLessThanOrEqual(box.x);
  expect(region.y + region.height).toBeGreaterThanOrEqual(box.y + box.height);
  expect(scale).toBeLessThanOrEqual(1);
  expect(widthInches).toBeLessThanOrEqual(6.5);
  expect(heightInches).toBeLessThanOrEqual(7);
});
