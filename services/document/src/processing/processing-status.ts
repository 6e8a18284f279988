/** Processing status of a document from file to evidence (OP-19). Pure functions. */
import type { ProcessingStatus } from '@symbio/proto/document/vocabulary';

export interface PageCounts {
  total: number;
  ready: number;
  failed: number;
  /** Ready and analyzed for text, year and type. */
  analyzed: number;
  /** Ready with a lifted picture that was not compared with the rendered page yet. */
  unaudited: number;
}

export function idleStatus(
  classified: boolean,
  { total, ready, failed, analyzed }: Omit<PageCounts, 'unaudited'>,
): ProcessingStatus {
  if (ready > 0) return ready + failed >= total && analyzed >= ready ? 'analysis_complete' : 'pages_ready';
  return classified ? 'classified' : 'uploaded';
}
