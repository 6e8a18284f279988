import { randomBytes } from 'node:crypto';
import { Webhook } from 'standardwebhooks';
import type { SecretValue } from './model.js';

/** Secret length in bytes: 24 to 64. */
const BYTES = 32;
/** Milliseconds a replaced secret keeps signing. */
export const OVERLAP_MS = 86_400_000;

/** Maximum concurrent secrets: receivers should not have to check more than three signatures. */
const MAX_SECRETS = 3;

/** Generates a secret: `whsec_` and base64. */
export const newSecret = (): string => `whsec_${randomBytes(BYTES).toString('base64')}`;

/**
 * Prepends a new secret. The previous one signs for another day; older ones keep their time, in case a newer secret was
 * lost.
 */
export const rotated = (secrets: readonly SecretValue[], now: Date): SecretValue[] =>
  [
    { value: newSecret() },
    ...secrets
      .filter(({ until }) => !until || until > now)
      .map(({ value, until }) => ({ value, until: until ?? new Date(now.getTime() + OVERLAP_MS) })),
  ].slice(0, MAX_SECRETS);

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
