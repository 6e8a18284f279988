/** Folders for files that are worked on: they end with the work, or, when their process was killed, with the next one. */
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Logger } from '@symbio/kit';

const FOLDER = /^symbio-scratch-(\d+)-/;
/** Once a process, before its first folder: several services may be started in one. */
let swept: Promise<void> | undefined;

/**
 * A folder of its own below the system's temporary one while something is worked on.
 * @param what part of its name
 */
export async function inScratch<T>(what: string, work: (folder: string) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(path.join(tmpdir(), `symbio-scratch-${process.pid}-${what}-`));
  try {
    return await work(folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Removes the folders of processes that were killed: pages of projects, and photographs with their places, lie in them. */
export const removeLeftScratch = (log: Pick<Logger, 'warn'>): Promise<void> => (swept ??= removeLeft(log));

async function removeLeft(log: Pick<Logger, 'warn'>): Promise<void> {
  const names = await readdir(tmpdir());
  for (const name of names) {
    const pid = Number(FOLDER.exec(name)?.[1] ?? 0);
    // in a container every process has the same number: what has our own is what one before us left
    if (pid === 0 || (pid !== process.pid && isAlive(pid))) continue;
    try {
      await rm(path.join(tmpdir(), name), { recursive: true, force: true });
    } catch (error) {
      // that of somebody else on this machine is no reason not to start
      log.warn({ err: error, folder: name }, 'what a process that was killed left could not be removed');
    }
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // somebody else's process is alive as well
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}
