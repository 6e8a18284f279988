import { randomUUID } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { processFolder, removeLeftFolders } from '../left-folders.js';
import type { Logger } from '../logger.js';
import type { LocalCopy } from './blob-store.js';
import { isDiskFull, storeFull } from './store-faults.js';

const KIND = 'blobs';
const LEFT = 'copies of files that a dead process left could not be removed';
/** Once a process, before its first copy; again when the temporary folder could not be looked at. */
let swept: Promise<void> | undefined;

/**
 * Copies of blobs as files below the system's temporary folder, for stores that are not on this machine. Each process
 * has a folder of its own; those of processes that died are removed when another one makes its first copy.
 */
export class LocalCopies {
  readonly #folder = path.join(tmpdir(), processFolder(KIND), randomUUID());

  /** @param log is told what could not be removed of processes that died */
  constructor(private readonly log?: Pick<Logger, 'warn'>) {}

  /**
   * @param body is read to its end, or destroyed
   * @param name of the file, as libraries look at endings
   * @throws AppError UNAVAILABLE `storage_full` when this machine has no room for the copy
   */
  async keep(body: Readable, name: string): Promise<LocalCopy> {
    try {
      return await this.#keep(body, name);
    } catch (error) {
      // without this an answer that nobody reads would hold its connection to the store
      body.destroy();
      throw isDiskFull(error) ? storeFull(error) : error;
    }
  }

  async #keep(body: Readable, name: string): Promise<LocalCopy> {
    swept ??= removeLeftFolders(KIND, this.log, LEFT).catch((error: unknown) => {
      swept = undefined;
      throw error;
    });
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
