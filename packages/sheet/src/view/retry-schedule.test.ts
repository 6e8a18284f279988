import { jest } from '@jest/globals';
import { RetrySchedule, retryAfterReconnect } from './retry-schedule.js';

const retry = jest.fn();
let schedule: RetrySchedule;

beforeEach(() => {
  jest.useFakeTimers();
  jest.spyOn(Math, 'random').mockReturnValue(0.5);
  retry.mockReset();
  schedule = new RetrySchedule(() => {
    retry();
    schedule.fail();
  }, 4);
  schedule.fail();
});
afterEach(() => {
  schedule.end();
  jest.useRealTimers();
  jest.restoreAllMocks();
});

describe('a retry schedule', () => {
  it('retries after growing pauses, at most as often as allowed', () => {
    const at = [999, 1, 1_999, 1, 3_999, 1, 7_999, 1, 10 * 60_000].map((milliseconds) => {
      jest.advanceTimersByTime(milliseconds);
      return retry.mock.calls.length;
    });
    expect(at).toEqual([0, 1, 1, 2, 2, 3, 3, 4, 4]);
  });

  it.each([
    ['the browser is online again', () => window.dispatchEvent(new Event('online'))],
    ['the server responds again', retryAfterReconnect],
  ])('retries at once when %s, and then after short pauses', (_when, reconnect) => {
    jest.advanceTimersByTime(10 * 60_000);
    reconnect();
    expect(retry).toHaveBeenCalledTimes(5);
    jest.advanceTimersByTime(2_000);
    expect(retry).toHaveBeenCalledTimes(6);
  });

  it('does nothing once ended', () => {
    schedule.end();
    jest.advanceTimersByTime(60_000);
    retryAfterReconnect();
    expect(retry).not.toHaveBeenCalled();
  });
});
