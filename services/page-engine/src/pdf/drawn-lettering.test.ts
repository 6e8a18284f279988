import { drawnLettering, type DrawnPath } from './drawn-lettering.js';

const PIXELS_PER_INCH = 200;

/** Letters of different shapes on one line. */
const word = (count: number, x: number, y: number, points = 20, filled = true): DrawnPath[] =>
  Array.from({ length: count }, (_, at) => ({
    ...{ x: x + at * 30, y, width: 14 + (at % 4) * 3, height: 30, filled },
    points: points + (at % 5) - 2,
  }));

const lines = (count: number, points?: number, filled?: boolean): DrawnPath[] =>
  Array.from({ length: count }, (_, at) => word(10, 100, 100 + at * 200, points, filled)).flat();

const turned = ({ x, y, width, height, ...rest }: DrawnPath): DrawnPath => ({
  ...{ x: y, y: x, width: height, height: width },
  ...rest,
});

describe('lettering without text', () => {
  const around = { x: 100, y: 100, width: 290, height: 830 };

  it.each([
    ['of outlines', lines(5), around],
    ['of strokes', lines(5, 5, false), around],
    ['turned', lines(5).map(turned), { x: 100, y: 100, width: 830, height: 290 }],
    [
      'of whole words',
      Array.from({ length: 5 }, (_, at): DrawnPath => ({
        ...{ x: 100, y: 100 + at * 200, width: 290, height: 30, points: 240, filled: true },
      })),
      around,
    ],
  ])('%s is found', (_what, paths, expected) => {
    const found = drawnLettering(paths, PIXELS_PER_INCH);
    expect(found).toMatchObject({ area: { x: expected.x, y: expected.y }, mayBeLogo: false });
    expect(Math.abs((found?.area.width ?? 0) - expected.width)).toBeLessThan(20);
    expect(Math.abs((found?.area.height ?? 0) - expected.height)).toBeLessThan(20);
  });

  it('of one word may be a logo', () => {
    expect(drawnLettering(word(8, 100, 100), PIXELS_PER_INCH)).toMatchObject({ mayBeLogo: true });
  });

  it.each([
    ['a few symbols', word(7, 100, 100)],
    ['equal marks', lines(5).map((path) => ({ ...path, points: 12, width: 20 }))],
    ['houses', lines(5).map((path, at) => ({ ...path, points: 6, width: 40 + (at % 5), height: 30 + (at % 3) * 15 }))],
    ['scattered symbols', lines(5).map((path, at) => ({ ...path, y: path.y + (at % 7) * 23 }))],
    ['large shapes', lines(5).map((path) => ({ ...path, height: 300 }))],
  ])('is not %s', (_what, paths) => {
    expect(drawnLettering(paths, PIXELS_PER_INCH)).toBeUndefined();
  });
});
