import { createHmac, timingSafeEqual } from 'node:crypto';

/**
 * HMAC-SHA-256 over the parts, base64url. Every part carries its length, so no two lists of parts sign alike
 * (`['ab','c']` differs from `['a','bc']`). The first part should say what is signed, as one secret serves several uses.
 */
export function signParts(secret: string, parts: readonly string[]): string {
  return mac(secret, parts).toString('base64url');
}

/** Compares in constant time; a signature of another length or alphabet is simply wrong. */
export function matchesSignature(secret: string, parts: readonly string[], signature: string): boolean {
  const wanted = mac(secret, parts);
  const given = Buffer.from(signature, 'base64url');
  return given.length === wanted.length && timingSafeEqual(given, wanted);
}

function mac(secret: string, parts: readonly string[]): Buffer {
  const text = parts.map((part) => `${Buffer.byteLength(part)}:${part}`).join('|');
  return createHmac('sha256', secret).update(text).digest();
}
