/** Milliseconds between automatic retries. */
const RECONNECT_MS = [5_000, 10_000, 20_000, 40_000, 60_000];

/** On the browser's `online` event, after a delay, or when aborted. @param attempt from 1 */
export function nextConnection(attempt: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const done = (): void => {
      window.removeEventListener('online', done);
      signal?.removeEventListener('abort', done);
      clearTimeout(timer);
      resolve();
    };
    const timer = setTimeout(done, RECONNECT_MS[Math.min(attempt, RECONNECT_MS.length) - 1]);
    window.addEventListener('online', done);
    signal?.addEventListener('abort', done);
  });
}
