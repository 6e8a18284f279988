import { held, nextLevel, type Level } from './ramp.js';

const OPTIONS = { first: 20, factor: 1.5, precision: 0.1, most: 500 };

function ramp(capacity: number): Level[] {
  const levels: Level[] = [];
  for (;;) {
    const people = nextLevel(levels, OPTIONS);
    if (people === undefined) return levels;
    levels.push({ people, held: people <= capacity });
  }
}

describe('a ramp', () => {
  it('grows until a level fails, then narrows the range', () => {
    expect(ramp(72).map(({ people }) => people)).toEqual([20, 30, 45, 68, 102, 85, 77, 73]);
    expect(held(ramp(72))).toBe(68);
  });

  it('ends when no level is held, and when the largest is', () => {
    expect(held(ramp(0))).toBe(0);
    expect(ramp(0).at(-1)?.people).toBe(1);
    expect(held(ramp(1_000))).toBe(500);
  });

  it.each([1, 7, 33, 150, 499])('finds %i within a tenth', (capacity) => {
    const found = held(ramp(capacity));
    expect(found).toBeLessThanOrEqual(capacity);
    expect(found).toBeGreaterThanOrEqual(Math.floor(capacity * 0.88));
  });
});
