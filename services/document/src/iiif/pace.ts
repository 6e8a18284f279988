import { AppError, LRUCache } from '@symbio/runtime';

/** Per share link; limits are spread evenly, not refused, so viewers get every tile. */
const PER_SECOND = 10;
const AT_ONCE = 20;
const MAX_WAIT_MS = 10_000;
const KNOWN = 10_000;

export interface PaceOptions {
  now: () => number;
  wait: (ms: number) => Promise<unknown>;
}

/**
 * Delays requests beyond 10 per second and name, after the first 20.
 * @throws AppError RESOURCE_EXHAUSTED beyond a wait of ten seconds
 */
export function createPace({ now, wait }: PaceOptions): (name: string) => Promise<void> {
  /** When the next request of a name is due, in milliseconds. */
  const due = new LRUCache<string, number>({ max: KNOWN });
  const interval = 1_000 / PER_SECOND;
  return async (name) => {
    const next = Math.max(now(), due.get(name) ?? 0);
    const delay = next - now() - interval * (AT_ONCE - 1);
    if (delay > MAX_WAIT_MS)
      throw new AppError(
        'RESOURCE_EXHAUSTED',
        'too_many_requests',
        'Too many requests with this share link. Please try again in a few seconds.',
      );
    due.set(name, next + interval);
    if (delay > 0) await wait(delay);
  };
}
