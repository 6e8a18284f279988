import { setImmediate } from 'node:timers/promises';

/** Milliseconds of work after which whoever else waits for the process comes first. */
const SLICE_MS = 20;

/**
 * All that a generator yields, worked out in slices of a few milliseconds: a page has thousands of words, and the process has
 * to answer meanwhile.
 *
 * @param pause lets others do their work
 * @param sliceMs milliseconds of work between two pauses
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
