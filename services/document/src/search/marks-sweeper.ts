/** Pages whose words an earlier version of the service wrote: they get what the search finds and ranks them by. */
import type { PageTexts } from './page-text-repository.js';

/** Milliseconds between two sweeps. */
export const MARKS_SWEEP_MS = 600_000;

/** Goes on until none are left, or until it is told to stop. */
export async function markAll(texts: Pick<PageTexts, 'markSome'>, signal: AbortSignal): Promise<void> {
  while (!signal.aborted && (await texts.markSome()) > 0);
}
