/** Rebuilds the index of pages of earlier versions. */
import type { PageTexts } from './page-text-repository.js';

export const MARKS_SWEEP_MS = 600_000;

export async function rebuildMarks(texts: Pick<PageTexts, 'rebuildSomeMarks'>, signal: AbortSignal): Promise<void> {
  while (!signal.aborted && (await texts.rebuildSomeMarks()) > 0);
}
