import { publisherOf } from '@symbio/proto/publishing';
import { testKeys } from '@symbio/rpc/testing';
import { messageSignatures } from '../signatures.js';

export function testSignature(subject: string, body: string, publisher = publisherOf(subject)): string {
  if (publisher === undefined) throw new Error(`${subject} is not signed`);
  const { INTERNAL_SIGNING_KEY: signingKey, INTERNAL_PUBLIC_KEYS: publicKeys } = testKeys(publisher);
  return messageSignatures({ name: publisher, signingKey, publicKeys }).sign(subject, body);
}
