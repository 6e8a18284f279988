import { writeFile } from 'node:fs/promises';
import { getPriority, setPriority } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';

/** Linux takes a session's priority ten times a second, of all sessions together, from anybody but root. */
const AGAIN = { times: 20, afterMs: 110 } as const;

/**
 * Lets others go first at the processors: a process that leads a session of its own (spawned `detached`), and what it starts
 * from now on.
 *
 * Linux shares processors among sessions before it looks at processes (`kernel.sched_autogroup_enabled`, sched(7)), so that
 * the priority of a process says nothing beside those of another session: the session's own is set as well.
 *
 * @param niceness 1 (a little) to 19 (as much as can be)
 * @returns whether the system took it. Where it did not, or the process has ended, work is slower for others and not wrong:
 *   it never rejects
 */
export async function lowerPriority(pid: number, niceness: number): Promise<boolean> {
  try {
    // who stands back further already has its children do so, and only an administrator may undo that
    setPriority(pid, Math.max(niceness, getPriority()));
  } catch {
    return false;
  }
  for (let tries = 0; tries < AGAIN.times; tries++) {
    try {
      await writeFile(`/proc/${pid}/autogroup`, String(niceness));
      return true;
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      // another system than Linux, or one that does not group processes by session
      if (code === 'ENOENT') return true;
      if (code !== 'EAGAIN') return false;
    }
    await sleep(AGAIN.afterMs);
  }
  return false;
}
