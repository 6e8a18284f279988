import { retryAfter, wait } from './retries.js';

describe('Retry-After', () => {
  it('is parsed as seconds or a date', () => {
    const now = Date.parse('2026-11-22T09:30:00Z');
    expect(retryAfter('2', now)).toBe(2_000);
    expect(retryAfter('Sun, 22 Nov 2026 09:30:05 GMT', now)).toBe(5_000);
    expect(retryAfter('Sun, 22 Nov 2026 09:00:00 GMT', now)).toBe(0);
    expect(retryAfter('soon', now)).toBeUndefined();
    expect(retryAfter(null, now)).toBeUndefined();
  });
});

describe('a pause', () => {
  it('ends after its time', async () => {
    await wait(1, new AbortController().signal);
  });

  it('ends immediately when aborted', async () => {
    const gone = new AbortController();
    const pause = wait(3_600_000, gone.signal);
    gone.abort(new Error('gone'));
    await expect(pause).rejects.toThrow('gone');
    await expect(wait(3_600_000, gone.signal)).rejects.toThrow('gone');
  });
});
