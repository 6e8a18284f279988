import { slope, trend, type Point } from './slope.js';

const points = (count: number, of: (at: number) => number): Point[] =>
  Array.from({ length: count }, (_, n) => ({ at: n * 10, value: of(n * 10) }));
/** Deterministic sawtooth, like memory between garbage collections. */
const tooth = (at: number): number => (at % 70) / 10;
const LIMITS = { share: 0.1, atLeast: 10 };

describe('a trend', () => {
  it('is the median slope of pairs of points, insensitive to peaks', () => {
    expect(slope(points(50, (at) => 3 + at * 0.5))).toBeCloseTo(0.5);
    expect(slope(points(50, (at) => (at % 100 === 0 ? 500 : at * 0.5)))).toBeCloseTo(0.5, 1);
    expect(slope([])).toBe(0);
  });

  it('is level for a sawtooth, a peak, and a value that settles', () => {
    expect(
      trend(
        points(100, (at) => 100 + tooth(at)),
        LIMITS,
      ).grows,
    ).toBe(false);
    expect(
      trend(
        points(100, (at) => (at > 400 && at < 600 ? 300 : 100)),
        LIMITS,
      ).grows,
    ).toBe(false);
    expect(
      trend(
        points(100, (at) => Math.min(150, 100 + at / 4)),
        LIMITS,
      ).grows,
    ).toBe(false);
  });

  it('grows where every minute adds to the value', () => {
    const leak = trend(
      points(100, (at) => 100 + at / 20 + tooth(at)),
      LIMITS,
    );
    expect(leak.grows).toBe(true);
    expect(leak.to - leak.from).toBeCloseTo(50, -1);
  });

  it('needs growth above the limit', () => {
    expect(
      trend(
        points(100, (at) => 5 + at / 200),
        LIMITS,
      ).grows,
    ).toBe(false);
    expect(
      trend(
        points(100, (at) => 1_000 + at / 20),
        LIMITS,
      ).grows,
    ).toBe(false);
  });
});
