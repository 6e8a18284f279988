import type { Request } from 'express';
import { invalidFields, isId, notFound } from '@symbio/runtime';
import { MAX_PER_PAGE } from '@symbio/proto/limits';
import { z } from 'zod';
import { list, sliceOf } from './lists.js';
import { noProblems, problemsOf, unstorable, unstorablePlace } from './problems.js';
import { idOrNone, query } from './request.js';

/** Validates a body's types and field names; services validate the values. */
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

/** Optional string; null means "no value". */
export const text = z.string().nullish();

/** Text that a rule checks, absent like empty. */
export const textOrEmpty = z.string().default('');

/** Services do not distinguish null and absent. */
export const given = <T>(value: T | null | undefined): T | undefined => value ?? undefined;

export function requiredQuery(request: Request, name: string): string {
  const value = query(request, name);
  if (value === undefined) throw invalidFields({ [name]: `${name} is required` });
  return value;
}

/**
 * Optional id; empty if absent.
 * @throws AppError NOT_FOUND if malformed, as for an unknown id
 */
export function namedId(value: string | null | undefined, name: string, what: string): string {
  if (!value) return '';
  if (!isId(value)) throw notFound(what, name);
  return value;
}

/** Required query id: missing is a bad request, malformed is not found. */
export const requiredId = (request: Request, name: string, what: string): string =>
  namedId(requiredQuery(request, name), name, what);

/** Required id in a body. @throws AppError INVALID_ARGUMENT if missing, NOT_FOUND if malformed */
export function requiredIdOf(value: string | null | undefined, name: string, what: string): string {
  if (!value) throw invalidFields({ [name]: `${name} is required` });
  return namedId(value, name, what);
}

/** Optional query id; empty if absent. @throws AppError NOT_FOUND if malformed */
export const optionalId = (request: Request, name: string, what: string): string =>
  namedId(query(request, name), name, what);

/** Path id. @throws AppError NOT_FOUND if malformed */
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

export const paging = (request: Request) => ({
  page: wholeNumber(request, ['page']),
  perPage: wholeNumber(request, ['per_page', 'perPage'], MAX_PER_PAGE),
});

/** Paging of lists that are returned whole by default: undefined if not requested. */
export function optionalPaging(request: Request): { page: number; perPage: number } | undefined {
  const requested = paging(request);
  return requested.page === 0 && requested.perPage === 0 ? undefined : requested;
}

export function listOf<Item>(request: Request, all: Item[]): ReturnType<typeof list<Item>> {
  const paging = optionalPaging(request);
  return paging ? sliceOf(all, paging) : list(all);
}

export function moment(request: Request, name: string): Date | undefined {
  const value = query(request, name);
  if (value === undefined) return undefined;
  const date = new Date(value);
  if (Number.isNaN(date.getTime())) throw invalidFields({ [name]: `${name} must be a date and time` });
  return date;
}
