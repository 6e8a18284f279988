import { readFile, writeFile } from 'node:fs/promises';
import { getPriority, setPriority } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';

/** Non-root users may change ten session priorities per second, system-wide. */
const AGAIN = { times: 20, afterMs: 110 } as const;

/**
 * Lowers the CPU priority of a process and its future children. Linux divides CPU among sessions first
 * (`kernel.sched_autogroup_enabled`, sched(7)). Therefore also sets the session's priority if the process leads it
 * (spawned `detached`).
 * @param niceness 1 (low) to 19 (maximum) Never rejects: a failure only slows down other work
 */
export async function lowerPriority(pid: number, niceness: number): Promise<boolean> {
  try {
    // niceness is inherited, and only root may lower it
    setPriority(pid, Math.max(niceness, getPriority()));
  } catch {
    return false;
  }
  if (!(await leadsSession(pid))) return true;
  for (let tries = 0; tries < AGAIN.times; tries++) {
    try {
      await writeFile(`/proc/${pid}/autogroup`, String(niceness));
      return true;
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      // the system has no session groups
      if (code === 'ENOENT') return true;
      if (code !== 'EAGAIN') return false;
    }
    await sleep(AGAIN.afterMs);
  }
  return false;
}

/** False except on Linux. */
async function leadsSession(pid: number): Promise<boolean> {
  const status = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '');
  // proc(5): state, parent, group and session follow the bracketed name
  return Number(status.slice(status.lastIndexOf(')') + 2).split(' ')[3]) === pid;
}
