import { countedPart, coverOf, OVERLAP, TILE } from './tiles.js';

describe('the tiles of a picture', () => {
  it.each([1, 31, 500, 768, 769, 1_400, 2_891, 4_135, 9_800])('cover a length of %d without gaps', (length) => {
    const { size, starts } = coverOf(length);
    expect(size % 32).toBe(0);
    expect(size).toBeLessThanOrEqual(TILE);
    expect(starts[0]).toBe(0);
    expect((starts.at(-1) ?? 0) + size).toBeGreaterThanOrEqual(length);
    for (const [index, start] of starts.slice(1).entries())
      expect((starts[index] ?? 0) + size - start).toBeGreaterThanOrEqual(OVERLAP);
  });

  it('are as few and as small as possible', () => {
    expect(coverOf(700)).toEqual({ size: 704, starts: [0] });
    expect(coverOf(1_472).starts).toHaveLength(2);
    expect(coverOf(1_473).starts).toHaveLength(3);
  });

  it('count except for the outer half of overlaps', () => {
    expect(countedPart(0, 768, 2_000)).toEqual([0, 736]);
    expect(countedPart(616, 768, 2_000)).toEqual([32, 736]);
    expect(countedPart(1_232, 768, 2_000)).toEqual([32, 768]);
    expect(countedPart(0, 32, 1)).toEqual([0, 1]);
  });
});
