import { inTemporaryFolder } from '../harness/cleanup.js';
import { childPeaks } from '../harness/processes.js';
import { markdownTable } from '../markdown-table.js';

export interface Result {
  part: string;
  name: string;
  tried: number;
  /** Answers, as `word times`. */
  answered: string;
  /** Sentences about violations. */
  faults: readonly string[];
  /** Memory, latencies of others and further observations. */
  seen: string;
  seconds: number;
}

const HEAD = ['Part', 'What', 'Tried', 'Answered', 'Faults', 'Seen', 'Seconds'];

/** A Markdown table, readable as text. */
export function resultTable(results: readonly Result[]): string {
  const rows = results.map(({ part, name, tried, answered, faults, seen, seconds }) =>
    [part, name, String(tried), answered, String(faults.length), seen, seconds.toFixed(0)].map((cell) =>
      cell.replaceAll('|', '\\|'),
    ),
  );
  return markdownTable([HEAD, ...rows]);
}

const SAMPLE_MS = 100;

/** Outcome of tries in this process and its children. */
interface Tried {
  tried: number;
  answered: string;
  /** Sentences besides the memory of the largest child. */
  seen: string;
}

/**
 * Tries hostile files in a folder of their own, and measures the memory of child processes.
 * @param mostMb megabytes that a child may hold
 */
export async function measured(
  { part, name, mostMb }: { part: string; name: string; mostMb: number },
  say: (line: string) => void,
  work: (folder: string, add: (fault: string) => void) => Promise<Tried>,
): Promise<Result> {
  const peaks = childPeaks(SAMPLE_MS);
  const began = Date.now();
  const faults: string[] = [];
  const add = (fault: string): void => {
    faults.push(fault);
    say(`  fault: ${fault}`);
  };
  const done = await inTemporaryFolder('hostile', (folder) => work(folder, add));
  const most = Math.max(0, ...peaks.stop().values());
  if (most > mostMb) add(`a child held ${most.toFixed(0)} MB, more than ${mostMb}`);
  const seconds = (Date.now() - began) / 1000;
  return { part, name, ...done, faults, seen: `largest child ${most.toFixed(0)} MB; ${done.seen}`, seconds };
}
