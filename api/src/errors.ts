import { isWrite } from './access.js';
import type { Operation, Refusal } from './operation.js';

/** Meaning of an error status. */
export interface ErrorDescription {
  /** Name in the document. */
  id: string;
  status: number;
  description: string;
}

/** Errors declared by operations. */
const BY_REFUSAL: Record<Refusal, ErrorDescription> = {
  not_found: {
    id: 'NotFound',
    status: 404,
    description: 'Not there, or not for this caller; `fields` names what the request named.',
  },
  conflict: { id: 'Conflict', status: 409, description: 'Its state, or the Idempotency-Key, does not allow this.' },
  stale: {
    id: 'Stale',
    status: 409,
    description: 'Somebody changed it since `updated_at` (`stale`), or its state does not allow this.',
  },
  too_large: { id: 'TooLarge', status: 413, description: 'The request is too large.' },
  unsupported_type: {
    id: 'UnsupportedType',
    status: 415,
    description: 'The Content-Type, or a file, is not of a type that is taken.',
  },
  not_authorized: {
    id: 'NotAuthorized',
    status: 403,
    description: 'The caller may see it but not do this, or the key is for reading only.',
  },
};

/** Errors implied by an operation's properties. */
const BAD_REQUEST = {
  id: 'BadRequest',
  status: 400,
  description: 'Parameters or fields are not valid: `fields` names all of them.',
};
const UNAUTHENTICATED = { id: 'Unauthenticated', status: 401, description: 'No credentials, or bad ones.' };
const TOO_MANY = {
  id: 'TooMany',
  status: 429,
  description: 'Too many requests: `Retry-After` says for how many seconds to wait.',
};
const UNAVAILABLE = {
  id: 'Unavailable',
  status: 503,
  description: 'A part of the service is down: try again after `Retry-After` seconds.',
};

const SLOW_BODY = {
  id: 'SlowBody',
  status: 408,
  description: 'The body took too long to arrive: send it again.',
};
const TIMEOUT = {
  id: 'Timeout',
  status: 504,
  description:
    'A part of the service did not answer in time: what was asked for may have been done. Send it again, a POST under its Idempotency-Key or with its own ids.',
};

/** Possible errors of an operation by status; the first one per status. */
export function refusalsOf({ access, body, consumes, refusals, method }: Operation): Map<number, ErrorDescription> {
  const all: ErrorDescription[] = [
    BAD_REQUEST,
    UNAVAILABLE,
    TIMEOUT,
    ...refusals.map((refusal) => BY_REFUSAL[refusal]),
  ];
  if (access !== 'open') all.push(UNAUTHENTICATED, TOO_MANY);
  if (isWrite(access)) all.push(BY_REFUSAL.not_authorized);
  if (method === 'post') all.push(BY_REFUSAL.conflict);
  if (body) all.push(BY_REFUSAL.too_large, BY_REFUSAL.unsupported_type);
  // forms have no read timeout
  if (body && consumes === undefined) all.push(SLOW_BODY);
  const byStatus = new Map<number, ErrorDescription>();
  for (const meaning of all) if (!byStatus.has(meaning.status)) byStatus.set(meaning.status, meaning);
  return new Map([...byStatus].sort(([a], [b]) => a - b));
}
