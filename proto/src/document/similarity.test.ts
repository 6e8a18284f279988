import fc from 'fast-check';
import { apply, degreesOf, fitSimilarity, inverse, misfit, sameWidth, scaleOf, type Similarity } from './similarity.js';

const initial: Similarity = { re: 1, im: 0, x: 0, y: 0 };
const turned = (scale: number, degrees: number, x: number, y: number): Similarity => ({
  re: scale * Math.cos((degrees * Math.PI) / 180),
  im: scale * Math.sin((degrees * Math.PI) / 180),
  x,
  y,
});

describe('Aligning two sheets', () => {
  it('by two points gives their scale, angle and place exactly', () => {
    const fit = fitSimilarity(
      [
        { from: { x: 100, y: 100 }, to: { x: 1000, y: 500 } },
        // 200 px right on one sheet are 400 px down on the other: a clockwise quarter turn, twice as large
        { from: { x: 300, y: 100 }, to: { x: 1000, y: 900 } },
      ],
      initial,
    );
    expect(scaleOf(fit)).toBeCloseTo(2, 12);
    expect(degreesOf(fit)).toBeCloseTo(90, 12);
    const there = apply(fit, { x: 100, y: 200 });
    expect(there.x).toBeCloseTo(800, 9);
    expect(there.y).toBeCloseTo(500, 9);
  });

  it('by more points finds any turn, stretch and move, and they come back by its inverse', () => {
    const coordinate = fc.double({ min: -8000, max: 8000, noNaN: true });
    fc.assert(
      fc.property(
        fc.double({ min: 0.05, max: 20, noNaN: true }),
        fc.double({ min: -179, max: 179, noNaN: true }),
        coordinate,
        coordinate,
        (scale, degrees, x, y) => {
          const truth = turned(scale, degrees, x, y);
          const points = [
            { x: 10, y: 20 },
            { x: 6000, y: 100 },
            { x: 3000, y: 7000 },
          ];
          const pairs = points.map((from) => ({ from, to: apply(truth, from) }));
          const fit = fitSimilarity(pairs, initial);
          expect(scaleOf(fit)).toBeCloseTo(scale, 6);
          expect(degreesOf(fit)).toBeCloseTo(degrees, 6);
          expect(misfit(pairs, fit)).toBeLessThan(1e-6 * scale * 8000);
          for (const { from, to } of pairs) {
            const back = apply(inverse(fit), to);
            expect(Math.hypot(back.x - from.x, back.y - from.y)).toBeLessThan(1e-6 * 8000);
          }
        },
      ),
    );
  });

  it('spreads the error of points that do not agree, and says how large it is', () => {
    const pairs = [
      { from: { x: 0, y: 0 }, to: { x: 0, y: 0 } },
      { from: { x: 100, y: 0 }, to: { x: 100, y: 0 } },
      { from: { x: 0, y: 100 }, to: { x: 0, y: 100 } },
      { from: { x: 100, y: 100 }, to: { x: 108, y: 100 } },
    ];
    const fit = fitSimilarity(pairs, initial);
    expect(misfit(pairs, fit)).toBeGreaterThan(0);
    for (const key of ['re', 'im', 'x', 'y'] as const)
      for (const step of [-1e-3, 1e-3])
        expect(misfit(pairs, { ...fit, [key]: fit[key] + step })).toBeGreaterThan(misfit(pairs, fit));
  });

  it('by one point only moves, and points on one spot say nothing of scale and angle', () => {
    const given = turned(1.5, 30, 0, 0);
    const one = [{ from: { x: 100, y: 100 }, to: { x: 700, y: 20 } }];
    for (const pairs of [one, [...one, ...one]]) {
      const fit = fitSimilarity(pairs, given);
      expect(scaleOf(fit)).toBeCloseTo(1.5, 12);
      expect(degreesOf(fit)).toBeCloseTo(30, 12);
      expect(misfit(pairs, fit)).toBeCloseTo(0, 9);
    }
  });

  it('starts with both sheets at the same width, middle on middle', () => {
    const fit = sameWidth({ width: 1000, height: 1200 }, { width: 2000, height: 2000 });
    expect(apply(fit, { x: 500, y: 600 })).toEqual({ x: 1000, y: 1000 });
    expect(apply(fit, { x: 0, y: 600 })).toEqual({ x: 0, y: 1000 });
    expect(fitSimilarity([], fit)).toBe(fit);
  });
});
