import {
  createCipheriv,
  createDecipheriv,
  createHmac,
  hkdfSync,
  randomBytes,
  scrypt,
  timingSafeEqual,
} from 'node:crypto';
import { promisify } from 'node:util';
import { hashOfToken, newId } from '@symbio/runtime';

const derive = promisify<string, Buffer, number, Buffer>(scrypt);

const CIPHER = 'aes-256-gcm';
const IV_BYTES = 12;
const TAG_BYTES = 16;
const SALT_BYTES = 16;
const KEY_BYTES = 32;

/**
 * A registration stored in the user row until its link is used. The password is readable only with the link's token.
 */
export interface Registration {
  /** UUID from which the link's token is derived. */
  id: string;
  name: string;
  /** SHA-256 of the link's token, hex. */
  tokenHash: string;
  /** Password, encrypted with a key derived from the link's token; base64. */
  sealed: string;
  /** Verifies the password at an early sign-in (AUTH-10): salt and keyed hash; base64. */
  salt: string;
  check: string;
  /** Whether it replaced, and so invalidated, an earlier registration. */
  again: boolean;
  /** Expiry of the link; absent before it was mailed. */
  goodUntil?: Date;
}

const keyFrom = (secret: string, salt: string, use: string): Buffer =>
  Buffer.from(hkdfSync('sha256', secret, salt, use, KEY_BYTES));

const tokenFrom = (secret: string, id: string): string =>
  keyFrom(secret, id, 'symbio confirmation link').toString('base64url');

const passwordKey = (token: string, id: string): Buffer => keyFrom(token, id, 'symbio pending password');

async function checkOf(password: string, salt: Buffer, secret: string): Promise<Buffer> {
  const hashed = await derive(password.normalize('NFKC'), salt, KEY_BYTES);
  return createHmac('sha256', keyFrom(secret, '', 'symbio pending password check'))
    .update(hashed)
    .digest();
}

/**
 * A link's token is derived from a secret of this service and the registration's id, so a link can be mailed again
 * although the token is not stored. The database alone reveals neither the token nor the password.
 */
export function createRegistrations([secret, previous]: readonly [string, string?]) {
  const secrets = previous ? [secret, previous] : [secret];
  return {
    /** Registration with a new link. @param again whether it replaces an earlier one */
    async make(name: string, password: string, again: boolean): Promise<Registration> {
      const id = newId();
      const token = tokenFrom(secret, id);
      const iv = randomBytes(IV_BYTES);
      const cipher = createCipheriv(CIPHER, passwordKey(token, id), iv);
      const text = Buffer.concat([cipher.update(password, 'utf8'), cipher.final()]);
      const salt = randomBytes(SALT_BYTES);
      return {
        id,
        name,
        tokenHash: hashOfToken(token),
        sealed: Buffer.concat([iv, cipher.getAuthTag(), text]).toString('base64'),
        salt: salt.toString('base64'),
        check: (await checkOf(password, salt, secret)).toString('base64'),
        again,
      };
    },

    /** Token of a registration's link; undefined if the secret was changed twice since. */
    tokenOf: ({ id, tokenHash }: Registration): string | undefined =>
      secrets.map((each) => tokenFrom(each, id)).find((token) => hashOfToken(token) === tokenHash),

    /** Decrypts a registration's password. @throws Error for a token of another one */
    open({ id, sealed }: Registration, token: string): string {
      const bytes = Buffer.from(sealed, 'base64');
      const decipher = createDecipheriv(CIPHER, passwordKey(token, id), bytes.subarray(0, IV_BYTES));
      decipher.setAuthTag(bytes.subarray(IV_BYTES, IV_BYTES + TAG_BYTES));
      const text = bytes.subarray(IV_BYTES + TAG_BYTES);
      return Buffer.concat([decipher.update(text), decipher.final()]).toString('utf8');
    },

    /** Whether a password is the registration's; takes the same time without a registration. */
    async isPasswordOf(registration: Registration | undefined, password: string): Promise<boolean> {
      const salt = Buffer.from(registration?.salt ?? '', 'base64');
      const wanted = Buffer.from(registration?.check ?? '', 'base64');
      const checks = await Promise.all(secrets.map((each) => checkOf(password, salt, each)));
      return checks.some((check) => check.length === wanted.length && timingSafeEqual(check, wanted));
    },
  };
}

export type Registrations = ReturnType<typeof createRegistrations>;
