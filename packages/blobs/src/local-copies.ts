import { randomUUID } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { processFolder, removeLeftFolders, type Logger } from '@symbio/runtime';
import type { LocalCopy } from './blob-store.js';
import { isDiskFull, storeFull } from './store-faults.js';

const KIND = 'blobs';
const LEFT = 'copies of files that a dead process left could not be removed';
/** Runs once per process, before its first copy; again if the temporary folder could not be read. */
let swept: Promise<void> | undefined;

/** Local copies of blobs in the system's temporary folder, for remote stores. */
export class LocalCopies {
  readonly #folder = path.join(tmpdir(), processFolder(KIND), randomUUID());

  /** @param log receives failures to remove folders of dead processes */
  constructor(private readonly log?: Pick<Logger, 'warn'>) {}

  /**
   * @param body is consumed or destroyed
   * @param name file name; libraries look at the extension
   * @throws AppError UNAVAILABLE `storage_full`
   */
  async keep(body: Readable, name: string): Promise<LocalCopy> {
    try {
      return await this.#keep(body, name);
    } catch (error) {
      // an unread response would hold its connection to the store
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

  /** Also removes copies that were not released. */
  close(): Promise<void> {
    return rm(this.#folder, { recursive: true, force: true });
  }
}
