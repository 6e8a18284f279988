import { createHash, randomBytes } from 'node:crypto';

const TOKEN_BYTES = 32;

/** Random token for a mailed or shared link, in base64url. */
export const newToken = (): string => randomBytes(TOKEN_BYTES).toString('base64url');

/** Whether a text can be such a token. */
export const isToken = (text: string): boolean => /^[\w-]{43}$/.test(text);

/** Stored SHA-256 of a token, in hex: the database does not reveal the link. */
export const hashOfToken = (token: string): string => createHash('sha256').update(token).digest('hex');
