/** Message signatures on NATS: prove the publishing process, using its token signing key. */
import { sign, verify } from 'node:crypto';
import { publisherOf } from '@symbio/proto/publishing';
import { processOf, readProcessKeys, type ProcessKeys } from '@symbio/rpc';

/** Signature header: `<kid>:<base64url>`. */
export const SIGNATURE_HEADER = 'Symbio-Signature';

/**
 * Why a message is untrusted: no signature; unknown key; the key's process does not publish this subject; or the
 * signature does not match.
 */
export const DISTRUST_REASONS = ['unsigned', 'unknown_key', 'foreign', 'wrong'] as const;
export type Distrust = (typeof DISTRUST_REASONS)[number];

/** Signs published messages and verifies received ones. */
export interface MessageSignatures {
  /** The {@link SIGNATURE_HEADER} value of a message. */
  sign(subject: string, body: string): string;
  /** @returns why the message is untrusted; undefined if trusted, or if the subject needs no signature */
  distrust(subject: string, body: Uint8Array, signature: string | undefined): Distrust | undefined;
}

/** Subject and body: a signature is valid for one subject only. */
const signedBytes = (subject: string, body: string | Uint8Array): Buffer =>
  Buffer.concat([Buffer.from(`${subject}\n`), typeof body === 'string' ? Buffer.from(body) : body]);

/** @throws ConfigError when the private key does not belong to the process */
export function messageSignatures(keys: ProcessKeys): MessageSignatures {
  const { own, ownKid, known } = readProcessKeys(keys);
  return {
    sign: (subject, body) => `${ownKid}:${sign(null, signedBytes(subject, body), own).toString('base64url')}`,
    distrust(subject, body, signature) {
      const publisher = publisherOf(subject);
      if (publisher === undefined) return undefined;
      if (!signature) return 'unsigned';
      const [kid = '', value = ''] = signature.split(':');
      const key = known.get(kid)?.key;
      if (!key) return 'unknown_key';
      if (processOf(kid) !== publisher) return 'foreign';
      return verify(null, signedBytes(subject, body), key, Buffer.from(value, 'base64url')) ? undefined : 'wrong';
    },
  };
}
