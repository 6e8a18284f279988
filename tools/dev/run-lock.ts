import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { StartError } from './start-error.js';

export interface FolderLock {
  /** Whether the previous owner ended without unlocking. */
  abandoned: boolean;
  /** Records the server ports for other programs. */
  note: (ports: NotedPorts) => void;
  release: () => void;
}

export type NotedPorts = Readonly<Record<string, number>>;

interface Owner {
  pid: number;
  command: string;
  /** Missing just after locking, and in locks of earlier versions. */
  ports?: NotedPorts;
}

const lockOf = (folder: string): string => path.join(folder, 'stack.lock');

/**
 * Locks a data folder for this process, so a second stack fails instead of opening the same database files. Locks of
 * ended processes are ignored, even if their process id was reused.
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
      // atomic: a partial file would be read as unlocked
      const draft = `${file}.draft`;
      fs.writeFileSync(draft, JSON.stringify({ ...mine, ports } satisfies Owner));
      fs.renameSync(draft, file);
    },
    release: () => {
      if (readOwner(file)?.pid === process.pid) fs.rmSync(file, { force: true });
    },
  };
}

export const isLockedFolder = (folder: string): boolean => fs.existsSync(lockOf(folder));

export const isRunningOn = (folder: string): boolean => livingOwner(folder) !== undefined;

/** Undefined if none or not recorded. */
export const portsNotedIn = (folder: string): NotedPorts | undefined => livingOwner(folder)?.ports;

function livingOwner(folder: string): Owner | undefined {
  const owner = readOwner(lockOf(folder));
  return owner !== undefined && commandOf(owner.pid) === owner.command ? owner : undefined;
}

function readOwner(file: string): Owner | undefined {
  try {
    return JSON.parse(fs.readFileSync(file, 'utf8')) as Owner;
  } catch {
    return undefined; // truncated by a crash: stale
  }
}

/** Command line of a process; empty if it does not exist. */
function commandOf(pid: number): string {
  try {
    if (process.platform === 'linux') return fs.readFileSync(`/proc/${pid}/cmdline`, 'utf8');
    return execFileSync('ps', ['-p', String(pid), '-o', 'command='], { encoding: 'utf8' }).trim();
  } catch {
    return '';
  }
}
