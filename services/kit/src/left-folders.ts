import { readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Logger } from './logger.js';

/** What a folder of a process is called below the system's temporary one; names may go on after a hyphen. */
export const processFolder = (kind: string): string => `symbio-${kind}-${process.pid}`;

/**
 * Removes the folders below the system's temporary one that processes left when they were killed. In a container every process
 * has the same number: what lies under our own is what one before us left, so that this comes before a process makes its first.
 * One that cannot be removed, somebody else's for example, takes room, and nothing else.
 *
 * @param kind as in {@link processFolder}: letters and hyphens
 * @param log is told what could not be removed
 * @param sentence says it there
 * @throws Error when the temporary folder cannot be read
 */
export async function removeLeftFolders(
  kind: string,
  log: Pick<Logger, 'warn'> | undefined,
  sentence: string,
): Promise<void> {
  const named = new RegExp(`^symbio-${kind}-(\\d+)(?:-|$)`);
  const left = (await readdir(tmpdir())).filter((name) => {
    const pid = Number(named.exec(name)?.[1] ?? 0);
    return pid !== 0 && (pid === process.pid || !isAlive(pid));
  });
  await Promise.all(
    left.map(async (name) => {
      const folder = path.join(tmpdir(), name);
      await rm(folder, { recursive: true, force: true }).catch((error: unknown) =>
        log?.warn({ err: error, folder }, sentence),
      );
    }),
  );
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
