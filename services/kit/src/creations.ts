import { createHash } from 'node:crypto';
import { z } from 'zod';
import { conflict, type AppError } from './errors.js';
import { isId } from './ids.js';

/**
 * The id a client gives to what it creates, so that a call whose answer was lost can be repeated; empty: the service
 * mints one.
 */
export const clientId = z.string().refine((id) => id === '' || isId(id), 'id must be a UUID');

/** An object with its names in order; all else as it is. */
const ordered = (_name: string, value: unknown): unknown =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? Object.fromEntries(Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1)))
    : value;

/**
 * SHA-256 of what something was created with, hex: tells a repeated creation from another one under the same id, also
 * when the row was changed in between. The values must be plain; the order of their names does not matter, at any depth, and
 * undefined is the same as absent.
 */
export const creationHash = (values: Readonly<Record<string, unknown>>): string =>
  createHash('sha256').update(JSON.stringify(values, ordered)).digest('hex');

/**
 * Whether a creation under an id repeats the one that made the row under it. A row that has no hash was made by a version
 * before rows of its kind had one: what else is compared has to do then.
 */
export const repeats = ({ creationHash: made }: { creationHash?: string }, hash: string | undefined): boolean =>
  made === undefined || made === hash;

/** Somebody else, or somebody with other content, created something under this id. `what` has its article. */
export const idTaken = (what: string): AppError => conflict('id_taken', `${what} with this id exists already.`);
