import { isId, notFound } from '@symbio/runtime';

/** Services do not distinguish null and absent. */
export const given = <T>(value: T | null | undefined): T | undefined => value ?? undefined;

/**
 * Optional id; empty if absent.
 * @throws AppError NOT_FOUND if malformed, as for an unknown id
 */
export function namedId(value: string | null | undefined, name: string, what: string): string {
  if (!value) return '';
  if (!isId(value)) throw notFound(what, name);
  return value;
}
