import { createHash } from 'node:crypto';
import { once } from 'node:events';
import type { Readable, Writable } from 'node:stream';
import { promisify } from 'node:util';
import { gzip as gzipCallback } from 'node:zlib';
import { pack, type Pack } from 'tar-stream';
import { CONTENT_TYPE, MANIFEST_NAME, type Manifest, type PartLine } from './archive-format.js';

const gzip = promisify(gzipCallback);

/** Writes entries of a tar file one after another and keeps their hashes for the manifest. */
export class ArchiveWriter {
  readonly #pack: Pack = pack();
  readonly #parts: PartLine[] = [];
  readonly #mtime: Date;

  constructor(mtime: Date) {
    this.#mtime = mtime;
    // the reader gets the error; without this listener the process would end
    this.#pack.on('error', () => undefined);
  }

  /** The tar file, to be read while entries are added. */
  async *bytes(): AsyncGenerator<Buffer> {
    for await (const chunk of this.#pack) yield chunk as Buffer;
  }

  async add(name: string, body: Buffer): Promise<void> {
    this.#parts.push({ name, bytes: body.length, sha256: createHash('sha256').update(body).digest('hex') });
    await this.#write(name, body);
  }

  async addCompressed(name: string, body: Buffer): Promise<void> {
    // fastest level: it shrinks rows to a fifth, and backups share the machine with users
    await this.add(name, await gzip(body, { level: 1 }));
  }

  /** Returns the hash, which the caller records. */
  async addBlob(name: string, body: Buffer | Readable, bytes: number, contentType: string): Promise<string> {
    const hash = createHash('sha256');
    if (Buffer.isBuffer(body)) {
      hash.update(body);
      await this.#write(name, body, contentType);
      return hash.digest('hex');
    }
    await new Promise<void>((resolve, reject) => {
      const head = { ...this.#head(name, contentType), size: bytes };
      const entry = this.#pack.entry(head, (error) => (error ? reject(error) : resolve())) as unknown as Writable;
      const copy = async (): Promise<void> => {
        for await (const chunk of body as AsyncIterable<Buffer>) {
          hash.update(chunk);
          if (!entry.write(chunk)) await once(entry, 'drain');
        }
        entry.end();
      };
      copy().catch((error: unknown) => {
        entry.destroy(error as Error);
        reject(error instanceof Error ? error : new Error(String(error)));
      });
    });
    return hash.digest('hex');
  }

  async finish(manifest: Omit<Manifest, 'parts'>): Promise<void> {
    await this.#write(MANIFEST_NAME, Buffer.from(JSON.stringify({ ...manifest, parts: this.#parts })));
    this.#pack.finalize();
  }

  /** Ends the file without a manifest, so it is recognised as incomplete. */
  abandon(error: Error): void {
    this.#pack.destroy(error);
  }

  #head(name: string, contentType = '') {
    return { name, mtime: this.#mtime, ...(contentType && { pax: { [CONTENT_TYPE]: contentType } }) };
  }

  #write(name: string, body: Buffer, contentType?: string): Promise<void> {
    return new Promise((resolve, reject) => {
      this.#pack.entry(this.#head(name, contentType), body, (error) => (error ? reject(error) : resolve()));
    });
  }
}
