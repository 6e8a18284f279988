/**
 * Encryption of archives in the age format (https://age-encryption.org/v1), which `age -d` reads, too. The header, where
 * keys are derived and wrapped, is the library's work. The payload is encrypted here with Node's own ChaCha20-Poly1305:
 * the library's, in JavaScript, does 7 MB a second where this does several hundred.
 */
import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';
import { Decrypter, Encrypter } from 'age-encryption';
import { OperationError } from '../command.js';

/** How archives are encrypted; neither: not at all. */
export interface Encryption {
  passphrase?: string | undefined;
  /** Public key, `age1…`: it can encrypt backups but not read them. */
  recipient?: string | undefined;
  /** Base-2 logarithm of what a passphrase costs; tests lower it. */
  workFactor?: number;
}

/** How archives are decrypted. */
export interface Decryption {
  passphrase?: string | undefined;
  /** Private key, `AGE-SECRET-KEY-1…`. */
  identity?: string | undefined;
}

/** First line of an encrypted archive. */
const MAGIC = Buffer.from('age-encryption.org/v1\n');
const CHUNK_BYTES = 64 * 1024;
const TAG_BYTES = 16;
const NONCE_BYTES = 16;
/** Longest header that is believed: a passphrase or a handful of recipients take less than 1 kB. */
const MAX_HEADER_BYTES = 64 * 1024;
/** Base-2 logarithm of scrypt's cost: 64 MiB and some tenths of a second, which a small container has. */
const SCRYPT_LOG_N = 16;

export const isEncrypted = (head: Buffer): boolean => head.subarray(0, MAGIC.length).equals(MAGIC);

/** Encrypts a stream. @throws OperationError for a recipient that is none */
export async function* encrypt(source: AsyncIterable<Buffer>, how: Encryption): AsyncGenerator<Buffer> {
  const { header, fileKey } = await newHeader(how);
  const nonce = randomBytes(NONCE_BYTES);
  yield Buffer.concat([header, nonce]);
  const key = payloadKey(fileKey, nonce);
  let counter = 0;
  // the last chunk is marked as such, so each waits until it is known whether another one follows
  for await (const { chunk, last } of cut(source, CHUNK_BYTES)) {
    const cipher = createCipheriv('chacha20-poly1305', key, chunkNonce(counter++, last), { authTagLength: TAG_BYTES });
    const body = Buffer.concat([cipher.update(chunk), cipher.final()]);
    yield Buffer.concat([body, cipher.getAuthTag()]);
  }
}

/**
 * Decrypts what {@link encrypt} or any other age program made.
 *
 * @throws OperationError for a wrong passphrase or key, and for an archive that was cut or changed
 */
export async function* decrypt(source: AsyncIterable<Buffer>, how: Decryption): AsyncGenerator<Buffer> {
  const { header, rest } = await splitHeader(source);
  const parts = joined(rest);
  const fileKey = await openHeader(header, how);
  const nonce = await parts.take(NONCE_BYTES);
  if (nonce.length < NONCE_BYTES) throw cutOff();
  const key = payloadKey(fileKey, nonce);
  let counter = 0;
  for await (const { chunk, last } of cut(parts.rest(), CHUNK_BYTES + TAG_BYTES)) {
    if (chunk.length < TAG_BYTES) throw cutOff();
    const body = chunk.subarray(0, -TAG_BYTES);
    const open = (isLast: boolean): Buffer => {
      const decipher = createDecipheriv('chacha20-poly1305', key, chunkNonce(counter, isLast), {
        authTagLength: TAG_BYTES,
      });
      decipher.setAuthTag(chunk.subarray(-TAG_BYTES));
      return Buffer.concat([decipher.update(body), decipher.final()]);
    };
    let plain: Buffer;
    try {
      plain = open(last);
    } catch (error) {
      // a valid last chunk in the middle: the archive is truncated; otherwise it was altered
      throw last && opens(() => open(false)) ? cutOff() : last ? cutOrChanged(error) : changed(error);
    }
    counter++;
    yield plain;
  }
}

function opens(open: () => unknown): boolean {
  try {
    open();
    return true;
  } catch {
    return false;
  }
}

const cutOff = (): OperationError =>
  new OperationError('The archive is cut off: it ends before its end. Use a whole copy of it.');
const cutOrChanged = (cause: unknown): OperationError =>
  new OperationError('The archive is cut off or was changed after it was written. Use another copy of it.', { cause });
const changed = (cause: unknown): OperationError =>
  new OperationError('The archive was changed after it was written, or read wrongly. Use another copy of it.', {
    cause,
  });

