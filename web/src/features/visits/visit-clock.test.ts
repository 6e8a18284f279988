import { jest } from '@jest/globals';
import { act, renderHook } from '@testing-library/react';
import { useVisitClock } from './visit-clock.js';
import type { SiteVisit } from './visit-status.js';

const visitOn = (visit_date: string): SiteVisit => ({
  id: visit_date,
  project_id: 'p-1',
  visit_date,
  visit_time: null,
  access_granted: true,
  access_notes: null,
  findings: null,
  photos: [],
  weather_conditions: null,
  investigator_id: null,
  investigator: null,
  updated_at: '2025-10-01T16:00:00.000Z',
});

describe('the clock of visits', () => {
  beforeEach(() => jest.useFakeTimers({ now: new Date('2025-10-03T08:00:00') }));
  afterEach(() => jest.useRealTimers());

  it('advances when the next visit begins, also beyond the maximum timer delay (VISIT-05, VISIT-06)', () => {
    const visits = [visitOn('2025-11-20'), visitOn('2025-10-03'), visitOn('soon'), visitOn('2025-09-01')];
    const { result } = renderHook(() => useVisitClock(visits));
    const opened = result.current;
    act(() => jest.advanceTimersByTime(3_599_000));
    expect(result.current).toBe(opened);
    act(() => jest.advanceTimersByTime(1_000));
    expect(result.current).toEqual(new Date('2025-10-03T09:00:00'));
    for (let day = 0; day < 60; day += 1) act(() => jest.advanceTimersByTime(24 * 3_600_000));
    expect(result.current).toEqual(new Date('2025-11-20T09:00:00'));
    // no future visit
    expect(jest.getTimerCount()).toBe(0);
  });
});
