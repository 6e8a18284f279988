/** Folders for files that are worked on: they end with the work, or, when their process was killed, with the next one. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { processFolder, removeLeftFolders, type Logger } from '@symbio/kit';

const KIND = 'scratch';
/** Once a process, before its first folder: several services may be started in one. */
let swept: Promise<void> | undefined;

/**
 * A folder of its own below the system's temporary one while something is worked on.
 * @param what part of its name
 */
export async function inScratch<T>(what: string, work: (folder: string) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(path.join(tmpdir(), `${processFolder(KIND)}-${what}-`));
  try {
    return await work(folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Removes the folders of processes that were killed: pages of projects, and photographs with their places, lie in them. */
export const removeLeftScratch = (log: Pick<Logger, 'warn'>): Promise<void> =>
  (swept ??= removeLeftFolders(KIND, log, 'what a process that was killed left could not be removed'));
