import { randomBytes, scrypt, timingSafeEqual, type ScryptOptions } from 'node:crypto';
import { promisify } from 'node:util';

const derive = promisify<string, Buffer, number, ScryptOptions, Buffer>(scrypt);
const KEY_BYTES = 32;
const SALT_BYTES = 16;
/** What scrypt calls N, its parameter of cost; the other ones are Node's defaults (r 8, p 1). */
export const PASSWORD_COST = 16_384;
/** As the product's sign-up form asks (AUTH-15). */
const MIN_PASSWORD = 6;

/** Keycloak's refusal of a password, or undefined for one that is long enough. */
export function weakness(password: string): { error: string; error_description: string } | undefined {
  if (password.length >= MIN_PASSWORD) return undefined;
  return {
    error: 'invalidPasswordMinLengthMessage',
    error_description: `Invalid password: minimum length ${MIN_PASSWORD}.`,
  };
}

/** Hashes a password with scrypt under a salt of its own. */
export async function hashPassword(password: string, cost = PASSWORD_COST): Promise<string> {
  const salt = randomBytes(SALT_BYTES);
  const key = await derive(password.normalize('NFKC'), salt, KEY_BYTES, { N: cost });
  return `scrypt$${salt.toString('base64')}$${key.toString('base64')}`;
}

/** A hash no password leads to: an unknown account is checked against it, and so costs as much as a wrong password. */
const NOBODY = `scrypt$${Buffer.alloc(SALT_BYTES).toString('base64')}$${randomBytes(KEY_BYTES).toString('base64')}`;

/** Checks a password in constant time; an absent hash costs the same and is never right. */
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
