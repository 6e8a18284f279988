import {
  AbortMultipartUploadCommand,
  CreateBucketCommand,
  DeleteObjectCommand,
  DeleteObjectsCommand,
  GetObjectCommand,
  HeadBucketCommand,
  HeadObjectCommand,
  ListObjectsV2Command,
  paginateListObjectsV2,
  type BucketLocationConstraint,
  type GetObjectCommandOutput,
} from '@aws-sdk/client-s3';
import { getSignedUrl } from '@aws-sdk/s3-request-presigner';
import { BLOB_CACHE_CONTROL, SIGNED_URL_SECONDS } from '@symbio/proto/files';
import { createReadStream } from 'node:fs';
import { stat, unlink } from 'node:fs/promises';
import path from 'node:path';
import { Readable } from 'node:stream';
import type { Logger } from '@symbio/runtime';
import {
  BlobError,
  type BlobStore,
  type ByteRange,
  checkBlobKey,
  type PutOptions,
  type StoredBlob,
} from './blob-store.js';
import { BlockCache } from './block-cache.js';
import type { S3Location } from './blob-url.js';
import { LocalCopies } from './local-copies.js';
import { openUploads } from './s3-abandoned.js';
import { s3Client, signingClient, type S3Credentials } from './s3-client.js';
import { asFault, isBehindEnd, isMissing, isMissingBucket, isUnknownUpload, sentenceOf } from './s3-errors.js';
import { CountedBody, S3Uploads } from './s3-upload.js';
import { attachment, signedAddresses, type SigningOptions } from './signed-addresses.js';

export interface S3StoreOptions extends SigningOptions {
  location: S3Location;
  /** Overrides AWS's environment. */
  credentials?: S3Credentials;
  log?: Pick<Logger, 'warn'>;
}

/** Timeout of the check in milliseconds. */
const CHECK_MS = 5_000;
/** S3 rejects this region as a location constraint when creating a bucket. */
const FIRST_REGION = 'us-east-1';
const NO_TYPE = 'application/octet-stream';

/**
 * Blobs as objects of a bucket, below a prefix. A write is one request or a multipart upload and never replaces an
 * object; a small read is a ranged GET of the surrounding blocks (block-cache.ts).
 */