/** A header with a key of its own, and that key. */
async function newHeader({
  passphrase,
  recipient,
  workFactor = SCRYPT_LOG_N,
}: Encryption): Promise<{ header: Buffer; fileKey: Uint8Array }> {
  const encrypter = new Encrypter();
  let fileKey: Uint8Array | undefined;
  if (recipient) {
    try {
      encrypter.addRecipient(recipient);
    } catch (error) {
      throw new OperationError('The recipient is no public key of age: it begins with age1.', { cause: error }, 2);
    }
    // a recipient of ours that adds nothing to the header, but is shown the key
    encrypter.addRecipient({ wrapFileKey: (key) => ((fileKey = key.slice()), []) });
  } else {
    encrypter.setScryptWorkFactor(workFactor);
    encrypter.setPassphrase(passphrase ?? '');
  }
  const empty = Buffer.from(await encrypter.encrypt(new Uint8Array()));
  const header = empty.subarray(0, -(NONCE_BYTES + TAG_BYTES));
  return { header, fileKey: fileKey ?? (await openHeader(header, { passphrase })) };
}

async function openHeader(header: Buffer, { passphrase, identity }: Decryption): Promise<Uint8Array> {
  if (!passphrase && !identity) {
    throw new OperationError(
      'The archive is encrypted: name its passphrase (BACKUP_PASSPHRASE or --passphrase-file) or its key (--identity-file).',
    );
  }
  const decrypter = new Decrypter();
  try {
    if (identity) decrypter.addIdentity(identity);
  } catch (error) {
    throw new OperationError(
      'The identity is no private key of age: it begins with AGE-SECRET-KEY-.',
      { cause: error },
      2,
    );
  }
  if (passphrase) decrypter.addPassphrase(passphrase);
  try {
    return await decrypter.decryptHeader(header);
  } catch (error) {
    const what = identity ? 'key' : 'passphrase';
    throw new OperationError(`The ${what} is wrong: the archive was encrypted with another one.`, { cause: error });
  }
}

/** The header, which ends with the line that begins with `---`, and what follows it. */
async function splitHeader(source: AsyncIterable<Buffer>): Promise<{ header: Buffer; rest: AsyncIterable<Buffer> }> {
  const parts = joined(source);
  let header = Buffer.alloc(0);
  while (header.length < MAX_HEADER_BYTES) {
    const byte = await parts.take(1);
    if (byte.length === 0) throw cutOff();
    header = Buffer.concat([header, byte]);
    if (byte[0] !== 0x0a) continue;
    const line = header.subarray(header.lastIndexOf(0x0a, header.length - 2) + 1);
    if (line.toString('latin1').startsWith('--- ')) return { header, rest: parts.rest() };
  }
  throw changed(undefined);
}

const payloadKey = (fileKey: Uint8Array, nonce: Buffer): Buffer =>
  Buffer.from(hkdfSync('sha256', fileKey, nonce, 'payload', 32));

/** Eleven bytes of counter, one that marks the last chunk. */
function chunkNonce(counter: number, last: boolean): Buffer {
  const nonce = Buffer.alloc(12);
  nonce.writeBigUInt64BE(BigInt(counter), 3);
  nonce[11] = last ? 1 : 0;
  return nonce;
}

/** Cuts a stream into chunks of one size and marks the last one, which may be shorter. An empty stream is one chunk. */
async function* cut(source: AsyncIterable<Buffer>, size: number): AsyncGenerator<{ chunk: Buffer; last: boolean }> {
  let waiting: Buffer[] = [];
  let length = 0;
  for await (const piece of source) {
    waiting.push(piece);
    length += piece.length;
    if (length <= size) continue;
    const all = Buffer.concat(waiting);
    let at = 0;
    for (; all.length - at > size; at += size) yield { chunk: all.subarray(at, at + size), last: false };
    waiting = [all.subarray(at)];
    length = all.length - at;
  }
  yield { chunk: Buffer.concat(waiting), last: true };
}

/** A stream that can be read by the byte and then go on as a stream. */
function joined(source: AsyncIterable<Buffer>) {
  const pieces = source[Symbol.asyncIterator]();
  let held = Buffer.alloc(0);
  return {
    /** So many bytes; fewer at the end. */
    async take(count: number): Promise<Buffer> {
      while (held.length < count) {
        const next = await pieces.next();
        if (next.done) break;
        held = Buffer.concat([held, next.value]);
      }
      const taken = held.subarray(0, count);
      held = held.subarray(count);
      return taken;
    },
    async *rest(): AsyncGenerator<Buffer> {
      try {
        if (held.length > 0) yield held;
        for (let next = await pieces.next(); !next.done; next = await pieces.next()) yield next.value;
      } finally {
        await pieces.return?.();
      }
    },
  };
}
