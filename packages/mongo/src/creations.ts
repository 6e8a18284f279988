import { createHash } from 'node:crypto';
import { z } from 'zod';
import { conflict, type AppError, isId } from '@symbio/runtime';

/** Client-chosen id that makes a creation repeatable after a lost response; empty: the service generates one. */
export const clientId = z.string().refine((id) => id === '' || isId(id), 'id must be a UUID');

/** Sorts the keys of an object; other values pass unchanged. */
const ordered = (_name: string, value: unknown): unknown =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? Object.fromEntries(Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1)))
    : value;

/**
 * Hex SHA-256 of the creation values: distinguishes a repeated creation from a different one with the same id, even
 * after the row has changed. Values must be plain; key order is ignored at any depth, and undefined equals absent.
 */
export const creationHash = (values: Readonly<Record<string, unknown>>): string =>
  createHash('sha256').update(JSON.stringify(values, ordered)).digest('hex');

/** The id is taken by another creation. `what` includes its article. */
export const idTaken = (what: string): AppError => conflict('id_taken', `${what} with this id exists already.`);
