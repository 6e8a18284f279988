import { HeadObjectCommand, type S3Client } from '@aws-sdk/client-s3';
import { Upload } from '@aws-sdk/lib-storage';
import { createHash, randomUUID } from 'node:crypto';
import type { Readable } from 'node:stream';
import { BLOB_CACHE_CONTROL } from '@symbio/proto/files';
import { BlobError } from './blob-store.js';
import type { S3Location } from './blob-url.js';
import { isMissing, isNotImplemented, isTaken, isUnknownUpload } from './s3-errors.js';

/** Part size, the S3 minimum; smaller bodies take one request. */
const PART_BYTES = 5 * 1024 * 1024;
/** Part size of huge bodies: an object has at most 10,000 parts (Amazon S3, multipart upload limits). */
const HUGE_PART_BYTES = 32 * 1024 * 1024;
/** Concurrent parts: with buffers an upload takes about 20 MB, a huge one 130. */
const PARTS_AT_ONCE = 3;
/** Metadata key by which a writer recognizes its own object. */
const WRITER = 'symbio-writer';

/** Pass-through body: counted, hashed, and limited in length. */
export class CountedBody {
  bytes = 0;
  readonly #hash = createHash('sha256');

  constructor(
    private readonly body: Iterable<unknown> | AsyncIterable<unknown>,
    private readonly maxBytes?: number,
  ) {}

  /** @throws BlobError `too_large` */
  async *chunks(): AsyncGenerator<Buffer> {
    for await (const piece of this.body) {
      const chunk = Buffer.isBuffer(piece) ? piece : Buffer.from(piece as Uint8Array | string);
      this.bytes += chunk.length;
      if (this.maxBytes !== undefined && this.bytes > this.maxBytes) {
        throw new BlobError('too_large', `The file is larger than ${this.maxBytes} bytes.`);
      }
      this.#hash.update(chunk);
      yield chunk;
    }
  }

  /** Lower-case hex SHA-256, after the whole body has passed. */
  sha256(): string {
    return this.#hash.digest('hex');
  }
}

/** Writes new objects, in parts when large. */
export class S3Uploads {
  constructor(
    private readonly client: S3Client,
    private readonly location: S3Location,
  ) {}

  /**
   * Streams a body to a key. Aborts a failed write; if the store is unreachable for that, the sweep of abandoned
   * uploads removes the parts.
   *
   * @param isHuge see `PutOptions.isHuge`
   * @returns false when the object exists (CONST-04)
   * @throws Error of the store or of the body
   */
  async write(key: string, body: Readable, contentType: string, isHuge = false): Promise<boolean> {
    const writer = randomUUID();
    try {
      await this.#upload(key, body, { contentType, writer, isHuge });
      // without conditional writes another writer may interleave; the last one wins
      return this.location.isConditional || (await this.#writerOf(key)) === writer;
    } catch (error) {
      if (isNotImplemented(error) && this.location.isConditional) {
        throw new Error('The S3 store does not know conditional writes: say conditional_writes=0 in BLOB_URL.', {
          cause: error,
        });
      }
      if (!isTaken(error) && !isUnknownUpload(error)) throw error;
      // the response to an earlier SDK attempt may be lost: then the object is ours
      const there = await this.#writerOf(key);
      if (there === writer) return true;
      if (there === undefined) throw error;
      return false;
    }
  }

  async #upload(
    key: string,
    body: Readable,
    { contentType, writer, isHuge }: { contentType: string; writer: string; isHuge: boolean },
  ): Promise<void> {
    const { bucket, isConditional, sse, sseKey } = this.location;
    const upload = new Upload({
      client: this.client,
      partSize: isHuge ? HUGE_PART_BYTES : PART_BYTES,
      queueSize: PARTS_AT_ONCE,
      params: {
        Bucket: bucket,
        Key: key,
        Body: body,
        ContentType: contentType,
        // for direct readers of the object
        CacheControl: BLOB_CACHE_CONTROL,
        Metadata: { [WRITER]: writer },
        ...(isConditional && { IfNoneMatch: '*' }),
        ...(sse && { ServerSideEncryption: sse }),
        ...(sseKey && { SSEKMSKeyId: sseKey }),
      },
    });
    try {
      await upload.done();
    } finally {
      // stop reading after a failure
      body.destroy();
    }
  }

  /** Empty if not written by us, undefined if missing. */
  async #writerOf(key: string): Promise<string | undefined> {
    try {
      const head = await this.client.send(new HeadObjectCommand({ Bucket: this.location.bucket, Key: key }));
      return head.Metadata?.[WRITER] ?? '';
    } catch (error) {
      if (isMissing(error)) return undefined;
      throw error;
    }
  }
}
