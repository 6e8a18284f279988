/** Trust in messages without a valid signature: those older than signing, and those accepted by an operator. */
import { createHash } from 'node:crypto';
import { z } from 'zod';
import { AppError } from '@symbio/runtime';
import type { KeyValue } from './nats-buckets.js';
import type { Distrust } from './signatures.js';

/** Bucket of cutoff times and accepted messages, writable only by {@link TRUST_KEEPER} and operators. */
export const TRUST_BUCKET = 'signing';
/** Process that records the start of signing. */
export const TRUST_KEEPER = 'identity';
const BEGIN = 'begin';

/** Milliseconds after an upgrade in which processes of the previous version may publish unsigned messages. */
export const GRACE_MS = 30 * 60_000;

const beginning = z.object({
  /** Messages stored up to this time may be unsigned. */
  unsignedUntil: z.iso.datetime(),
  /** Messages stored up to this time are trusted: they were restored, with keys of another installation. */
  restoredUntil: z.iso.datetime().optional(),
});

/** Message in its stream. */
export interface StoredBytes {
  subject: string;
  body: Uint8Array;
  storedAt: Date;
}

const acceptedKey = (subject: string, body: Uint8Array): string =>
  createHash('sha256').update(`${subject}\n`).update(body).digest('base64url');

/** Decides on messages without a valid signature. */
export interface Trust {
  /** @throws AppError UNAVAILABLE while unknown */
  accepts(message: StoredBytes, distrust: Distrust): Promise<boolean>;
}

/** @param open opens {@link TRUST_BUCKET} on first use */
export function createTrust(open: () => Promise<Pick<KeyValue, 'get'>>): Trust {
  let bucket: Promise<Pick<KeyValue, 'get'>> | undefined;
  let known: z.infer<typeof beginning> | undefined;
  const opened = (): Promise<Pick<KeyValue, 'get'>> =>
    (bucket ??= open().catch((error: unknown) => {
      bucket = undefined;
      throw error;
    }));
  return {
    async accepts({ subject, body, storedAt }, distrust) {
      const values = await opened();
      known ??= beginning.optional().parse(await values.get(BEGIN));
      if (!known)
        throw new AppError(
          'UNAVAILABLE',
          'signing_not_begun',
          `${TRUST_KEEPER} has not recorded yet when signing began.`,
        );
      const { unsignedUntil, restoredUntil } = known;
      if (distrust === 'unsigned' && storedAt <= new Date(unsignedUntil)) return true;
      if (restoredUntil !== undefined && storedAt <= new Date(restoredUntil)) return true;
      return (await values.get(acceptedKey(subject, body))) !== undefined;
    },
  };
}

/**
 * Records once per installation until when unsigned messages are trusted: for {@link GRACE_MS} if the stream has some
 * of an older version, never in a new installation.
 */
export async function beginSigning(
  bucket: Pick<KeyValue, 'create'>,
  isUpgrade: () => Promise<boolean>,
  now = new Date(),
): Promise<void> {
  const until = (await isUpgrade()) ? new Date(now.getTime() + GRACE_MS) : new Date(0);
  await bucket.create(BEGIN, { unsignedUntil: until.toISOString() } satisfies z.infer<typeof beginning>);
}

/** Trusts messages written by a restore. Nothing else may publish at that time. */
export async function acceptRestored(bucket: Pick<KeyValue, 'set'>, until: Date): Promise<void> {
  const value = { unsignedUntil: until.toISOString(), restoredUntil: until.toISOString() };
  await bucket.set(BEGIN, value satisfies z.infer<typeof beginning>);
}

/** Trusts one message without a valid signature. */
export const acceptMessage = (bucket: Pick<KeyValue, 'set'>, subject: string, body: string): Promise<void> =>
  bucket.set(acceptedKey(subject, Buffer.from(body)), true);
