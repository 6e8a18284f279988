/** Register of erased people in NATS, separate from the databases, so restored backups are erased again. */
import { createHash } from 'node:crypto';
import { z } from 'zod';
import type { KeyValue } from '@symbio/events';

/** Bucket of ids and timestamps without expiry. */
export const ERASED_BUCKET = 'erased-people';

/** Digits and letters without ambiguous characters (Crockford's base 32). */
const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
/** 30 bits: two of a thousand erased people share the letters with a probability of 1 in 2,000. */
const LETTERS = 6;

/**
 * Replacement for an erased person's name. Derived from the user id alone, so it is the same in every service and
 * backup, and people stay distinct.
 */
export function erasedName(userId: string): string {
  const digest = createHash('sha256').update(`erased person\n${userId}`).digest();
  const letters = [...digest.subarray(0, LETTERS)].map((byte) => ALPHABET[byte % ALPHABET.length]).join('');
  return `Erased person ${letters}`;
}

export interface ErasedPerson {
  userId: string;
  /** Author id; empty if none. */
  authorId: string;
  at: Date;
}

const stored = z.object({ authorId: z.string(), at: z.coerce.date() });

/** Parses a stored entry by its key, the user id. @throws for invalid entries */
export const erasedPersonOf = (userId: string, value: unknown): ErasedPerson => ({ userId, ...stored.parse(value) });

/** Register of erased people. Calls throw AppError UNAVAILABLE while NATS is unavailable. */
export interface ErasedPeople {
  /** Adds a person; keeps an existing entry. */
  add(person: ErasedPerson): Promise<void>;
  all(): Promise<ErasedPerson[]>;
}

/** Register in its bucket, keyed by user id. */
export const erasedPeople = (bucket: Pick<KeyValue, 'create' | 'all'>): ErasedPeople => ({
  async add({ userId, authorId, at }) {
    await bucket.create(userId, { authorId, at: at.toISOString() });
  },
  async all() {
    const values = await bucket.all();
    return Object.entries(values).map(([userId, value]) => erasedPersonOf(userId, value));
  },
});
