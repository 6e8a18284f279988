/** Milliseconds `eventually` waits before it gives up: much longer than anything takes, for machines are busy at times. */
const PATIENCE_MS = 60_000;

/** Milliseconds between two looks, the first and the longest: what takes long is not looked at as often, for a look costs time, too. */
const LOOK_MS = { first: 10, most: 150 };

/**
 * Waits until `check` stops throwing; rejects with its last error. For effects that arrive by event.
 *
 * @param patienceMs more for what child processes work on: on a loaded machine their start alone can take as long
 * @param look milliseconds between two looks, the first and the longest
 */
export async function eventually<T>(
  check: () => Promise<T> | T,
  patienceMs = PATIENCE_MS,
  look: { first: number; most: number } = LOOK_MS,
): Promise<T> {
  const end = Date.now() + patienceMs;
  for (let wait = look.first; ; wait = Math.min(wait * 1.3, look.most)) {
    try {
      return await check();
    } catch (error) {
      if (Date.now() > end) throw error;
      await new Promise((resolve) => setTimeout(resolve, wait));
    }
  }
}
