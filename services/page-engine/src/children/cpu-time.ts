import { readFileSync } from 'node:fs';

/** Linux tells times of processes in hundredths of a second, whatever the kernel's own clock. */
const TICK_MS = 10;

/**
 * CPU milliseconds that a process has used so far, all threads; undefined where the system does not tell (anything
 * but Linux) and for a process that is gone.
 */
function cpuMillisOf(pid: number): number | undefined {
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

/** A moment on the clock and in a child's CPU time, milliseconds. */
export interface Since {
  wall: number;
  /** undefined where the system does not tell */
  cpu: number | undefined;
}

/** Now, for a child that may not have been started yet. */
export const momentOf = (pid: number | undefined): Since => ({
  wall: Date.now(),
  cpu: pid === undefined ? undefined : cpuMillisOf(pid),
});

/** Milliseconds between two looks at a child's CPU time. */
export const WATCH_MS = 250;

/**
 * Whether what began at `since` has used up its CPU time, or has stood for much longer than it may. On a busy machine a
 * child may wait for its turn for long, which is no fault of its file.
 *
 * @param cpuMs CPU time it may use
 * @param wallMs time on the clock that it may take
 */
export function isOver(since: Since, now: Since, cpuMs: number, wallMs: number): boolean {
  const used = since.cpu === undefined || now.cpu === undefined ? 0 : now.cpu - since.cpu;
  return used > cpuMs || now.wall - since.wall > wallMs;
}
