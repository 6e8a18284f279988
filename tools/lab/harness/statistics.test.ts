import { percentile } from './statistics.js';

describe('a percentile', () => {
  const hundred = Array.from({ length: 100 }, (_, i) => 100 - i);

  it('is the value that the given percentage does not exceed', () => {
    expect(percentile(hundred, 99)).toBe(99);
    expect(percentile(hundred, 50)).toBe(50);
    expect(percentile(hundred, 100)).toBe(100);
  });

  it('of few values is one of them', () => {
    expect(percentile([10, 2, 1], 99)).toBe(10);
    expect(percentile([10, 2, 1], 50)).toBe(2);
    expect(percentile([5], 1)).toBe(5);
  });

  it('of no values is undefined', () => {
    expect(percentile([], 99)).toBeUndefined();
  });

  it('outside 0 to 100 is an error', () => {
    expect(() => percentile([1], 0)).toThrow('above 0');
    expect(() => percentile([1], 101)).toThrow('at most 100');
  });
});
