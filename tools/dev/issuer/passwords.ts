import { randomBytes, scrypt, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';

const derive = promisify<string, Buffer, number, Buffer>(scrypt);
const KEY_BYTES = 32;
const SALT_BYTES = 16;

/** Hashes a password with scrypt (Node's defaults: N 16384, r 8, p 1) under a salt of its own. */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(SALT_BYTES);
  const key = await derive(password.normalize('NFKC'), salt, KEY_BYTES);
  return `scrypt$${salt.toString('base64')}$${key.toString('base64')}`;
}

/** A hash no password leads to: an unknown account is checked against it, and so costs as much as a wrong password. */
const NOBODY = `scrypt$${Buffer.alloc(SALT_BYTES).toString('base64')}$${randomBytes(KEY_BYTES).toString('base64')}`;

/** Checks a password in constant time; an absent hash costs the same and is never right. */
export async function verifyPassword(password: string, hash: string | undefined): Promise<boolean> {
  const [, salt = '', key = ''] = (hash ?? NOBODY).split('$');
  const wanted = Buffer.from(key, 'base64');
  const got = await derive(password.normalize('NFKC'), Buffer.from(salt, 'base64'), KEY_BYTES);
  return wanted.length === got.length && timingSafeEqual(wanted, got) && hash !== undefined;
}
