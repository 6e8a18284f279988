import type { RequestHandler } from 'express';
import { AppError } from '@symbio/runtime';
import type { ApiKeyAccess } from '@symbio/proto/identity/vocabulary';
import { requestOf, type Caller } from '../request.js';

/** @throws AppError PERMISSION_DENIED (read_only_key) when a read-only key attempts a write */
export function requireAccess(caller: Pick<Caller, 'key'> | undefined, needed: ApiKeyAccess): void {
  if (needed === 'write' && caller?.key?.access === 'read')
    throw new AppError(
      'PERMISSION_DENIED',
      'read_only_key',
      'This API key may only read. To write, use a key with write access.',
    );
}

export const accessOf = (method: string): ApiKeyAccess =>
  method === 'GET' || method === 'HEAD' || method === 'OPTIONS' ? 'read' : 'write';

/** By HTTP method. Operations check again, as MCP tools have no method. */
export const readOnlyKeys: RequestHandler = (request, _response, next) => {
  requireAccess(requestOf(request).caller, accessOf(request.method));
  next();
};
