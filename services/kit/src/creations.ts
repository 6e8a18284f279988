import { createHash } from 'node:crypto';
import { z } from 'zod';
import { conflict, type AppError } from './errors.js';
import { isId } from './ids.js';

/**
 * The id a client gives to what it creates, so that a call whose answer was lost can be repeated; empty: the service
 * mints one.
 */
export const clientId = z.string().refine((id) => id === '' || isId(id), 'id must be a UUID');

/**
 * SHA-256 of what something was created with, hex: tells a repeated creation from another one under the same id, also
 * when the row was changed in between. The values must be plain and flat; the order of their names does not matter.
 */
export const creationHash = (values: Readonly<Record<string, unknown>>): string =>
  createHash('sha256')
    .update(JSON.stringify(values, Object.keys(values).sort()))
    .digest('hex');

/** Somebody else, or somebody with other content, created something under this id. `what` has its article. */
export const idTaken = (what: string): AppError => conflict('id_taken', `${what} with this id exists already.`);
