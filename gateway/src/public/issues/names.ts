/** How requests name issues: by UUID or by key, `SYM-12` in any case. */
import type { Request } from 'express';
import { isId, notFound } from '@symbio/kit';
import { issueNumber } from '@symbio/proto/issue/key';
import { requiredQuery } from '../../input.js';

/** A text that may name an issue; one of another form names none, so that the service answers "not found". */
export const nameOrNone = (value: string | null | undefined): string =>
  value && (isId(value) || issueNumber(value) !== undefined) ? value : '';

/** The issue that a query names. @throws AppError INVALID_ARGUMENT when it names none, NOT_FOUND for another form */
export function requiredIssue(request: Request, parameter: string): string {
  const name = nameOrNone(requiredQuery(request, parameter));
  if (!name) throw notFound('Issue');
  return name;
}
