import { setTimeout as pause } from 'node:timers/promises';
import { about, unseen } from '../http/audit/audit-subject.js';
import { type Router, json } from 'express';
import { AppError, invalidFields, normalizeError, type Logger } from '@symbio/runtime';
import type { Client } from '@symbio/rpc';
import type { IdentityServiceService } from '@symbio/proto/identity';
import { z } from 'zod';
import { body, textOrEmpty } from '../http/input.js';
import { query, requestOf, type RequestIds } from '../http/request.js';
import { jsonOnly, methods, strictRouter } from '../http/routing.js';
import type { Callers } from '../http/auth/callers.js';
import type { RateLimits } from '../http/auth/rate-limits.js';
import { sameOriginOnly } from '../http/same-origin.js';

export interface RegistrationRoutesOptions {
  callers: Pick<Callers, 'self'>;
  identity: Pick<Client<typeof IdentityServiceService>, 'signUp' | 'confirmAddress' | 'verifySecretWord'>;
  limits: Pick<RateLimits, 'signUp' | 'secretWord' | 'confirm'>;
  log: Logger;
  signUpMs?: number;
}

/**
 * Constant response time of a registration in milliseconds, several times the slowest case, so timing reveals nothing.
 */
const SIGN_UP_MS = 1_000;

/** Missing counts as empty. */
const registration = z.strictObject({
  name: textOrEmpty,
  email: textOrEmpty,
  password: textOrEmpty,
  secretWord: textOrEmpty,
});
const secret = z.strictObject({ secretWord: textOrEmpty });

function inBodyNames(thrown: unknown): AppError {
  const error = normalizeError(thrown);
  const { secret_word: secretWord, ...fields } = error.fields ?? {};
  return secretWord ? invalidFields({ ...fields, secretWord }) : error;
}

/** Registration without an account: /api/auth/sign-up, /api/auth/confirm and /api/secret-manager. */
export function registrationRoutes(options: RegistrationRoutesOptions): Router {
  const { callers, identity, limits, log, signUpMs = SIGN_UP_MS } = options;
  /** Confirms an address. @returns the page that shows the outcome */
  async function confirm(token: string, request: RequestIds): Promise<string> {
    try {
      await identity.confirmAddress({ token }, await callers.self(request));
      return '/login?confirmed=1';
    } catch (thrown) {
      const error = normalizeError(thrown);
      if (error.reason === 'confirmation_link_over') return '/login?confirmation=expired';
      // setting another password also confirms the address
      if (error.code === 'INVALID_ARGUMENT') return '/forgot-password';
      if (error.code !== 'UNAVAILABLE') throw error;
      log.warn({ err: error }, 'confirmation delayed: identity provider unreachable');
      return '/login?confirmation=unavailable';
    }
  }

  const router = strictRouter();
  methods(router, '/auth/sign-up', about('user'), {
    post: [
      sameOriginOnly,
      limits.signUp,
      jsonOnly,
      json(),
      async (request, response) => {
        const form = body(request, registration);
        const minimumDuration = pause(signUpMs);
        try {
          await identity.signUp(form, await callers.self(requestOf(request)));
        } catch (thrown) {
          throw inBodyNames(thrown);
        }
        await minimumDuration;
        response.status(201).json({ status: 'confirmation_sent' });
      },
    ],
  });
  methods(router, '/auth/confirm', about('user', { get: unseen }), {
    get: [
      limits.confirm,
      async (request, response) => {
        const token = query(request, 'token');
        // the link opens in a browser: every outcome leads to a page
        const page = token ? await confirm(token, requestOf(request)) : '/login?confirmation=expired';
        response.set('Cache-Control', 'no-store').redirect(page);
      },
    ],
  });
  methods(router, '/secret-manager', about('user'), {
    post: [
      sameOriginOnly,
      limits.secretWord,
      jsonOnly,
      json(),
      async (request, response) => {
        const { secretWord } = body(request, secret);
        try {
          const parent = await callers.self(requestOf(request));
          const { isValid } = await identity.verifySecretWord({ secretWord }, parent);
          response.json({ data: { isValid } });
        } catch (cause) {
          // ERR-29
          const { code } = normalizeError(cause);
          throw new AppError(code, 'secret_word_not_checked', 'Failed to verify secret word', { cause });
        }
      },
    ],
  });
  return router;
}
