import { createHash, randomUUID } from 'node:crypto';
import { constants, createReadStream } from 'node:fs';
import {
  access,
  copyFile,
  link,
  mkdir,
  open,
  readdir,
  rename,
  rm,
  stat,
  statfs,
  unlink,
  writeFile,
} from 'node:fs/promises';
import path from 'node:path';
import { Readable } from 'node:stream';
import {
  BlobError,
  type BlobStat,
  type BlobStore,
  type ByteRange,
  checkBlobKey,
  type LocalCopy,
  type PutOptions,
  type StoredBlob,
} from './blob-store.js';
import {
  codeOf,
  isMissing,
  listFolder,
  readContentType,
  sidecarOf,
  statIfThere,
  syncFile,
  syncNames,
} from './folder-files.js';
import { OpenFiles } from './open-files.js';
import { signedAddresses, type SigningOptions } from './signed-addresses.js';
import { isDiskFull, storeFull, storeUnavailable } from './store-faults.js';

export interface FolderStoreOptions extends SigningOptions {
  /** Absolute path of the root folder. */
  dir: string;
  openFiles?: number;
  /** Free bytes below which the store counts as full. */
  minFree?: number;
}

/**
 * Sheets viewed on one machine in the same minute. Opening a file costs 0.2 ms, a read 0.06 (2 x AMD EPYC, November
 * 2026), so more open files would only hold descriptors.
 */
const OPEN_FILES = 64;
/** Folder of unfinished writes, so leftovers are found without listing every blob. */
const UPLOADS = '.uploads';
const MIB = 1024 * 1024;

/**
 * Blobs as plain files below one folder. `.name.json` next to `name` holds the content type; a body streams into
 * `.uploads/{uuid}.tmp`. Keys cannot start with a dot, so neither is addressable as a blob.
 */
