/** Report of all attempts. */
import { markdownTable } from '../lab/markdown-table.js';

/** One kind of hostile input. */
export interface Result {
  part: string;
  /** Description in a few words. */
  name: string;
  tried: number;
  /** How it was answered, as `word: times`. */
  answered: string;
  /** Sentences about what must not be. */
  faults: readonly string[];
  /** Memory, times of others and what else was seen. */
  seen: string;
  seconds: number;
}

/** `word 3, other 1`, the most frequent first. */
export function counted(words: Iterable<string>): string {
  const counts = new Map<string, number>();
  for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1);
  return [...counts]
    .sort(([, a], [, b]) => b - a)
    .map(([word, count]) => `${word} ${count}`)
    .join(', ');
}

const HEAD = ['Part', 'What', 'Tried', 'Answered', 'Faults', 'Seen', 'Seconds'];

/** A Markdown table, readable as text. */
export function table(results: readonly Result[]): string {
  const rows = results.map(({ part, name, tried, answered, faults, seen, seconds }) =>
    [part, name, String(tried), answered, String(faults.length), seen, seconds.toFixed(0)].map((cell) =>
      cell.replaceAll('|', '\\|'),
    ),
  );
  return markdownTable([HEAD, ...rows]);
}
