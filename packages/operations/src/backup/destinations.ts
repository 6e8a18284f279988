/** Places of archives: a file, a folder, or an S3 bucket. */
import fs from 'node:fs';
import path from 'node:path';
import { Readable } from 'node:stream';
import { openBlobStore, type BlobStore } from '@symbio/blobs';
import { OperationError } from '../command.js';
import type { ArchiveSource } from './archive-reader.js';

export interface KeptArchive {
  name: string;
  bytes: number;
}

export interface Destination {
  name: string;
  keep: (archive: AsyncIterable<Buffer>) => Promise<void>;
  source: ArchiveSource;
  /** Oldest first. */
  list: () => Promise<KeptArchive[]>;
  remove: (name: string) => Promise<void>;
  removeUnfinished: (before: Date) => Promise<number>;
  close: () => Promise<void>;
}

/** Generated names, which sort by time. */
const OWN_NAME = /^symbio-\d{4}-\d{2}-\d{2}T\d{2}-\d{2}-\d{2}Z\.tar(\.age)?$/;
/** Suffix of a file until it is complete. */
const UNFINISHED = '.unfinished';
const CONTENT_TYPE = 'application/octet-stream';

export const nameAt = (at: Date, encrypted: boolean): string =>
  `symbio-${at.toISOString().slice(0, 19).replaceAll(':', '-')}Z.tar${encrypted ? '.age' : ''}`;

const isS3 = (where: string): boolean => where.startsWith('s3://');
const isFolder = (where: string): boolean =>
  where.endsWith('/') || (fs.existsSync(where) && fs.statSync(where).isDirectory());

/**
 * Destination for a new archive: a file, a folder (existing, or ending in `/`), or `s3://bucket/prefix?…` as in
 * BLOB_URL.
 */
export function destinationOf(where: string, at: Date, encrypted: boolean): Promise<Destination> {
  if (isS3(where)) return bucket(where, nameAt(at, encrypted));
  const file = where.startsWith('file://') ? new URL(where).pathname : where;
  return Promise.resolve(inFolder(isFolder(file) ? path.join(file, nameAt(at, encrypted)) : file));
}

/**
 * Existing archive: a file, `s3://bucket/prefix/NAME?…`, or the newest one in a folder or bucket.
 *
 * @throws OperationError when it does not exist
 */
export async function archiveAt(where: string): Promise<Destination> {
  if (!isS3(where)) {
    const file = where.startsWith('file://') ? new URL(where).pathname : where;
    if (!isFolder(file)) return existing(inFolder(file));
    const newest = (await inFolder(path.join(file, 'any')).list()).at(-1);
    if (!newest) throw new OperationError(`There is no backup in ${file}.`);
    return inFolder(path.join(file, newest.name));
  }
  const url = new URL(where);
  const last = url.pathname.split('/').at(-1) ?? '';
  if (/\.tar(\.age)?$/.test(last)) {
    url.pathname = url.pathname.slice(0, -last.length);
    return bucket(url.href, last);
  }
  const newest = (await (await bucket(where, 'any')).list()).at(-1);
  if (!newest) throw new OperationError(`There is no backup in ${where.split('?')[0] ?? where}.`);
  return bucket(where, newest.name);
}

function existing(destination: Destination): Destination {
  if (!fs.existsSync(destination.name)) throw new OperationError(`There is no file ${destination.name}.`);
  return destination;
}

function inFolder(file: string): Destination {
  const folder = path.dirname(path.resolve(file));
  return {
    name: file,
    async keep(archive) {
      const draft = `${file}${UNFINISHED}`;
      try {
        fs.mkdirSync(folder, { recursive: true });
        const handle = await fs.promises.open(draft, 'w', 0o600);
        try {
          for await (const chunk of archive) await handle.writeFile(chunk);
          await handle.sync();
        } finally {
          await handle.close();
        }
        await fs.promises.rename(draft, file);
      } catch (error) {
        await fs.promises.rm(draft, { force: true }).catch(() => undefined);
        throw explain(error, folder);
      }
    },
    source: {
      name: path.basename(file),
      open: () => fs.createReadStream(file, { highWaterMark: 1024 * 1024 }) as AsyncIterable<Buffer>,
    },
    async list() {
      const found = fs.existsSync(folder) ? await fs.promises.readdir(folder) : [];
      return found
        .filter((name) => OWN_NAME.test(name))
        .sort()
        .map((name) => ({ name, bytes: fs.statSync(path.join(folder, name)).size }));
    },
    remove: (name) => fs.promises.rm(path.join(folder, name), { force: true }),
    async removeUnfinished(before) {
      const found = fs.existsSync(folder) ? await fs.promises.readdir(folder) : [];
      let removed = 0;
      for (const name of found) {
        const isDraft = name.endsWith(UNFINISHED) && OWN_NAME.test(name.slice(0, -UNFINISHED.length));
        const draft = path.join(folder, name);
        if (!isDraft || fs.statSync(draft).mtime >= before) continue;
        await fs.promises.rm(draft, { force: true });
        removed++;
      }
      return removed;
    },
    close: () => Promise.resolve(),
  };
}

/** Other errors unchanged. */
function explain(error: unknown, folder: string): unknown {
  const code = (error as NodeJS.ErrnoException | undefined)?.code;
  const refusals: Record<string, string> = {
    ENOSPC: 'the disk is full, so nothing was kept of this backup: make room or choose another place',
    EDQUOT: 'the quota is used up, so nothing was kept of this backup: make room or choose another place',
    EACCES: 'this user may not write there',
    EPERM: 'this user may not write there',
    EROFS: 'it can only be read',
    ENOTDIR: 'a part of its path is a file',
  };
  const reason = code && refusals[code];
  return reason ? new OperationError(`${folder}: ${reason}.`, { cause: error }) : error;
}

async function bucket(url: string, name: string): Promise<Destination> {
  const store = await openStore(url);
  const where = url.split('?')[0] ?? url;
  return {
    name: `${where.replace(/\/$/, '')}/${name}`,
    async keep(archive) {
      await store.put(name, Readable.from(archive), { contentType: CONTENT_TYPE, isHuge: true });
    },
    source: {
      name,
      async *open() {
        yield* (await store.createReadStream(name)) as AsyncIterable<Buffer>;
      },
    },
    async list() {
      const found: KeptArchive[] = [];
      for await (const { key, bytes } of store.list()) if (OWN_NAME.test(key)) found.push({ name: key, bytes });
      return found.sort((a, b) => (a.name < b.name ? -1 : 1));
    },
    remove: (key) => store.remove(key),
    removeUnfinished: (before) => store.removeAbandoned(before),
    close: () => store.close(),
  };
}

async function openStore(url: string): Promise<BlobStore> {
  try {
    const store = await openBlobStore(url, { secret: 'backup' });
    await store.check();
    return store;
  } catch (error) {
    throw new OperationError(
      `${url.split('?')[0]} cannot be used: ${error instanceof Error ? error.message : String(error)}`,
      { cause: error },
    );
  }
}

/** Removes all but the newest archives; returns the removed names. */
export async function keepNewest(destination: Destination, keep: number): Promise<string[]> {
  const old = (await destination.list()).slice(0, -keep);
  for (const { name } of old) await destination.remove(name);
  return old.map(({ name }) => name);
}
