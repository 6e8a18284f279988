/** Rebuilds the search index of pages written by earlier versions. */
import type { PageTexts } from './page-texts.js';

export const MARKS_SWEEP_MS = 600_000;

/** Runs until all are done or `signal` aborts. */
export async function rebuildMarks(texts: Pick<PageTexts, 'rebuildSomeMarks'>, signal: AbortSignal): Promise<void> {
  while (!signal.aborted && (await texts.rebuildSomeMarks()) > 0);
}
