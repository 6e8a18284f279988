/** Timeout of `eventually` in milliseconds: generous for busy machines. */
const PATIENCE_MS = 60_000;

/** First and longest polling interval in milliseconds: increases, because checks cost time. */
const LOOK_MS = { first: 10, most: 150 };

/**
 * Waits until `check` stops throwing; rejects with its last error. For effects of events.
 * @param patienceMs longer for child processes, whose start can take a minute
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
