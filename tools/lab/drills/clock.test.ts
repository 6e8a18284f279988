import { shiftedDate } from './clock.js';

describe('a shifted clock', () => {
  const HOUR = 3_600_000;
  let offset = HOUR;
  const Shifted = shiftedDate(Date, () => offset);
  const about = (moment: Date | number): number => Math.round((Number(moment) - Date.now()) / HOUR);

  it('returns the shifted time from every function, and follows its offset', () => {
    expect([about(Shifted.now()), about(new Shifted()), about(Date.parse(Shifted()))]).toEqual([1, 1, 1]);
    offset = -2 * HOUR;
    expect([about(Shifted.now()), about(new Shifted())]).toEqual([-2, -2]);
  });

  it('does not change given dates', () => {
    expect(new Shifted('2026-11-23T10:00:00.000Z').toISOString()).toBe('2026-11-23T10:00:00.000Z');
    expect(new Shifted(2026, 10, 23).getMonth()).toBe(10);
    expect(Shifted.UTC(1970, 0, 1)).toBe(0);
    expect(new Shifted()).toBeInstanceOf(Date);
    expect(new Date()).toBeInstanceOf(Shifted);
  });
});
