import type { Shape } from '../shapes/shapes.js';
import { overlaps } from './overlap.js';

const building: Shape = { kind: 'rectangle', x: 100, y: 100, width: 400, height: 200 };
const lettering = (centerX: number): Shape => ({
  ...{ kind: 'ellipse', centerX, centerY: 150, radiusX: 40, radiusY: 10, theta: 0 },
});
const yard: Shape = {
  kind: 'polygon',
  points: [
    { x: 0, y: 0 },
    { x: 1000, y: 0 },
    { x: 1000, y: 1000 },
  ],
};

it.each([
  ['lettering in a building', lettering(130), true],
  ['lettering that touches its edge', lettering(520), false],
  ['lettering elsewhere', lettering(900), false],
  ['a polygon around its centre', yard, true],
])('%s and the building are one place or not', (_, shape, expected) => {
  expect(overlaps(building, shape)).toBe(expected);
  expect(overlaps(shape, building)).toBe(expected);
});
