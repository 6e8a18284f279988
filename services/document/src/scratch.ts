/** Temporary folders, removed after use or, if the process was killed, by the next process. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { processFolder, removeLeftFolders, type Logger } from '@symbio/runtime';

const KIND = 'scratch';
/** Once per process, before its first folder: a process may run several services. */
let swept: Promise<void> | undefined;

/**
 * Runs `work` with a temporary folder.
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

/** Removes folders of killed processes: they contain project pages and geotagged photographs. */
export const removeLeftScratch = (log: Pick<Logger, 'warn'>): Promise<void> =>
  (swept ??= removeLeftFolders(KIND, log, 'what a process that was killed left could not be removed'));
