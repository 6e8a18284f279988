import type { Request } from 'express';
import { invalidFields, notFound } from '@symbio/kit';
import { MAX_PER_PAGE } from '@symbio/proto/limits';
import { z } from 'zod';
import { noProblems, problemsOf, unstorable, unstorablePlace } from './problems.js';
import { idOrNone, query } from './request.js';

/** Checks a body's form: types and unknown fields. What the values must be is the services' to say. */
export function body<T>(request: Request, schema: z.ZodType<T>): T {
  const sent: unknown = request.body ?? {};
  const result = schema.safeParse(sent);
  const bad = unstorablePlace(sent);
  if (result.success && bad === undefined) return result.data;
  const fields = noProblems();
  if (bad !== undefined) fields[bad] = unstorable(bad);
  if (!result.success) problemsOf(result.error, 'field', fields);
  throw invalidFields(fields);
}

/** A text that may be absent, or null for "no value". */
export const text = z.string().nullish();

/** null and absent are the same to the services. */
export const given = <T>(value: T | null | undefined): T | undefined => value ?? undefined;

/** A required query parameter. @throws AppError INVALID_ARGUMENT */
export function requiredQuery(request: Request, name: string): string {
  const value = query(request, name);
  if (value === undefined) throw invalidFields({ [name]: `${name} is required` });
  return value;
}

/** A required id in the query: missing is a bad request, of another form is not found. */
export function requiredId(request: Request, name: string, what: string): string {
  const id = idOrNone(requiredQuery(request, name));
  if (!id) throw notFound(what);
  return id;
}

/** An id in the path. @throws AppError NOT_FOUND for one of another form */
export function pathId(request: Request, what: string, name = 'id'): string {
  const raw = request.params[name];
  const id = idOrNone(typeof raw === 'string' ? raw : undefined);
  if (!id) throw notFound(what);
  return id;
}

function wholeNumber(request: Request, names: string[], max?: number): number {
  const value = query(request, ...names);
  if (value === undefined) return 0;
  const number = Number(value);
  const [name = ''] = names;
  if (!Number.isInteger(number) || number < 1) throw invalidFields({ [name]: `${name} must be a whole number from 1` });
  if (max !== undefined && number > max) throw invalidFields({ [name]: `${name} must be at most ${max}` });
  return number;
}

/** page and per_page (or perPage). */
export const paging = (request: Request) => ({
  page: wholeNumber(request, ['page']),
  perPage: wholeNumber(request, ['per_page', 'perPage'], MAX_PER_PAGE),
});

/** A moment in the query, RFC 3339. */
export function moment(request: Request, name: string): Date | undefined {
  const value = query(request, name);
  if (value === undefined) return undefined;
  const date = new Date(value);
  if (Number.isNaN(date.getTime())) throw invalidFields({ [name]: `${name} must be a date and time` });
  return date;
}
