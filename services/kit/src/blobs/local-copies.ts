import { randomUUID } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdir, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { LocalCopy } from './blob-store.js';

const FOLDER = /^symbio-blobs-(\d+)$/;
/** Once a process, before its first copy. */
let swept: Promise<void> | undefined;

/**
 * Copies of blobs as files below the system's temporary folder, for stores that are not on this machine. Each process
 * has a folder of its own; those of processes that died are removed when another one makes its first copy.
 */
export class LocalCopies {
  readonly #folder = path.join(tmpdir(), `symbio-blobs-${process.pid}`, randomUUID());

  /** @param name of the file, as libraries look at endings */
  async keep(body: Readable, name: string): Promise<LocalCopy> {
    swept ??= removeLeft();
    await swept;
    await mkdir(this.#folder, { recursive: true });
    const folder = await mkdtemp(path.join(this.#folder, 'copy-'));
    const release = (): Promise<void> => rm(folder, { recursive: true, force: true });
    const file = path.join(folder, name);
    try {
      await pipeline(body, createWriteStream(file));
    } catch (error) {
      await release();
      throw error;
    }
    return { path: file, release };
  }

  /** Copies that were not released go, too. */
  close(): Promise<void> {
    return rm(this.#folder, { recursive: true, force: true });
  }
}

/** In a container every process has the same number: what lies under our own is what one before us left. */
async function removeLeft(): Promise<void> {
  const names = await readdir(tmpdir());
  const left = names.filter((name) => {
    const pid = Number(FOLDER.exec(name)?.[1] ?? 0);
    return pid !== 0 && (pid === process.pid || !isAlive(pid));
  });
  await Promise.all(left.map((name) => rm(path.join(tmpdir(), name), { recursive: true, force: true })));
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
