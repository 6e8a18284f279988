/** Signatures of messages on NATS: which process published a message, proven with the key that it signs its tokens with. */
import { sign, verify } from 'node:crypto';
import { publisherOf } from '@symbio/proto/publishing';
import { processOf, readProcessKeys, type ProcessKeys } from '../internal-tokens.js';

/** Header that carries the signature: `<kid>:<base64url>`. */
export const SIGNATURE_HEADER = 'Symbio-Signature';

/**
 * Why a message is not believed: it has no signature; its signature names a key that this process does not know, is of a process
 * that does not publish this subject, or is of another message.
 */
export const DISTRUST_REASONS = ['unsigned', 'unknown_key', 'foreign', 'wrong'] as const;
export type Distrust = (typeof DISTRUST_REASONS)[number];

/** Signs what this process publishes, and checks what it receives. */
export interface MessageSignatures {
  /** The value of {@link SIGNATURE_HEADER} for a message. */
  sign(subject: string, body: string): string;
  /** @returns why the message is not believed; undefined when it is, or when its subject needs no signature */
  distrust(subject: string, body: Uint8Array, signature: string | undefined): Distrust | undefined;
}

/** Subject and body together: a signature holds for no other subject. */
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
