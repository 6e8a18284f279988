import { createdRange } from './date-ranges.js';

/** 2026-03-10 03:30 in UTC is still 9 March in New York. */
const now = new Date('2026-03-10T03:30:00.000Z');

describe('the dashboard’s date filter (PROJ-08, OP-03)', () => {
  it.each([
    ['all', 'America/New_York', undefined, undefined],
    ['last7days', 'America/New_York', '2026-03-03T05:00:00.000Z', undefined],
    ['last7days', 'UTC', '2026-03-04T00:00:00.000Z', undefined],
    // 8 February precedes daylight saving time, so midnight is UTC-5
    ['last30days', 'America/New_York', '2026-02-08T05:00:00.000Z', undefined],
    ['thisMonth', 'America/New_York', '2026-03-01T05:00:00.000Z', undefined],
    ['lastMonth', 'America/New_York', '2026-02-01T05:00:00.000Z', '2026-03-01T05:00:00.000Z'],
    ['lastMonth', 'Asia/Tokyo', '2026-01-31T15:00:00.000Z', '2026-02-28T15:00:00.000Z'],
  ])('%s in %s begins and ends at that zone’s midnight', (value, zone, from, to) => {
    const range = createdRange(value, zone, now);
    expect(range.from?.toISOString()).toBe(from);
    expect(range.to?.toISOString()).toBe(to);
  });

  it('rejects other values and zones with an error message', () => {
    expect(() => createdRange('yesterday', 'UTC', now)).toThrow('created must be one of');
    expect(() => createdRange('toString', 'UTC', now)).toThrow('created must be one of');
    expect(() => createdRange('all', 'Mars/Olympus', now)).toThrow('"Mars/Olympus" is not a timezone');
  });
});
