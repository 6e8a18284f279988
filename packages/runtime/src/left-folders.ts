import { readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Logger } from './logger.js';

/** Temporary folder name of a process; a suffix may follow a hyphen. */
export const processFolder = (kind: string): string => `symbio-${kind}-${process.pid}`;

/**
 * Removes temporary folders of killed processes. In containers all processes have the same id: call this before
 * creating the first one. Failures (foreign owners) only cost disk space.
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
    // the process exists but belongs to another user
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}
