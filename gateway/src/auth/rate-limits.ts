import type { Request, RequestHandler } from 'express';
import { rateLimit, type Options } from 'express-rate-limit';
import { AppError } from '@symbio/kit';

/** Tries that one address has within WINDOW_MS, counted by each gateway process for itself. */
const TRIES = 10;
const WINDOW_MS = 60_000;

function limit(more: Partial<Options> = {}): RequestHandler {
  return rateLimit({
    windowMs: WINDOW_MS,
    limit: TRIES,
    legacyHeaders: false,
    handler(request: Request & { rateLimit?: { resetTime?: Date } }, _response, next) {
      const waitMs = (request.rateLimit?.resetTime?.getTime() ?? Date.now() + WINDOW_MS) - Date.now();
      next(
        new AppError(
          'RESOURCE_EXHAUSTED',
          'too_many_attempts',
          'Too many attempts. Please wait a moment and try again.',
          { fields: { retry_after: String(Math.max(1, Math.ceil(waitMs / 1000))) } },
        ),
      );
    },
    ...more,
  });
}

/** Lets ten calls a minute of one address through; the rest answers 429 with Retry-After. */
export const limitCalls = (): RequestHandler => limit();

/** The same for sign-ins with wrong credentials; others do not count, so that an office behind one address can work. */
export const limitFailedSignIns = (): RequestHandler =>
  limit({
    skipSuccessfulRequests: true,
    requestWasSuccessful: (_request, response) => response.statusCode !== 401,
  });
