/** What deliveries are signed with, as Standard Webhooks says. */
import { randomBytes } from 'node:crypto';
import { Webhook } from 'standardwebhooks';
import type { SecretValue } from './model.js';

/** Bytes of a secret: from 24 to 64. */
const BYTES = 32;
/** Milliseconds a secret that was replaced goes on to sign. */
export const OVERLAP_MS = 86_400_000;

/** Secrets that sign at the same time: three signatures are what a receiver is asked to try at most. */
const MOST = 3;

/** A new secret: `whsec_` and base64. */
export const newSecret = (): string => `whsec_${randomBytes(BYTES).toString('base64')}`;

/**
 * Puts a new secret before those there are. The one that held until now signs for another day, and one that was replaced before
 * goes on for what is left of its own: the receiver may have that one still, where the one after it was lost.
 */
export const rotated = (secrets: readonly SecretValue[], now: Date): SecretValue[] =>
  [
    { value: newSecret() },
    ...secrets
      .filter(({ until }) => !until || until > now)
      .map(({ value, until }) => ({ value, until: until ?? new Date(now.getTime() + OVERLAP_MS) })),
  ].slice(0, MOST);

/** Headers that prove where a message comes from; a signature for each secret that signs at this moment. */
export const signatureHeaders = (
  { id, payload }: { id: string; payload: string },
  secrets: readonly SecretValue[],
  now: Date,
): Record<string, string> => ({
  'webhook-id': id,
  'webhook-timestamp': String(Math.floor(now.getTime() / 1_000)),
  'webhook-signature': secrets
    .filter(({ until }) => !until || until > now)
    .map(({ value }) => new Webhook(value).sign(id, now, payload))
    .join(' '),
});
