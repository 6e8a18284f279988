import { setImmediate } from 'node:timers/promises';

/** Milliseconds of work before yielding to the event loop. */
const SLICE_MS = 20;

/**
 * Collects a generator's values in slices of a few milliseconds: a page has thousands of words, and the process must
 * stay responsive.
 */
export async function inSlices<T>(
  work: Iterable<readonly T[]>,
  pause: () => Promise<unknown> = () => setImmediate(),
  sliceMs = SLICE_MS,
): Promise<T[]> {
  const found: T[] = [];
  let sliceEnd = performance.now() + sliceMs;
  for (const some of work) {
    found.push(...some);
    if (performance.now() < sliceEnd) continue;
    await pause();
    sliceEnd = performance.now() + sliceMs;
  }
  return found;
}
