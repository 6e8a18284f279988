import { markdownTable } from '../markdown-table.js';

/** Result of one kind of hostile input. */
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

export function faultList(say: (line: string) => void): { faults: string[]; add: (fault: string) => void } {
  const faults: string[] = [];
  return {
    faults,
    add: (fault) => {
      faults.push(fault);
      say(`  fault: ${fault}`);
    },
  };
}
