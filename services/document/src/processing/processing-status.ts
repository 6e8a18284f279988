/** Status from file to evidence (OP-19). Pure functions. */
import type { ProcessingStatus } from '@symbio/proto/document/vocabulary';

export interface PageCounts {
  total: number;
  ready: number;
  failed: number;
  analyzed: number;
  /** Lifted pictures not yet compared with the rendered page. */
  unaudited: number;
}

export function idleStatus(
  classified: boolean,
  { total, ready, failed, analyzed }: Omit<PageCounts, 'unaudited'>,
): ProcessingStatus {
  if (ready > 0) return ready + failed >= total && analyzed >= ready ? 'analysis_complete' : 'pages_ready';
  return classified ? 'classified' : 'uploaded';
}
