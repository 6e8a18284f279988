import { createHash } from 'node:crypto';
import canonicalize from 'canonicalize';
import type { Evidence } from './evidence.js';

/** JSON by RFC 8785: equal values give equal text. Fields that are undefined are omitted. @throws on NaN and infinities */
export function canonicalJson(value: object): string {
  const text = canonicalize(value);
  if (text === undefined) throw new TypeError('The value has no JSON form.');
  return text;
}

/** SHA-256, hex. */
export const sha256Of = (bytes: string | Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

/** SHA-256 of the canonical JSON, which is the text of `evidence.json`. */
export const evidenceHash = (evidence: Evidence): string => sha256Of(canonicalJson(evidence));
