import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import path from 'node:path';
import { cacheDir } from '../dev/paths.js';
import type { Figure } from './figures.js';

/** What every benchmark is given. */
export interface BenchRun {
  /** Repetitions of each measurement. */
  runs: number;
  /** Small files and short loads: shows that a benchmark works; goals do not apply to its figures. */
  quick: boolean;
  /** Names of the kinds of files to measure on; all when absent. */
  kinds: readonly string[] | undefined;
  /** Also profile the processes that do the work, where a benchmark knows how. */
  profile?: boolean;
  /** Progress for a person who waits. */
  log: (line: string) => void;
}

export type Bench = (run: BenchRun) => Promise<Figure[]>;

/** Files of benchmarks, and what they make on the way; everything in it can be made again. */
export const benchDir: string = path.join(cacheDir, 'bench');

/** Runs `work` with a folder of its own and removes it. */
export async function inFolder<T>(work: (folder: string) => Promise<T>): Promise<T> {
  mkdirSync(benchDir, { recursive: true });
  const folder = mkdtempSync(path.join(benchDir, 'run-'));
  try {
    return await work(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
