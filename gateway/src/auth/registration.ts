import { setTimeout as pause } from 'node:timers/promises';
import { about, unseen } from '../audit/audit-subject.js';
import { type Router, json } from 'express';
import { AppError, invalidFields, normalizeError, type Client, type Logger } from '@symbio/kit';
import type { IdentityServiceService } from '@symbio/proto/identity';
import { z } from 'zod';
import { body } from '../input.js';
import { query, requestOf, type RequestIds } from '../request.js';
import { jsonOnly, methods, strictRouter } from '../routing.js';
import type { Callers } from './callers.js';
import type { RateLimits } from './rate-limits.js';
import { sameOriginOnly } from './same-origin.js';

export interface RegistrationRoutesOptions {
  callers: Pick<Callers, 'self'>;
  identity: Pick<Client<typeof IdentityServiceService>, 'signUp' | 'confirmAddress' | 'verifySecretWord'>;
  limits: Pick<RateLimits, 'signUp' | 'secretWord' | 'confirm'>;
  log: Logger;
  /** Milliseconds that the answer to a registration takes at least. */
  signUpMs?: number;
}

/**
 * Milliseconds that the answer to a registration takes, whether the address is new, has an account, or has one that waits for
 * its confirmation: several times what the longest of the three needs at the provider, so that the clock tells nothing.
 */
const SIGN_UP_MS = 1_000;

/** What is missing counts as empty, so that the refusal names it among the other bad fields. */
const entry = z.string().default('');
const registration = z.strictObject({ name: entry, email: entry, password: entry, secretWord: entry });
const secret = z.strictObject({ secretWord: entry });

/** A refusal with the body's own name of the secret word. */
function inBodyNames(thrown: unknown): AppError {
  const error = normalizeError(thrown);
  const { secret_word: secretWord, ...fields } = error.fields ?? {};
  return secretWord ? invalidFields({ ...fields, secretWord }) : error;
}

/** Registration, for people without an account: /api/auth/sign-up, /api/auth/confirm and /api/secret-manager. */
export function registrationRoutes(options: RegistrationRoutesOptions): Router {
  const { callers, identity, limits, log, signUpMs = SIGN_UP_MS } = options;
  /** Follows a link. @returns the page that tells the person the outcome */
  async function confirm(token: string, request: RequestIds): Promise<string> {
    try {
      await identity.confirmAddress({ token }, await callers.self(request));
      return '/login?confirmed=1';
    } catch (thrown) {
      const error = normalizeError(thrown);
      if (error.reason === 'confirmation_link_over') return '/login?confirmation=expired';
      // the realm has a stricter rule than this product: another password confirms the address as well
      if (error.code === 'INVALID_ARGUMENT') return '/forgot-password';
      if (error.code !== 'UNAVAILABLE') throw error;
      log.warn({ err: error }, 'a confirmation waits: the identity provider does not answer');
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
        const answerable = pause(signUpMs);
        try {
          await identity.signUp(form, await callers.self(requestOf(request)));
        } catch (thrown) {
          throw inBodyNames(thrown);
        }
        await answerable;
        response.status(201).json({ status: 'confirmation_sent' });
      },
    ],
  });
  methods(router, '/auth/confirm', about('user', { get: unseen }), {
    get: [
      limits.confirm,
      async (request, response) => {
        const token = query(request, 'token');
        // a person follows the link in a browser: every outcome leads to a page
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
