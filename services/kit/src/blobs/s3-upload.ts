import { HeadObjectCommand, type S3Client } from '@aws-sdk/client-s3';
import { Upload } from '@aws-sdk/lib-storage';
import { createHash, randomUUID } from 'node:crypto';
import type { Readable } from 'node:stream';
import { BLOB_CACHE_CONTROL, BlobError } from './blob-store.js';
import type { S3Location } from './blob-url.js';
import { isMissing, isNotImplemented, isTaken, isUnknownUpload } from './s3-errors.js';

/** Bytes of a part, the least that S3 takes; what is smaller is written by one request. */
const PART_BYTES = 5 * 1024 * 1024;
/** Bytes of a part of what may be huge: an object has 10,000 parts at most (Amazon S3, multipart upload limits). */
const HUGE_PART_BYTES = 32 * 1024 * 1024;
/** Parts on their way at a time: with those being read, an upload holds some 20 MB, a huge one 130. */
const PARTS_AT_ONCE = 3;
/** Metadata by which a writer knows its own object. */
const WRITER = 'symbio-writer';

/** A body that passes by: counted, hashed, and refused when it is too long. */
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

  /** Lower-case hex SHA-256, once the whole body has passed. */
  sha256(): string {
    return this.#hash.digest('hex');
  }
}

/** Writes objects that are not there yet, in parts when they are large. */
export class S3Uploads {
  constructor(
    private readonly client: S3Client,
    private readonly location: S3Location,
  ) {}

  /**
   * Streams a body to a key. A write that fails is aborted, and nothing of it is left; should the store not be reached
   * for that either, the parts go with the next sweep for abandoned uploads.
   *
   * @param isHuge see `PutOptions.isHuge`
   * @returns false when there is such an object already (CONST-04)
   * @throws Error of the store or of the body
   */
  async write(key: string, body: Readable, contentType: string, isHuge = false): Promise<boolean> {
    const writer = randomUUID();
    try {
      await this.#upload(key, body, { contentType, writer, isHuge });
      // without the condition another writer may have come between; who is last is who is kept
      return this.location.isConditional || (await this.#writerOf(key)) === writer;
    } catch (error) {
      if (isNotImplemented(error) && this.location.isConditional) {
        throw new Error('The S3 store does not know conditional writes: say conditional_writes=0 in BLOB_URL.', {
          cause: error,
        });
      }
      if (!isTaken(error) && !isUnknownUpload(error)) throw error;
      // the answer to an earlier try of the SDK may have been lost: then the object is our own
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
        // for those who read the object without us
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
      // after a failure the rest need not be read
      body.destroy();
    }
  }

  /** Who wrote an object; empty for one that was not written by us, undefined without one. */
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
