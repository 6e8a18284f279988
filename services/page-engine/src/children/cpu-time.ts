import { readFileSync } from 'node:fs';

/** /proc reports CPU time in 1/100 s, whatever the kernel's clock. */
const TICK_MS = 10;

/** All threads; undefined on systems other than Linux and for ended processes. */
function cpuMillisOf(pid: number): number | undefined {
  let line: string;
  try {
    line = readFileSync(`/proc/${pid}/stat`, 'latin1');
  } catch {
    return undefined;
  }
  // the bracketed name may contain spaces; utime and stime are fields 14 and 15
  const fields = line.slice(line.lastIndexOf(')') + 2).split(' ');
  const ticks = Number(fields[11]) + Number(fields[12]);
  return Number.isFinite(ticks) ? ticks * TICK_MS : undefined;
}

/** Milliseconds on the clock and in the child's CPU time. */
export interface Since {
  wall: number;
  cpu: number | undefined;
}

export const momentOf = (pid: number | undefined): Since => ({
  wall: Date.now(),
  cpu: pid === undefined ? undefined : cpuMillisOf(pid),
});

/** Milliseconds. */
export const WATCH_MS = 250;

/** Whether work has exceeded its limits. CPU time is the main one: a child may wait long on a busy machine. */
export function isOver(since: Since, now: Since, cpuMs: number, wallMs: number): boolean {
  const used = since.cpu === undefined || now.cpu === undefined ? 0 : now.cpu - since.cpu;
  return used > cpuMs || now.wall - since.wall > wallMs;
}
