import { regionsOf, type Box } from './regions.js';

const SIDE = 1_000;
const SHARE = 0.15;

const contains = (outer: Box, inner: Box): boolean =>
  inner.x >= outer.x &&
  inner.y >= outer.y &&
  inner.x + inner.width <= outer.x + outer.width &&
  inner.y + inner.height <= outer.y + outer.height;

describe('regions of a page', () => {
  it('are the whole page where it is small', () =>
    expect(regionsOf({ width: 600, height: 400 }, SIDE, SHARE)).toEqual([{ x: 0, y: 0, width: 600, height: 400 }]));

  it.each([
    { width: 1_001, height: 999 },
    { width: 1_850, height: 1_851 },
    { width: 6_830, height: 8_422 },
  ])('cover a page of $width x $height, and show anything smaller than the overlap whole', (page) => {
    const regions = regionsOf(page, SIDE, SHARE);
    for (const region of regions) expect(contains({ x: 0, y: 0, ...page }, region)).toBe(true);
    const side = SIDE * SHARE - 1;
    const steps = (length: number): number[] =>
      Array.from({ length: Math.floor((length - side) / 37) }, (_, index) => index * 37);
    const cut = steps(page.width).flatMap((x) =>
      steps(page.height).filter((y) => !regions.some((one) => contains(one, { x, y, width: side, height: side }))),
    );
    expect(cut).toEqual([]);
  });

  it('are as few as cover it', () => expect(regionsOf({ width: 1_850, height: 1_000 }, SIDE, SHARE)).toHaveLength(2));
});
