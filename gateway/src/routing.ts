import type { RequestHandler, Router } from 'express';
import { AppError } from '@symbio/kit';
import { callerOf } from './request.js';

/** Methods of one path; a method that is not listed answers 405. */
export type Methods = Partial<Record<'get' | 'post' | 'put' | 'delete', RequestHandler[]>>;

/** Adds a path with its methods. */
export function methods(router: Router, path: string, handlers: Methods): void {
  const route = router.route(path);
  for (const [method, chain] of Object.entries(handlers)) route[method as keyof Methods](...chain);
  const allowed = Object.keys(handlers).map((method) => method.toUpperCase());
  route.all((_request, response) => {
    response.setHeader('Allow', allowed.join(', '));
    throw new AppError('INVALID_ARGUMENT', 'method_not_allowed', 'This method is not allowed here.');
  });
}

/** Lets only recognised callers through (ERR-03). */
export const signedInOnly: RequestHandler = (request, _response, next) => {
  callerOf(request);
  next();
};
