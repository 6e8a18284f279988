import type { Request, RequestHandler, Router } from 'express';
import { AppError } from '@symbio/kit';
import { callerOf } from './request.js';

/** Methods of one path; a method that is not listed answers 405, and OPTIONS which ones are. */
export type Methods = Partial<Record<'get' | 'post' | 'put' | 'delete', RequestHandler[]>>;

/** Adds a path with its methods. */
export function methods(router: Router, path: string, handlers: Methods): void {
  const route = router.route(path);
  for (const [method, chain] of Object.entries(handlers)) route[method as keyof Methods](...chain);
  const allowed = Object.keys(handlers).flatMap((method) =>
    method === 'get' ? ['GET', 'HEAD'] : method.toUpperCase(),
  );
  route.all((request, response) => {
    response.setHeader('Allow', [...allowed, 'OPTIONS'].join(', '));
    if (request.method === 'OPTIONS') return void response.status(204).end();
    throw new AppError('INVALID_ARGUMENT', 'method_not_allowed', 'This method is not allowed here.');
  });
}

/** Whether a request has a body: some clients say of a POST without one that it has 0 bytes. */
const hasBody = ({ headers }: Request): boolean =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;

/** A body of another type would be passed over, and its fields would look missing. @throws AppError: 415 */
export const jsonOnly: RequestHandler = (request, _response, next) => {
  if (hasBody(request) && !request.is('application/json'))
    throw new AppError(
      'INVALID_ARGUMENT',
      'unsupported_type',
      'The body must be JSON: send Content-Type: application/json.',
    );
  next();
};

/** Lets only recognised callers through (ERR-03). */
export const signedInOnly: RequestHandler = (request, _response, next) => {
  callerOf(request);
  next();
};

/** For addresses that nothing answers. */
export const nothingHere = (): AppError => new AppError('NOT_FOUND', 'not_found', 'There is nothing at this address.');
