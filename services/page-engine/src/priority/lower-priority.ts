import { readFile, writeFile } from 'node:fs/promises';
import { getPriority, setPriority } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';

/** Linux takes a session's priority ten times a second, of all sessions together, from anybody but root. */
const AGAIN = { times: 20, afterMs: 110 } as const;

/**
 * Lets others go first at the processors: before a process, and before what it starts from now on.
 *
 * Linux shares processors among sessions before it looks at processes (`kernel.sched_autogroup_enabled`, sched(7)), so that
 * the priority of a process says nothing beside those of another session. The session's own is set as well where the process
 * leads it (spawned `detached`): one that it shares with others is not its to set.
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
  if (!(await leadsSession(pid))) return true;
  for (let tries = 0; tries < AGAIN.times; tries++) {
    try {
      await writeFile(`/proc/${pid}/autogroup`, String(niceness));
      return true;
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      // a system that does not group processes by session
      if (code === 'ENOENT') return true;
      if (code !== 'EAGAIN') return false;
    }
    await sleep(AGAIN.afterMs);
  }
  return false;
}

/** Whether a session is named after this process; false on other systems than Linux. */
async function leadsSession(pid: number): Promise<boolean> {
  const status = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '');
  // proc(5): the name in brackets may hold anything; state, parent, group and session follow it
  return Number(status.slice(status.lastIndexOf(')') + 2).split(' ')[3]) === pid;
}
