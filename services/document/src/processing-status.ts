/** Where a document is on its way from file to evidence (OP-19), as plain functions of what is known about it. */
import type { ProcessingStatus } from '@symbio/proto/document/vocabulary';

/** How many pages of a document are how far. */
export interface PageCounts {
  total: number;
  ready: number;
  failed: number;
  /** Ready ones whose text, year and type were looked for. */
  analyzed: number;
  /** Ready ones whose picture was taken over and not compared with the page as it is drawn yet. */
  unaudited: number;
}

/** What a document is while no job has it. */
export function restingStatus(
  classified: boolean,
  { total, ready, failed, analyzed }: Omit<PageCounts, 'unaudited'>,
): ProcessingStatus {
  if (ready > 0) return ready + failed >= total && analyzed >= ready ? 'analysis_complete' : 'pages_ready';
  return classified ? 'classified' : 'uploaded';
}
