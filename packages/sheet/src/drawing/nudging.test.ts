import { jest } from '@jest/globals';
import { Nudging } from './nudging.js';
import type { Nudged } from './nudging.js';

const at = (x: number) => ({ x, y: 0, width: 10, height: 10 });

describe('arrow keys that move an annotation', () => {
  let saved: Nudged[];
  let nudging: Nudging;
  beforeEach(() => {
    jest.useFakeTimers();
    saved = [];
    nudging = new Nudging((nudged) => saved.push(...nudged));
  });
  afterEach(() => jest.useRealTimers());

  it('are saved as one move after half a second without keys', () => {
    nudging.moveTo([{ key: 'a', shape: at(1) }]);
    jest.advanceTimersByTime(499);
    nudging.moveTo([{ key: 'a', shape: at(2) }]);
    jest.advanceTimersByTime(499);
    expect(saved).toEqual([]);
    expect(nudging.current).toEqual([{ key: 'a', shape: at(2) }]);
    jest.advanceTimersByTime(1);
    expect(saved).toEqual([{ key: 'a', shape: at(2) }]);
    expect(nudging.current).toEqual([]);
  });

  it('are saved immediately when flushed, and only once', () => {
    nudging.moveTo([{ key: 'a', shape: at(1) }]);
    nudging.moveTo([{ key: 'b', shape: at(5) }]);
    expect(saved).toEqual([{ key: 'a', shape: at(1) }]);
    nudging.flush();
    nudging.flush();
    jest.advanceTimersByTime(5_000);
    expect(saved).toEqual([
      { key: 'a', shape: at(1) },
      { key: 'b', shape: at(5) },
    ]);
  });
});
