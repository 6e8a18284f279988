import { readFileSync } from 'node:fs';

/** Linux tells times of processes in hundredths of a second, whatever the kernel's own clock. */
const TICK_MS = 10;

/**
 * CPU milliseconds that a process has used so far, all threads; undefined where the system does not tell (anything
 * but Linux) and for a process that is gone.
 */
export function cpuMillisOf(pid: number): number | undefined {
  let line: string;
  try {
    line = readFileSync(`/proc/${pid}/stat`, 'latin1');
  } catch {
    return undefined;
  }
  // the name in brackets may hold blanks; utime and stime are the 14th and 15th fields
  const fields = line.slice(line.lastIndexOf(')') + 2).split(' ');
  const ticks = Number(fields[11]) + Number(fields[12]);
  return Number.isFinite(ticks) ? ticks * TICK_MS : undefined;
}
