/** Temporary folders, removed after use, or at the next start if the process was killed. */
import { createReadStream } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { AppError, processFolder, removeLeftFolders, type Logger } from '@symbio/runtime';

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

/** Bytes of a file, opened when they are read. */
export async function* chunksIn(file: string): AsyncGenerator<Buffer> {
  for await (const chunk of createReadStream(file) as AsyncIterable<Buffer>) yield chunk;
}

export class ReceivedBytes {
  private used = 0;

  constructor(private readonly most: number) {}

  /**
   * @param work gets a function that counts the chunks of a file; they count until the work has ended
   * @throws AppError UNAVAILABLE (too_many_files_at_once) beyond the limit: a waiting upload would keep its part of the
   * disk, and two could wait for each other
   */
  async hold<T>(work: (counted: (chunks: AsyncIterable<Buffer>) => AsyncGenerator<Buffer>) => Promise<T>): Promise<T> {
    let held = 0;
    const count = (bytes: number): void => {
      if (this.used + bytes > this.most) throw tooManyAtOnce();
      this.used += bytes;
      held += bytes;
    };
    try {
      return await work(async function* (chunks) {
        for await (const chunk of chunks) {
          count(chunk.length);
          yield chunk;
        }
      });
    } finally {
      this.used -= held;
    }
  }
}

const tooManyAtOnce = (): AppError =>
  new AppError(
    'UNAVAILABLE',
    'too_many_files_at_once',
    'Too many pictures and ZIP files are being uploaded at this moment. Try again in a minute.',
  );

/** They contain project pages and geotagged photographs. */
export const removeStaleScratch = (log: Pick<Logger, 'warn'>): Promise<void> =>
  (swept ??= removeLeftFolders(KIND, log, 'could not remove temporary folders of a killed process'));
