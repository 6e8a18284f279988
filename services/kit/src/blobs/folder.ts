import { createHash, randomUUID } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { copyFile, link, mkdir, open, readFile, rename, rm, stat, unlink, writeFile } from 'node:fs/promises';
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
  SIGNED_URL_SECONDS,
  type SignatureCheck,
  type SignedUrlOptions,
  type StoredBlob,
} from './blob-store.js';
import { OpenFiles } from './open-files.js';
import { matchesSignature, signParts } from './signature.js';

export interface FolderStoreOptions {
  /** Root folder; made when missing. */
  dir: string;
  /** Signs URLs; shared by every process that signs or serves. */
  secret: string;
  /** Put before `/files/b/{key}` in signed URLs; empty means the same origin. */
  publicUrl?: string;
  /** Default the system's clock. */
  clock?: { now(): Date };
  /** Files kept open for `readRange`. */
  openFiles?: number;
}

/** Far below the usual limit of 1,024 descriptors a process, with room for connections. */
const OPEN_FILES = 256;
const NO_TYPE = 'application/octet-stream';

/**
 * Blobs as plain files below one folder. Beside `name` lies `.name.json` with its content type, and while a body
 * streams in, `.name.{uuid}.tmp`; keys cannot start with a dot, so neither can be addressed as a blob.
 */
export function createFolderStore(options: FolderStoreOptions): BlobStore {
  const root = path.resolve(options.dir);
  const now = (): number => options.clock?.now().getTime() ?? Date.now();
  const files = new OpenFiles(options.openFiles ?? OPEN_FILES);

  const fileOf = (key: string): string => {
    checkBlobKey(key);
    return path.join(root, key);
  };

  /**
   * Gives the finished temporary file its name. A hard link fails when the name is taken, which a rename would not:
   * of two concurrent writers one wins and the other is told. The sidecar goes first so that a visible blob has its
   * type; concurrent writers of one key say the same type.
   */
  async function publish(temporary: string, file: string, contentType: string): Promise<void> {
    if (await isFile(file)) throw taken();
    const sidecar = sidecarOf(file);
    const temporarySidecar = `${temporary}.json`;
    try {
      await writeFile(temporarySidecar, JSON.stringify({ contentType }));
      await rename(temporarySidecar, sidecar);
      await link(temporary, file);
    } catch (error) {
      await rm(temporarySidecar, { force: true });
      if (codeOf(error) === 'EEXIST') throw taken(error);
      await rm(sidecar, { force: true });
      throw error;
    }
    await unlink(temporary);
  }

  async function put(key: string, body: Readable | Buffer, { contentType, maxBytes }: PutOptions): Promise<StoredBlob> {
    const file = fileOf(key);
    if (await isFile(file)) throw taken();
    const temporary = await temporaryFor(file);
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
        // acknowledged means kept, also through a power cut
        await handle.datasync();
      } finally {
        await handle.close();
      }
      await publish(temporary, file, contentType);
    } catch (error) {
      await rm(temporary, { force: true });
      throw error;
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
    const temporary = await temporaryFor(file);
    try {
      await rename(source, temporary).catch(async (error: unknown) => {
        if (codeOf(error) !== 'EXDEV') throw error;
        await copyFile(source, temporary);
        await unlink(source);
      });
      await publish(temporary, file, contentType);
    } catch (error) {
      await rm(temporary, { force: true });
      throw error;
    }
    return { bytes: size };
  }

  async function createStream(key: string, range: ByteRange = {}): Promise<Readable> {
    const file = fileOf(key);
    const handle = await open(file, 'r').catch(asNotFound);
    // a folder of other keys opens too, and would fail only at the first read
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
      return { bytes: info.size, contentType: await contentTypeOf(file), modifiedAt: info.mtime };
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
      const info = await stat(folder).catch(() => null);
      if (info?.isDirectory()) await rm(folder, { recursive: true, force: true });
    },

    async localCopy(key): Promise<LocalCopy> {
      const file = fileOf(key);
      if (!(await isFile(file))) throw notFound();
      return { path: file, release: () => Promise.resolve() };
    },

    async signedUrl(key, { expiresIn = SIGNED_URL_SECONDS, contentType = '', fileName = '' }: SignedUrlOptions = {}) {
      checkBlobKey(key);
      const expires = String(Math.floor(now() / 1000) + expiresIn);
      const query = new URLSearchParams({ exp: expires });
      if (contentType) query.set('ct', contentType);
      if (fileName) query.set('fn', fileName);
      query.set('sig', signParts(options.secret, ['blob', key, expires, contentType, fileName]));
      return Promise.resolve(`${options.publicUrl ?? ''}/files/b/${key}?${query.toString()}`);
    },

    verify(key, query): SignatureCheck {
      const expires = query.get('exp') ?? '';
      const contentType = query.get('ct') ?? '';
      const fileName = query.get('fn') ?? '';
      const parts = ['blob', key, expires, contentType, fileName];
      if (!matchesSignature(options.secret, parts, query.get('sig') ?? '')) return { valid: false, reason: 'forged' };
      if (!(Number(expires) * 1000 > now())) return { valid: false, reason: 'expired' };
      return { valid: true, ...(contentType && { contentType }), ...(fileName && { fileName }) };
    },

    async close() {
      await files.dropPrefix('');
    },
  };
}

const sidecarOf = (file: string): string => path.join(path.dirname(file), `.${path.basename(file)}.json`);

async function temporaryFor(file: string): Promise<string> {
  await mkdir(path.dirname(file), { recursive: true });
  return path.join(path.dirname(file), `.${path.basename(file)}.${randomUUID()}.tmp`);
}

async function writeAll(handle: Awaited<ReturnType<typeof open>>, chunk: Buffer): Promise<void> {
  for (let at = 0; at < chunk.length;) at += (await handle.write(chunk, at, chunk.length - at)).bytesWritten;
}

async function isFile(file: string): Promise<boolean> {
  const info = await stat(file).catch((error: unknown) => {
    if (isMissing(error)) return null;
    throw error;
  });
  return info?.isFile() ?? false;
}

async function contentTypeOf(file: string): Promise<string> {
  const text = await readFile(sidecarOf(file), 'utf8').catch((error: unknown) => {
    if (isMissing(error)) return '{}';
    throw error;
  });
  const { contentType } = JSON.parse(text) as { contentType?: string };
  return contentType ?? NO_TYPE;
}

/** Errors of the file system may come from another realm (a VM): their class is not compared. */
const codeOf = (error: unknown): unknown =>
  typeof error === 'object' && error !== null && 'code' in error ? error.code : undefined;
/** ENOTDIR: a part of the key is a blob itself; EISDIR: the key is only a folder of others. */
const isMissing = (error: unknown): boolean => ['ENOENT', 'ENOTDIR', 'EISDIR'].includes(String(codeOf(error)));
const notFound = (cause?: unknown): BlobError => new BlobError('not_found', 'There is no such file.', { cause });
const taken = (cause?: unknown): BlobError => new BlobError('exists', 'A stored file is never overwritten.', { cause });

function asNotFound(error: unknown): never {
  throw isMissing(error) ? notFound(error) : error;
}
