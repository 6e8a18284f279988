import type { RequestHandler } from 'express';
import { AppError } from '@symbio/kit';
import type { ApiKeyAccess } from '@symbio/proto/identity/vocabulary';
import { requestOf, type Caller } from '../request.js';

/**
 * Lets a key do what it may.
 * @throws AppError PERMISSION_DENIED (read_only_key) when one that may only read is to write
 */
export function requireAccess(caller: Pick<Caller, 'key'> | undefined, needed: ApiKeyAccess): void {
  if (needed === 'write' && caller?.key?.access === 'read')
    throw new AppError(
      'PERMISSION_DENIED',
      'read_only_key',
      'This API key may only read. To write, use a key with write access.',
    );
}

/** What a method of HTTP needs. */
export const accessOf = (method: string): ApiKeyAccess =>
  method === 'GET' || method === 'HEAD' || method === 'OPTIONS' ? 'read' : 'write';

/**
 * Keeps keys that may only read from calls that write, told by their method: whatever is mounted, declared or not. Declared
 * operations ask `requireAccess` themselves, as tools for models call them without any method.
 */
export const readOnlyKeys: RequestHandler = (request, _response, next) => {
  requireAccess(requestOf(request).caller, accessOf(request.method));
  next();
};
