/** Encryption of archives in the age format (https://age-encryption.org/v1), which `age -d` reads as well. */
import { Decrypter, Encrypter } from 'age-encryption';
import { OperationError } from '../command.js';

export interface Encryption {
  passphrase?: string | undefined;
  /** Public key, `age1…`: it can encrypt backups but not read them. */
  recipient?: string | undefined;
  /** Base-2 logarithm of what a passphrase costs; tests lower it. */
  workFactor?: number;
}

export interface Decryption {
  passphrase?: string | undefined;
  /** Private key, `AGE-SECRET-KEY-1…`. */
  identity?: string | undefined;
}

/** First line of an encrypted archive. */
const MAGIC = Buffer.from('age-encryption.org/v1\n');
/** Base-2 logarithm of scrypt's cost: 64 MiB and some tenths of a second, which a small container has. */
const SCRYPT_LOG_N = 16;

export const isEncrypted = (head: Buffer): boolean => head.subarray(0, MAGIC.length).equals(MAGIC);

/** Encrypts a stream. @throws OperationError for an invalid recipient */
export async function* encrypt(
  source: AsyncIterable<Buffer>,
  { passphrase = '', recipient, workFactor = SCRYPT_LOG_N }: Encryption,
): AsyncGenerator<Buffer> {
  const encrypter = new Encrypter();
  if (recipient) {
    try {
      encrypter.addRecipient(recipient);
    } catch (error) {
      throw new OperationError('The recipient is no public key of age: it begins with age1.', { cause: error }, 2);
    }
  } else {
    encrypter.setScryptWorkFactor(workFactor);
    encrypter.setPassphrase(passphrase);
  }
  yield* buffers(await encrypter.encrypt(ReadableStream.from<Uint8Array>(source)));
}

/**
 * Decrypts an archive made by {@link encrypt} or another age program.
 *
 * @throws OperationError for a wrong passphrase or key, and for an archive that is truncated or changed
 */
export async function* decrypt(source: AsyncIterable<Buffer>, how: Decryption): AsyncGenerator<Buffer> {
  const decrypter = decrypterOf(how);
  let failure: { error: unknown } | undefined;
  const watched = async function* (): AsyncGenerator<Uint8Array> {
    try {
      yield* source;
    } catch (error) {
      failure = { error };
      throw error;
    }
  };
  try {
    yield* buffers(await decrypter.decrypt(ReadableStream.from(watched())));
  } catch (error) {
    if (failure) throw failure.error;
    const isWrong = error instanceof Error && error.message.includes('no identity matched');
    throw new OperationError(
      isWrong
        ? `The ${how.identity ? 'key' : 'passphrase'} is wrong: the archive was encrypted with another one.`
        : 'The archive is cut off or was changed after it was written. Use another copy of it.',
      { cause: error },
    );
  }
}

function decrypterOf({ passphrase, identity }: Decryption): Decrypter {
  if (!passphrase && !identity)
    throw new OperationError(
      'The archive is encrypted: name its passphrase (BACKUP_PASSPHRASE or --passphrase-file) or its key (--identity-file).',
    );
  const decrypter = new Decrypter();
  if (passphrase) decrypter.addPassphrase(passphrase);
  try {
    if (identity) decrypter.addIdentity(identity);
  } catch (error) {
    const sentence = 'The identity is no private key of age: it begins with AGE-SECRET-KEY-.';
    throw new OperationError(sentence, { cause: error }, 2);
  }
  return decrypter;
}

async function* buffers(stream: ReadableStream<Uint8Array>): AsyncGenerator<Buffer> {
  for await (const { buffer, byteOffset, byteLength } of stream) yield Buffer.from(buffer, byteOffset, byteLength);
}
