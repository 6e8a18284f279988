/** Decrypts streams of files that open without a password (ISO 32000-2, 7.6). */
import { createDecipheriv, createCipheriv, createHash } from 'node:crypto';
import { parseObject } from './parse-object.js';
import { PDFBool, PDFDict, PDFHexString, PDFName, PDFNumber, PDFString, type PDFObject } from './pdf-lib.js';

export type Decrypt = (bytes: Buffer, object: number, generation: number) => Buffer;

/** Used in place of an empty password. */
const PADDING = Buffer.from('28bf4e5e4e758a4164004e56fffa01082e2e00b6d0683e802f0ca9fe6453697a', 'hex');
const SALT = Buffer.from('sAlT');
const md5 = (...parts: Uint8Array[]): Buffer => createHash('md5').update(Buffer.concat(parts)).digest();

/**
 * @param encrypt text of the dictionary
 * @param id first one of the file
 * @returns undefined if streams are not encrypted, or in another way
 */
export function decryptionOf(encrypt: string, id: Uint8Array): Decrypt | undefined {
  const entries = new Entries(encrypt);
  const [version, revision] = [entries.number('V', 0), entries.number('R', 0)];
  const filter = version < 4 ? 'V2' : entries.method();
  if (filter === 'AESV3') return aesWith(fileKey256(entries, revision));
  if (filter !== 'V2' && filter !== 'AESV2') return undefined;
  const isAes = filter === 'AESV2';
  const length = version === 1 ? 5 : version === 4 ? 16 : entries.number('Length', 40) / 8;
  const key = fileKey(entries, revision, id, length);
  return (bytes, object, generation) => {
    const place = Buffer.from([object, object >> 8, object >> 16, generation, generation >> 8]);
    const own = md5(key, place, isAes ? SALT : Buffer.alloc(0)).subarray(0, Math.min(16, length + 5));
    return isAes ? aesWith(own)(bytes) : rc4(own, bytes);
  };
}

/** Of a string's source, with its brackets. */
export const bytesOfString = (source: string): Buffer => bytesOf(parseObject(source));

/** None if it is no string. */
const bytesOf = (value: PDFObject | undefined): Buffer =>
  value instanceof PDFString || value instanceof PDFHexString ? Buffer.from(value.asBytes()) : Buffer.alloc(0);

class Entries {
  readonly #dict: PDFDict | undefined;

  constructor(text: string) {
    const parsed = parseObject(text);
    this.#dict = parsed instanceof PDFDict ? parsed : undefined;
  }

  number(key: string, missing: number): number {
    const value = this.#dict?.get(PDFName.of(key));
    return value instanceof PDFNumber ? value.asNumber() : missing;
  }

  bytes(key: string): Buffer {
    return bytesOf(this.#dict?.get(PDFName.of(key)));
  }

  encryptsMetadata(): boolean {
    return this.#dict?.get(PDFName.of('EncryptMetadata')) !== PDFBool.False;
  }

  /** Of streams. */
  method(): string | undefined {
    const [filters, name] = ['CF', 'StmF'].map((key) => this.#dict?.get(PDFName.of(key)));
    const filter = filters instanceof PDFDict && name instanceof PDFName ? filters.get(name) : undefined;
    const method = filter instanceof PDFDict ? filter.get(PDFName.of('CFM')) : undefined;
    return method instanceof PDFName ? method.decodeText() : undefined;
  }
}

/** Algorithm 2. */
function fileKey(entries: Entries, revision: number, id: Uint8Array, length: number): Buffer {
  const permissions = Buffer.alloc(4);
  permissions.writeInt32LE(entries.number('P', 0) | 0);
  const open = revision >= 4 && !entries.encryptsMetadata() ? Buffer.alloc(4, 0xff) : Buffer.alloc(0);
  let key = md5(PADDING, entries.bytes('O').subarray(0, 32), permissions, id, open);
  if (revision >= 3) for (let round = 0; round < 50; round++) key = md5(key.subarray(0, length));
  return key.subarray(0, length);
}

/** Algorithm 2.A. */
function fileKey256(entries: Entries, revision: number): Buffer {
  const salt = entries.bytes('U').subarray(40, 48);
  const key = revision >= 6 ? hardened(salt) : createHash('sha256').update(salt).digest();
  const cipher = createDecipheriv('aes-256-cbc', key, Buffer.alloc(16)).setAutoPadding(false);
  return Buffer.concat([cipher.update(entries.bytes('UE').subarray(0, 32)), cipher.final()]);
}

/** Algorithm 2.B. */
function hardened(salt: Buffer): Buffer {
  let key = createHash('sha256').update(salt).digest();
  for (let round = 0, last = 0; round < 64 || last > round - 32; round++) {
    const cipher = createCipheriv('aes-128-cbc', key.subarray(0, 16), key.subarray(16, 32)).setAutoPadding(false);
    const mixed = cipher.update(Buffer.concat(Array.from({ length: 64 }, () => key)));
    const hash = ['sha256', 'sha384', 'sha512'][mixed.subarray(0, 16).reduce((sum, byte) => sum + byte, 0) % 3];
    key = createHash(hash ?? 'sha256')
      .update(mixed)
      .digest();
    last = mixed.at(-1) ?? 0;
  }
  return key.subarray(0, 32);
}

/** The first block starts the chain; the last is padded, which inflating ignores. */
const aesWith =
  (key: Buffer) =>
  (bytes: Buffer): Buffer => {
    const whole = bytes.subarray(16, bytes.length - (bytes.length % 16));
    const cipher = createDecipheriv(`aes-${key.length * 8}-cbc`, key, bytes.subarray(0, 16)).setAutoPadding(false);
    return Buffer.concat([cipher.update(whole), cipher.final()]);
  };

/** OpenSSL has it no more. */
function rc4(key: Buffer, bytes: Buffer): Buffer {
  const state = Uint8Array.from({ length: 256 }, (_, at) => at);
  const swap = (one: number, other: number): number => {
    const [a = 0, b = 0] = [state[one], state[other]];
    [state[one], state[other]] = [b, a];
    return (a + b) & 255;
  };
  for (let at = 0, other = 0; at < 256; at++) {
    other = (other + (state[at] ?? 0) + (key[at % key.length] ?? 0)) & 255;
    swap(at, other);
  }
  let [one, other] = [0, 0];
  return Buffer.from(
    bytes.map((byte) => {
      one = (one + 1) & 255;
      other = (other + (state[one] ?? 0)) & 255;
      return byte ^ (state[swap(one, other)] ?? 0);
    }),
  );
}
