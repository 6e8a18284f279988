import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { gunzip as gunzipCallback } from 'node:zlib';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { extract } from 'tar-stream';
import { OperationError } from '../command.js';
import {
  BLOB_DATA,
  CONTENT_TYPE,
  FORMAT,
  HEAD_NAME,
  MANIFEST_NAME,
  type ArchiveHead,
  type BlobLine,
  type Manifest,
  type PartLine,
} from './archive-format.js';
import { decrypt, isEncrypted, type Decryption } from './encryption.js';

const gunzip = promisify(gunzipCallback);

/** Archive that can be opened repeatedly. */
export interface ArchiveSource {
  /** For messages. */
  name: string;
  open: () => AsyncIterable<Buffer>;
}

/** One entry, to be consumed before the next one is requested. */
export interface Entry {
  name: string;
  bytes: number;
  /** Set for blobs. */
  contentType: string;
  body: AsyncIterable<Buffer>;
}

/** Limit of an entry held in memory; written entries are smaller. */
const MAX_PART_BYTES = 256 * 1024 * 1024;

/**
 * Yields the entries in order.
 *
 * @throws OperationError for a foreign, wrongly encrypted, truncated or changed archive
 */
export async function* entriesOf(source: ArchiveSource, how: Decryption): AsyncGenerator<Entry> {
  const bytes = source.open()[Symbol.asyncIterator]();
  const first = await bytes.next();
  const head = first.done ? Buffer.alloc(0) : first.value;
  const whole = (async function* () {
    try {
      if (head.length > 0) yield head;
      for (let next = await bytes.next(); !next.done; next = await bytes.next()) yield next.value;
    } finally {
      await bytes.return?.();
    }
  })();
  const tar = extract();
  const plain = Readable.from(isEncrypted(head) ? decrypt(whole, how) : whole);
  /** First error: later ones are consequences. */
  let failure: unknown;
  let entries = 0;
  const fail = (error: unknown): void => {
    failure ??= error;
  };
  tar.on('error', fail);
  plain.once('error', (error) => {
    fail(error);
    tar.destroy(error);
  });
  plain.pipe(tar);
  const explained = async (error: unknown): Promise<unknown> => {
    // the failed stream reports its error in a later tick
    await new Promise((resolve) => setImmediate(resolve));
    const first = failure ?? error;
    if (!(first instanceof Error) || first instanceof OperationError) return first;
    if (/unexpected end of data/i.test(first.message))
      return entries === 0 ? noArchive(source, first) : cutOff(source, first);
    if (/invalid tar header/i.test(first.message))
      return entries === 0 ? noArchive(source, first) : damaged(source, 'its entries cannot be told apart', first);
    return first;
  };
  const bodyOf = async function* (entry: AsyncIterable<unknown>): AsyncGenerator<Buffer> {
    try {
      for await (const chunk of entry) yield chunk as Buffer;
    } catch (error) {
      throw await explained(error);
    }
  };
  try {
    for await (const entry of tar) {
      const { name, size = 0 } = entry.header;
      if (entries++ === 0 && name !== HEAD_NAME) throw noArchive(source);
      const contentType = (entry.header.pax as Record<string, string> | undefined)?.[CONTENT_TYPE] ?? '';
      yield { name, bytes: size, contentType, body: bodyOf(entry) };
      // skip an unread entry
      entry.resume();
    }
  } catch (error) {
    throw await explained(error);
  } finally {
    plain.destroy();
  }
  if (entries === 0) throw noArchive(source);
}

export async function bytesOf({ body, bytes, name }: Entry): Promise<Buffer> {
  if (bytes > MAX_PART_BYTES)
    throw new OperationError(`${name} is larger than any part of an archive: it is none of ours.`);
  return buffer(Readable.from(body));
}

export const contentOf = async (entry: Entry): Promise<Buffer> => gunzip(await bytesOf(entry));

export function linesOf<T>(content: Buffer): T[] {
  return content
    .toString('utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as T);
}

export type Progress = (bytes: number) => void;

/**
 * Reads an archive completely and compares its contents with their hashes.
 *
 * @throws OperationError
 */
export async function verifyArchive(source: ArchiveSource, how: Decryption, progress: Progress): Promise<Manifest> {
  const parts = new Map<string, PartLine>();
  /** Blobs that no list contains yet. */
  const unnamed = new Map<string, string>();
  let blobs = 0;
  let manifest: Manifest | undefined;
  for await (const entry of entriesOf(source, how)) {
    if (manifest) throw damaged(source, 'something follows its end');
    if (entry.name === MANIFEST_NAME) {
      manifest = JSON.parse((await bytesOf(entry)).toString('utf8')) as Manifest;
    } else if (entry.name.startsWith(BLOB_DATA)) {
      unnamed.set(entry.name.slice(BLOB_DATA.length), await hashOf(entry.body, progress));
    } else {
      const body = await bytesOf(entry);
      progress(body.length);
      if (entry.name === HEAD_NAME) checkFormat(JSON.parse(body.toString('utf8')) as ArchiveHead, source);
      parts.set(entry.name, { name: entry.name, bytes: body.length, sha256: sha256(body) });
      if (entry.name.startsWith('blobs/')) {
        for (const { key, sha256: wanted } of linesOf<BlobLine>(await gunzipped(body, source))) {
          if (unnamed.get(key) !== wanted) throw damaged(source, `the file ${key} is another one than was written`);
          unnamed.delete(key);
          blobs++;
        }
      }
    }
  }
  if (!manifest) throw cutOff(source);
  for (const part of manifest.parts) {
    const found = parts.get(part.name);
    if (found?.sha256 !== part.sha256) throw damaged(source, `${part.name} is ${found ? 'changed' : 'missing'}`);
    parts.delete(part.name);
  }
  const [extra] = [...parts.keys(), ...unnamed.keys()];
  if (extra !== undefined) throw damaged(source, `${extra} does not belong to it`);
  if (blobs !== manifest.blobs) throw damaged(source, `it has ${blobs} files and should have ${manifest.blobs}`);
  return manifest;
}

async function hashOf(body: AsyncIterable<Buffer>, progress: Progress): Promise<string> {
  const hash = createHash('sha256');
  for await (const chunk of body) {
    hash.update(chunk);
    progress(chunk.length);
  }
  return hash.digest('hex');
}

const sha256 = (body: Buffer): string => createHash('sha256').update(body).digest('hex');

function checkFormat({ format, product }: ArchiveHead, { name }: ArchiveSource): void {
  if (format > FORMAT)
    throw new OperationError(
      `${name} was written by a later version of Symbio (${product}): restore it with that one.`,
    );
}

async function gunzipped(body: Buffer, source: ArchiveSource): Promise<Buffer> {
  try {
    return await gunzip(body);
  } catch (error) {
    throw damaged(source, 'a list in it cannot be read', error);
  }
}

const cutOff = ({ name }: ArchiveSource, cause?: unknown): OperationError =>
  new OperationError(`${name} is cut off: it ends before its end. Use a whole copy of it.`, { cause });
const noArchive = ({ name }: ArchiveSource, cause?: unknown): OperationError =>
  new OperationError(`${name} is no backup of Symbio.`, { cause });
const damaged = ({ name }: ArchiveSource, what: string, cause?: unknown): OperationError =>
  new OperationError(`${name} is damaged: ${what}. Use another copy of it.`, { cause });
