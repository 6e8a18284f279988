import path from 'node:path';
import { cacheDir } from '../../dev/paths.js';
import type { Figure } from './figures.js';

export interface BenchRun {
  /** Repetitions of each measurement. */
  runs: number;
  /** Small files and short loads: shows that a benchmark works; goals do not apply. */
  quick: boolean;
  /** Names of the kinds of files to measure on; all when absent. */
  kinds?: readonly string[] | undefined;
  /** Also writes profiles of the product's processes. */
  profile?: boolean;
  log: (line: string) => void;
}

export type Bench = (run: BenchRun) => Promise<Figure[]>;

/** Files of benchmarks; everything in it can be made again. */
export const benchDir: string = path.join(cacheDir, 'bench');
