/** Who was erased: kept in NATS, apart from every database, so that a backup that knows them still is put right. */
import { createHash } from 'node:crypto';
import { z } from 'zod';
import type { KeyValue } from '../events/nats.js';

/** Name of the bucket. It holds ids and moments, and forgets nothing. */
export const ERASED_BUCKET = 'erased-people';

/** Digits and letters without those that are taken for one another (Crockford's base 32). */
const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
/** 30 bits: of a thousand erased people two have the same letters with a probability of 1 in 2,000. */
const LETTERS = 6;

/**
 * What stands in the place of a person's name from then on. It follows from the user's id alone: every service, and every
 * restored backup, comes to the same one, and two erased people remain two.
 */
export function erasedName(userId: string): string {
  const digest = createHash('sha256').update(`erased person\n${userId}`).digest();
  const letters = [...digest.subarray(0, LETTERS)].map((byte) => ALPHABET[byte % ALPHABET.length]).join('');
  return `Erased person ${letters}`;
}

/** Somebody who was erased. */
export interface ErasedPerson {
  userId: string;
  /** The person's author; empty when there was none. */
  authorId: string;
  at: Date;
}

const stored = z.object({ authorId: z.string(), at: z.coerce.date() });

/** Somebody as the list has them, beside the id that they are kept under. @throws for anything else */
export const erasedPersonOf = (userId: string, value: unknown): ErasedPerson => ({ userId, ...stored.parse(value) });

/** The list of those who were erased. Each call throws AppError UNAVAILABLE while NATS is away. */
export interface ErasedPeople {
  /** Adds somebody; whoever is in it stays as they are. */
  add(person: ErasedPerson): Promise<void>;
  all(): Promise<ErasedPerson[]>;
}

/** The list in its bucket; the key is the user's id. */
export const erasedPeople = (bucket: Pick<KeyValue, 'create' | 'all'>): ErasedPeople => ({
  async add({ userId, authorId, at }) {
    await bucket.create(userId, { authorId, at: at.toISOString() });
  },
  async all() {
    const values = await bucket.all();
    return Object.entries(values).map(([userId, value]) => erasedPersonOf(userId, value));
  },
});