export function createFolderStore(options: FolderStoreOptions): BlobStore {
  const root = path.resolve(options.dir);
  const uploads = path.join(root, UPLOADS);
  const addresses = signedAddresses(options);
  const files = new OpenFiles(options.openFiles ?? OPEN_FILES);

  const fileOf = (key: string): string => {
    checkBlobKey(key);
    return path.join(root, key);
  };

  /** Temporary file path. Never creates the root: an unmounted volume must not be replaced. */
  async function temporaryFile(): Promise<string> {
    await mkdir(uploads).catch((error: unknown) => {
      if (codeOf(error) !== 'EEXIST') throw asFault(error);
    });
    return path.join(uploads, `${randomUUID()}.tmp`);
  }

  async function freeBytes(): Promise<number> {
    const { bavail, bsize } = await statfs(root);
    return bavail * bsize;
  }

  /**
   * Gives the finished temporary file its name. Uses a hard link because it fails on an existing name, unlike rename:
   * one of two concurrent writers wins, the other gets an error. The sidecar is written first so a visible blob has its
   * type. Content and names are synced to disk before the acknowledgement.
   */
  async function publish(temporary: string, file: string, contentType: string): Promise<void> {
    if (await isFile(file)) throw taken();
    const sidecar = sidecarOf(file);
    const temporarySidecar = `${temporary}.json`;
    const folder = path.dirname(file);
    let isNamed = false;
    try {
      await writeFile(temporarySidecar, JSON.stringify({ contentType }));
      // concurrently: a disk syncs both in about the time of one
      await Promise.all([syncFile(temporary), syncFile(temporarySidecar)]);
      const made = await mkdir(folder, { recursive: true });
      await rename(temporarySidecar, sidecar);
      await link(temporary, file);
      isNamed = true;
      await syncNames(folder, made);
    } catch (error) {
      await rm(temporarySidecar, { force: true });
      if (codeOf(error) === 'EEXIST') throw taken(error);
      if (isNamed) await rm(file, { force: true });
      await rm(sidecar, { force: true });
      throw error;
    }
    await unlink(temporary);
  }

  async function put(key: string, body: Readable | Buffer, { contentType, maxBytes }: PutOptions): Promise<StoredBlob> {
    const file = fileOf(key);
    if (await isFile(file)) throw taken();
    const temporary = await temporaryFile();
    const hash = createHash('sha256');
    let bytes = 0;
    try {
      const handle = await open(temporary, 'wx');
      try {
        for await (const piece of body instanceof Readable ? body : [body]) {
          const chunk = Buffer.isBuffer(piece) ? piece : Buffer.from(piece as Uint8Array | string);
          bytes += chunk.length;
          if (maxBytes !== undefined && bytes > maxBytes) {
            throw new BlobError('too_large', `The file is larger than ${maxBytes} bytes.`);
          }
          hash.update(chunk);
          await writeAll(handle, chunk);
        }
      } finally {
        await handle.close();
      }
      await publish(temporary, file, contentType);
    } catch (error) {
      await rm(temporary, { force: true });
      throw asFault(error);
    }
    return { bytes, sha256: hash.digest('hex') };
  }

  async function putFile(
    key: string,
    source: string,
    { contentType, maxBytes }: PutOptions,
  ): Promise<{ bytes: number }> {
    const file = fileOf(key);
    const { size } = await stat(source);
    if (maxBytes !== undefined && size > maxBytes) {
      throw new BlobError('too_large', `The file is larger than ${maxBytes} bytes.`);
    }
    if (await isFile(file)) throw taken();
    const temporary = await temporaryFile();
    try {
      await rename(source, temporary).catch(async (error: unknown) => {
        if (codeOf(error) !== 'EXDEV') throw error;
        await copyFile(source, temporary);
        await unlink(source);
      });
      await publish(temporary, file, contentType);
    } catch (error) {
      await rm(temporary, { force: true });
      throw asFault(error);
    }
    return { bytes: size };
  }

  async function createStream(key: string, range: ByteRange = {}): Promise<Readable> {
    const file = fileOf(key);
    const handle = await open(file, 'r').catch(asNotFound);
    // opening a folder succeeds and would fail only at the first read
    if (!(await handle.stat()).isFile()) {
      await handle.close();
      throw notFound();
    }
    return createReadStream(file, { fd: handle, ...range });
  }

  return {
    put,
    putFile,
    createReadStream: createStream,

    async readRange(key, offset, length) {
      return files.read(fileOf(key), offset, length).catch(asNotFound);
    },

    async stat(key): Promise<BlobStat> {
      const file = fileOf(key);
      const info = await stat(file).catch(asNotFound);
      if (!info.isFile()) throw notFound();
      return { bytes: info.size, contentType: await readContentType(file), modifiedAt: info.mtime };
    },

    async exists(key) {
      return isFile(fileOf(key));
    },

    async remove(key) {
      const file = fileOf(key);
      await files.drop(file);
      if (!(await isFile(file))) return;
      await rm(file, { force: true });
      await rm(sidecarOf(file), { force: true });
    },

    async removePrefix(prefix) {
      const folder = fileOf(prefix.replace(/\/$/, ''));
      await files.dropPrefix(folder + path.sep);
      const info = await statIfThere(folder);
      if (info?.isDirectory()) await rm(folder, { recursive: true, force: true });
    },

    async localCopy(key): Promise<LocalCopy> {
      const file = fileOf(key);
      if (!(await isFile(file))) throw notFound();
      return { path: file, release: () => Promise.resolve() };
    },

    list: (prefix) => listFolder(root, prefix),

    async removeAbandoned(before) {
      const names = await readdir(uploads).catch((error: unknown) => {
        if (isMissing(error)) return [];
        throw error;
      });
      const removed = await Promise.all(
        names.map(async (name) => {
          const file = path.join(uploads, name);
          // it may have finished concurrently
          const info = await statIfThere(file);
          if (!info || info.mtime >= before) return 0;
          await rm(file, { force: true });
          return 1;
        }),
      );
      return removed.reduce<number>((sum, each) => sum + each, 0);
    },

    async signedUrl(key, given) {
      return Promise.resolve(addresses.sign(key, given));
    },

    verify: (key, query) => addresses.verify(key, query),

    async prepare() {
      await mkdir(uploads, { recursive: true });
    },

    async check() {
      const info = await stat(root).catch(() => undefined);
      if (!info) throw new Error(`The folder ${root} of the blob store does not exist.`);
      if (!info.isDirectory()) throw new Error(`${root}, where blobs are to be stored, is not a folder.`);
      await access(root, constants.R_OK | constants.W_OK | constants.X_OK).catch((error: unknown) => {
        throw new Error(`The folder ${root} of the blob store cannot be written to (${String(codeOf(error))}).`, {
          cause: error,
        });
      });
      const free = await freeBytes();
      const { minFree = 0 } = options;
      if (free < minFree) {
        throw new Error(
          `The disk of the blob store is full: ${Math.floor(free / MIB)} MiB are free in ${root}, and ${Math.ceil(minFree / MIB)} MiB are needed.`,
        );
      }
    },

    freeBytes,

    async close() {
      await files.dropPrefix('');
    },
  };
}

async function writeAll(handle: Awaited<ReturnType<typeof open>>, chunk: Buffer): Promise<void> {
  for (let at = 0; at < chunk.length;) at += (await handle.write(chunk, at, chunk.length - at)).bytesWritten;
}

async function isFile(file: string): Promise<boolean> {
  const info = await statIfThere(file);
  return info?.isFile() ?? false;
}

/** The folder is missing or not writable. */
const UNUSABLE: readonly unknown[] = ['ENOENT', 'EROFS', 'EACCES', 'EPERM', 'EIO', 'ESTALE', 'ENOTCONN'];

/** Maps a failed write to an AppError; errors of the body pass unchanged. */
function asFault(error: unknown): unknown {
  if (isDiskFull(error)) return storeFull(error);
  return UNUSABLE.includes(codeOf(error)) ? storeUnavailable(error) : error;
}

const notFound = (cause?: unknown): BlobError => new BlobError('not_found', 'There is no such file.', { cause });
const taken = (cause?: unknown): BlobError => new BlobError('exists', 'A stored file is never overwritten.', { cause });

function asNotFound(error: unknown): never {
  throw isMissing(error) ? notFound(error) : error;
}
