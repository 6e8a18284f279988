import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { StartError } from './start-error.js';

/** A data folder that is ours for now. */
export interface FolderLock {
  /** Whether it was left locked by a stack that is gone without having stopped. */
  abandoned: boolean;
  /** Says where the stack's servers listen, for programs that look for them while it runs. */
  note: (ports: NotedPorts) => void;
  release: () => void;
}

/** Ports of the servers that a stack has of its own, by name. */
export type NotedPorts = Readonly<Record<string, number>>;

interface Owner {
  pid: number;
  command: string;
  /** Missing in the first moments, and in locks of earlier versions. */
  ports?: NotedPorts;
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
  const mine: Owner = { pid: process.pid, command: commandOf(process.pid) };
  let attempt = 0;
  for (; ; attempt++) {
    try {
      fs.writeFileSync(file, JSON.stringify(mine), { flag: 'wx' });
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
    note: (ports) => {
      // whole or not at all: who reads half of it takes the folder for free
      const draft = `${file}.draft`;
      fs.writeFileSync(draft, JSON.stringify({ ...mine, ports } satisfies Owner));
      fs.renameSync(draft, file);
    },
    release: () => {
      if (readOwner(file)?.pid === process.pid) fs.rmSync(file, { force: true });
    },
  };
}

/** Whether a data folder has a lock, be its owner alive or gone. */
export const isLockedFolder = (folder: string): boolean => fs.existsSync(lockOf(folder));

/** Whether a living process has a data folder. */
export const isRunningOn = (folder: string): boolean => livingOwner(folder) !== undefined;

/** Where the servers of the stack listen that runs on a data folder; undefined where none does, or it did not say. */
export const portsNotedIn = (folder: string): NotedPorts | undefined => livingOwner(folder)?.ports;

function livingOwner(folder: string): Owner | undefined {
  const owner = readOwner(lockOf(folder));
  return owner !== undefined && commandOf(owner.pid) === owner.command ? owner : undefined;
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
