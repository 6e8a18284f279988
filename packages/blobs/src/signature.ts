import { createHmac, timingSafeEqual } from 'node:crypto';

/**
 * HMAC-SHA-256 over length-prefixed parts, base64url: `['ab','c']` differs from `['a','bc']`. The first part should
 * name the purpose, because one secret serves several.
 */
export function signParts(secret: string, parts: readonly string[]): string {
  return mac(secret, parts).toString('base64url');
}

/** Compares in constant time; false for other lengths or alphabets. */
export function matchesSignature(secret: string, parts: readonly string[], signature: string): boolean {
  const wanted = mac(secret, parts);
  const given = Buffer.from(signature, 'base64url');
  return given.length === wanted.length && timingSafeEqual(given, wanted);
}

function mac(secret: string, parts: readonly string[]): Buffer {
  const text = parts.map((part) => `${Buffer.byteLength(part)}:${part}`).join('|');
  return createHmac('sha256', secret).update(text).digest();
}
