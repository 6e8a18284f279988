/** Temporary folders, removed after use, or at the next start if the process was killed. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { processFolder, removeLeftFolders, type Logger } from '@symbio/runtime';

const KIND = 'scratch';
/** A process may run several services. */
let swept: Promise<void> | undefined;

/** @param what part of the folder's name */
export async function inScratch<T>(what: string, work: (folder: string) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(path.join(tmpdir(), `${processFolder(KIND)}-${what}-`));
  try {
    return await work(folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** They contain project pages and geotagged photographs. */
export const removeStaleScratch = (log: Pick<Logger, 'warn'>): Promise<void> =>
  (swept ??= removeLeftFolders(KIND, log, 'could not remove temporary folders of a killed process'));
