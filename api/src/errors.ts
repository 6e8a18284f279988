import { isWrite } from './access.js';
import type { Operation, Refusal } from './operation.js';

export interface ErrorDescription {
  /** Name in the document. */
  id: string;
  status: number;
  description: string;
}

const UNAUTHENTICATED = { id: 'Unauthenticated', status: 401, description: 'Missing or invalid credentials.' };

const BY_REFUSAL: Record<Refusal, ErrorDescription> = {
  not_found: {
    id: 'NotFound',
    status: 404,
    description: 'Not found, or not visible to the caller; `fields` lists the invalid references of the request.',
  },
  conflict: {
    id: 'Conflict',
    status: 409,
    description: 'The item’s state or the Idempotency-Key does not allow this.',
  },
  stale: {
    id: 'Stale',
    status: 409,
    description: 'The item changed after `updated_at` (`stale`), or its state does not allow this.',
  },
  too_large: { id: 'TooLarge', status: 413, description: 'The request is too large.' },
  unsupported_type: {
    id: 'UnsupportedType',
    status: 415,
    description: 'Unsupported Content-Type or file type.',
  },
  not_authorized: {
    id: 'NotAuthorized',
    status: 403,
    description: 'The caller may see the item but lacks the permission, or the key is read-only.',
  },
  unauthenticated: UNAUTHENTICATED,
};

/** Errors implied by an operation's properties. */
const BAD_REQUEST = {
  id: 'BadRequest',
  status: 400,
  description: 'Invalid parameters or fields: `fields` lists all of them.',
};
const TOO_MANY = {
  id: 'TooMany',
  status: 429,
  description: 'Too many requests: wait for `Retry-After` seconds.',
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
    'A part of the service did not respond in time; the request may have been executed. Retry it, a POST with the same Idempotency-Key or client ids.',
};

/** The first one per status. */
export function refusalsOf({
  access,
  body,
  consumes,
  refusals,
  method,
  rate,
  sameOrigin,
}: Operation): Map<number, ErrorDescription> {
  const all: ErrorDescription[] = [
    BAD_REQUEST,
    UNAVAILABLE,
    TIMEOUT,
    ...refusals.map((refusal) => BY_REFUSAL[refusal]),
  ];
  if (access !== 'open') all.push(UNAUTHENTICATED);
  if (access !== 'open' || rate) all.push(TOO_MANY);
  if (isWrite(access) || sameOrigin) all.push(BY_REFUSAL.not_authorized);
  if (method === 'post') all.push(BY_REFUSAL.conflict);
  if (body) all.push(BY_REFUSAL.too_large, BY_REFUSAL.unsupported_type);
  // forms have no read timeout
  if (body && consumes === undefined) all.push(SLOW_BODY);
  const byStatus = new Map<number, ErrorDescription>();
  for (const meaning of all) if (!byStatus.has(meaning.status)) byStatus.set(meaning.status, meaning);
  return new Map([...byStatus].sort(([a], [b]) => a - b));
}