export function createS3Store(options: S3StoreOptions): BlobStore {
  const { location, credentials, clock, log } = options;
  const { bucket: Bucket, prefix } = location;
  const client = s3Client(location, credentials);
  const signer = location.isPublic ? signingClient(location, credentials) : undefined;
  const addresses = signedAddresses(options);
  const uploads = new S3Uploads(client, location);
  const copies = new LocalCopies(log);
  const blocks = new BlockCache(readPart);

  const keyOf = (key: string): string => {
    checkBlobKey(key);
    return prefix + key;
  };

  async function exists(key: string): Promise<boolean> {
    try {
      await client.send(new HeadObjectCommand({ Bucket, Key: keyOf(key) }));
      return true;
    } catch (error) {
      if (isMissing(error)) return false;
      throw asFault(error);
    }
  }

  async function get(key: string, { start = 0, end }: ByteRange = {}): Promise<GetObjectCommandOutput> {
    const isWhole = start === 0 && end === undefined;
    const Range = isWhole ? undefined : `bytes=${start}-${end ?? ''}`;
    return client.send(new GetObjectCommand({ Bucket, Key: keyOf(key), ...(Range && { Range }) })).catch(asNotFound);
  }

  async function createStream(key: string, range?: ByteRange): Promise<Readable> {
    try {
      const { Body } = await get(key, range);
      return Body as Readable;
    } catch (error) {
      if (isBehindEnd(error)) return Readable.from([]);
      throw asFault(error);
    }
  }

  async function readPart(key: string, offset: number, length: number): Promise<Buffer> {
    try {
      const { Body } = await get(key, { start: offset, end: offset + length - 1 });
      return Body ? Buffer.from(await Body.transformToByteArray()) : Buffer.alloc(0);
    } catch (error) {
      if (isBehindEnd(error)) return Buffer.alloc(0);
      throw asFault(error);
    }
  }

  async function put(
    key: string,
    body: Readable | Buffer,
    { contentType, maxBytes, isHuge }: PutOptions,
  ): Promise<StoredBlob> {
    // saves the transfer; the store still refuses concurrent writes
    if (await exists(key)) throw taken();
    const counted = new CountedBody(body instanceof Readable ? body : [body], maxBytes);
    await write(key, Readable.from(counted.chunks(), { objectMode: false }), contentType, isHuge);
    return { bytes: counted.bytes, sha256: counted.sha256() };
  }

  async function write(key: string, body: Readable, contentType: string, isHuge?: boolean): Promise<void> {
    const isOurs = await uploads.write(keyOf(key), body, contentType, isHuge).catch((error: unknown) => {
      throw asFault(error);
    });
    if (!isOurs) throw taken();
  }

  async function putFile(
    key: string,
    source: string,
    { contentType, maxBytes }: PutOptions,
  ): Promise<{ bytes: number }> {
    keyOf(key);
    const { size } = await stat(source);
    if (maxBytes !== undefined && size > maxBytes) {
      throw new BlobError('too_large', `The file is larger than ${maxBytes} bytes.`);
    }
    if (await exists(key)) throw taken();
    await write(key, createReadStream(source), contentType);
    await unlink(source);
    return { bytes: size };
  }

  /** Objects below our prefix, at most 1,000 per page. */
  async function* pages(below: string) {
    try {
      for await (const { Contents = [] } of paginateListObjectsV2({ client }, { Bucket, Prefix: below }))
        yield Contents;
    } catch (error) {
      throw asFault(error);
    }
  }

  async function removeObjects(keys: readonly string[]): Promise<void> {
    if (keys.length === 0) return;
    const Objects = keys.map((Key) => ({ Key }));
    const { Errors = [] } = await client.send(new DeleteObjectsCommand({ Bucket, Delete: { Objects, Quiet: true } }));
    const [first] = Errors;
    if (first) throw new Error(`${Errors.length} of ${keys.length} objects could not be removed (${first.Code}).`);
  }

  async function abort(below: string, before?: Date): Promise<number> {
    let aborted = 0;
    for await (const page of openUploads(client, Bucket, below)) {
      const old = page.filter(({ begun }) => before === undefined || begun < before);
      await Promise.all(
        old.map(({ Key, UploadId }) =>
          client.send(new AbortMultipartUploadCommand({ Bucket, Key, UploadId })).catch(unlessGone),
        ),
      );
      aborted += old.length;
    }
    return aborted;
  }

  return {
    put,
    putFile,
    createReadStream: createStream,
    exists,

    async readRange(key, offset, length) {
      checkBlobKey(key);
      return blocks.read(key, offset, length);
    },

    async stat(key) {
      const head = await client
        .send(new HeadObjectCommand({ Bucket, Key: keyOf(key) }))
        .catch(asNotFound)
        .catch(throwFault);
      return {
        bytes: head.ContentLength ?? 0,
        contentType: head.ContentType ?? NO_TYPE,
        modifiedAt: head.LastModified ?? new Date(0),
      };
    },

    async remove(key) {
      blocks.drop(key);
      await client.send(new DeleteObjectCommand({ Bucket, Key: keyOf(key) })).catch(throwFault);
    },

    async removePrefix(given) {
      const folder = given.replace(/\/$/, '');
      const below = `${keyOf(folder)}/`;
      blocks.dropPrefix(`${folder}/`);
      try {
        // abort pending uploads first, so nothing appears after the listing
        await abort(below);
        for await (const page of pages(below)) await removeObjects(page.flatMap(({ Key }) => Key ?? []));
      } catch (error) {
        throw asFault(error);
      }
    },

    async *list(given = '') {
      const start = given.replace(/\/$/, '');
      const below = start ? `${keyOf(start)}/` : prefix;
      for await (const page of pages(below)) {
        for (const { Key = '', Size = 0 } of page) yield { key: Key.slice(prefix.length), bytes: Size };
      }
    },

    removeAbandoned: (before) => abort(prefix, before).catch(throwFault),

    async localCopy(key) {
      const { Body } = await get(key).catch(throwFault);
      return copies.keep(Body as Readable, path.posix.basename(key)).catch(throwFault);
    },

    async signedUrl(key, given = {}) {
      const { expiresIn = SIGNED_URL_SECONDS, contentType, fileName } = given;
      if (!signer || !fileName) return addresses.sign(key, given);
      const command = new GetObjectCommand({
        Bucket,
        Key: keyOf(key),
        ResponseContentDisposition: attachment(fileName),
        ResponseCacheControl: BLOB_CACHE_CONTROL,
        ...(contentType && { ResponseContentType: contentType }),
      });
      return getSignedUrl(signer, command, { expiresIn, ...(clock && { signingDate: clock.now() }) }).catch(throwFault);
    },

    verify: (key, query) => addresses.verify(key, query),

    async prepare() {
      try {
        await client.send(new HeadBucketCommand({ Bucket }));
      } catch (error) {
        if (!isMissingBucket(error)) throw unusable(error);
        const region = location.region ?? (await client.config.region());
        const elsewhere = region !== FIRST_REGION && { LocationConstraint: region as BucketLocationConstraint };
        await client
          .send(new CreateBucketCommand({ Bucket, ...(elsewhere && { CreateBucketConfiguration: elsewhere }) }))
          .catch((failure: unknown) => {
            throw unusable(failure);
          });
      }
    },

    async check(signal = AbortSignal.timeout(CHECK_MS)) {
      try {
        await client.send(new HeadBucketCommand({ Bucket }), { abortSignal: signal });
      } catch (error) {
        // a HEAD response has no body to explain an error; a listing does
        const listing = new ListObjectsV2Command({ Bucket, Prefix: prefix, MaxKeys: 1 });
        await client.send(listing, { abortSignal: signal }).catch((reason: unknown) => {
          throw unusable(reason);
        });
        throw unusable(error);
      }
    },

    freeBytes: () => Promise.resolve(undefined),

    async close() {
      client.destroy();
      signer?.destroy();
      await copies.close();
    },
  };

  function unusable(error: unknown): Error {
    return new Error(sentenceOf(error, location), { cause: error });
  }
}

const taken = (): BlobError => new BlobError('exists', 'A stored file is never overwritten.');

function asNotFound(error: unknown): never {
  throw isMissing(error) ? new BlobError('not_found', 'There is no such file.', { cause: error }) : error;
}

function throwFault(error: unknown): never {
  throw asFault(error);
}

/** Ignores an upload that has already finished. */
function unlessGone(error: unknown): void {
  if (!isMissing(error) && !isUnknownUpload(error)) throw error;
}
