/** Arguments and settings common to backup and restore. */
import fs from 'node:fs';
import { parseArgs, type ParseArgsConfig } from 'node:util';
import { OperationError } from '../command.js';
import type { Decryption, Encryption } from './encryption.js';

/**
 * Parses arguments.
 *
 * @throws OperationError with exit code 2 and the usage
 */
export function calledWell<T>(read: () => T, usage: string): T {
  try {
    return read();
  } catch (error) {
    throw new OperationError(
      `${error instanceof Error ? error.message : String(error)}\n\n${usage}`,
      { cause: error },
      2,
    );
  }
}

/** Parses options and positional arguments. @throws OperationError with exit code 2 and the usage */
export const parsedArgs = <const O extends NonNullable<ParseArgsConfig['options']>>(
  args: readonly string[],
  options: O,
  usage: string,
): ReturnType<typeof parseArgs<{ options: O; allowPositionals: true }>> =>
  calledWell(() => parseArgs({ args: [...args], options, allowPositionals: true as const }), usage);

/** Reads a secret without its trailing newline. */
function secretOf(file: string, what: string): string {
  let text: string;
  try {
    text = fs.readFileSync(file, 'utf8');
  } catch (error) {
    throw new OperationError(`The file of the ${what}, ${file}, cannot be read.`, { cause: error }, 2);
  }
  const secret = text.trim();
  if (!secret) throw new OperationError(`The file of the ${what}, ${file}, is empty.`, undefined, 2);
  return secret;
}

/** Minimum length: shorter passphrases can be tried out in days. */
const MIN_PASSPHRASE = 12;

export function encryptionOf(
  { passphraseFile, recipient }: { passphraseFile?: string | undefined; recipient?: string | undefined },
  env: NodeJS.ProcessEnv,
): Encryption | undefined {
  const publicKey = recipient ?? env.BACKUP_RECIPIENT;
  if (publicKey) return { recipient: publicKey };
  const passphrase = passphraseFile ? secretOf(passphraseFile, 'passphrase') : env.BACKUP_PASSPHRASE;
  if (!passphrase) return undefined;
  if (passphrase.length < MIN_PASSPHRASE)
    throw new OperationError(`The passphrase is too short: use at least ${MIN_PASSPHRASE} characters.`, undefined, 2);
  return { passphrase };
}

export function decryptionOf(
  { passphraseFile, identityFile }: { passphraseFile?: string | undefined; identityFile?: string | undefined },
  env: NodeJS.ProcessEnv,
): Decryption {
  if (identityFile) {
    const lines = secretOf(identityFile, 'key').split('\n');
    // format of age-keygen: comments, then the key
    return { identity: lines.find((line) => line.startsWith('AGE-SECRET-KEY-'))?.trim() ?? lines[0] };
  }
  return { passphrase: passphraseFile ? secretOf(passphraseFile, 'passphrase') : env.BACKUP_PASSPHRASE };
}

export function productVersion(): string {
  for (let folder = new URL('.', import.meta.url); ; folder = new URL('..', folder)) {
    const file = new URL('package.json', folder);
    if (fs.existsSync(file)) return (JSON.parse(fs.readFileSync(file, 'utf8')) as { version: string }).version;
    if (folder.pathname === '/') throw new Error('this program is in no package');
  }
}
