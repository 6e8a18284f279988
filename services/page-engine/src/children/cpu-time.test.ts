import { isOver } from './cpu-time.js';

describe('the limits of a child', () => {
  const began = { wall: 1_000, cpu: 500 };

  it('are not exceeded while it only waits for CPU on a busy machine (DOC-34)', () => {
    expect(isOver(began, { wall: 61_000, cpu: 600 }, 20_000, 600_000)).toBe(false);
  });

  it('are exceeded once it has used up its CPU time', () => {
    expect(isOver(began, { wall: 12_000, cpu: 20_501 }, 20_000, 600_000)).toBe(true);
  });

  it('are exceeded once it has hung without using any', () => {
    expect(isOver(began, { wall: 601_001, cpu: 510 }, 20_000, 600_000)).toBe(true);
  });

  it('use only the clock without CPU times, and for an ended child', () => {
    expect(isOver({ ...began, cpu: undefined }, { wall: 61_000, cpu: 90_000 }, 20_000, 600_000)).toBe(false);
    expect(isOver(began, { wall: 601_001, cpu: undefined }, 20_000, 600_000)).toBe(true);
  });
});
