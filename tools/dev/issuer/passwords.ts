import { randomBytes, scrypt, timingSafeEqual, type ScryptOptions } from 'node:crypto';
import { promisify } from 'node:util';

const derive = promisify<string, Buffer, number, ScryptOptions, Buffer>(scrypt);
const KEY_BYTES = 32;
const SALT_BYTES = 16;
/** scrypt's cost parameter N; the others are Node's defaults (r 8, p 1). */
export const PASSWORD_COST = 16_384;
/** As in the product's sign-up form (AUTH-15). */
const MIN_PASSWORD = 6;

/** Keycloak's refusal of a short password, or undefined. */
export function weakness(password: string): { error: string; error_description: string } | undefined {
  if (password.length >= MIN_PASSWORD) return undefined;
  return {
    error: 'invalidPasswordMinLengthMessage',
    error_description: `Invalid password: minimum length ${MIN_PASSWORD}.`,
  };
}

/** Hashes a password with scrypt and a random salt. */
export async function hashPassword(password: string, cost = PASSWORD_COST): Promise<string> {
  const salt = randomBytes(SALT_BYTES);
  const key = await derive(password.normalize('NFKC'), salt, KEY_BYTES, { N: cost });
  return `scrypt$${salt.toString('base64')}$${key.toString('base64')}`;
}

/** An unmatchable hash, so that checking an unknown account takes as long as a wrong password. */
const NOBODY = `scrypt$${Buffer.alloc(SALT_BYTES).toString('base64')}$${randomBytes(KEY_BYTES).toString('base64')}`;

/** Checks a password in constant time; an absent hash takes equally long and never matches. */
export async function verifyPassword(
  password: string,
  hash: string | undefined,
  cost = PASSWORD_COST,
): Promise<boolean> {
  const [, salt = '', key = ''] = (hash ?? NOBODY).split('$');
  const wanted = Buffer.from(key, 'base64');
  const got = await derive(password.normalize('NFKC'), Buffer.from(salt, 'base64'), KEY_BYTES, { N: cost });
  return wanted.length === got.length && timingSafeEqual(wanted, got) && hash !== undefined;
}
