import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { StartError } from './start-error.js';

/** A data folder that is ours for now. */
export interface FolderLock {
  /** Whether it was left locked by a stack that is gone without having stopped. */
  abandoned: boolean;
  release: () => void;
}

interface Owner {
  pid: number;
  command: string;
}

const lockOf = (folder: string): string => path.join(folder, 'stack.lock');

/**
 * Takes a data folder for this process, so that a second copy of the stack ends with a sentence rather than with two
 * databases on the same files. A lock whose owner is gone counts for nothing, even if its number was given to
 * another program meanwhile.
 *
 * @throws StartError while another process has it
 */
export function lockFolder(folder: string): FolderLock {
  fs.mkdirSync(folder, { recursive: true });
  const file = lockOf(folder);
  const mine = JSON.stringify({ pid: process.pid, command: commandOf(process.pid) } satisfies Owner);
  let attempt = 0;
  for (; ; attempt++) {
    try {
      fs.writeFileSync(file, mine, { flag: 'wx' });
      break;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    }
    const owner = readOwner(file);
    if (attempt > 0 || (owner !== undefined && commandOf(owner.pid) === owner.command)) {
      const who = owner === undefined ? 'another process' : `process ${owner.pid}`;
      throw new StartError(
        `Symbio already runs on ${folder} (${who}): use that one, or end it with Ctrl-C before starting again.`,
      );
    }
    fs.rmSync(file, { force: true });
  }
  return {
    abandoned: attempt > 0,
    release: () => {
      if (readOwner(file)?.pid === process.pid) fs.rmSync(file, { force: true });
    },
  };
}

/** Whether a data folder has a lock, be its owner alive or gone. */
export const isLockedFolder = (folder: string): boolean => fs.existsSync(lockOf(folder));

/** Whether a living process has a data folder. */
export function isRunningOn(folder: string): boolean {
  const owner = readOwner(lockOf(folder));
  return owner !== undefined && commandOf(owner.pid) === owner.command;
}

function readOwner(file: string): Owner | undefined {
  try {
    return JSON.parse(fs.readFileSync(file, 'utf8')) as Owner;
  } catch {
    return undefined; // cut off by a crash while it was written: nobody's
  }
}

/** The command line of a process; empty when there is none of that number. */
function commandOf(pid: number): string {
  try {
    if (process.platform === 'linux') return fs.readFileSync(`/proc/${pid}/cmdline`, 'utf8');
    return execFileSync('ps', ['-p', String(pid), '-o', 'command='], { encoding: 'utf8' }).trim();
  } catch {
    return '';
  }
}
