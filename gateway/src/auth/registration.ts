import { Router, json } from 'express';
import { AppError, invalidFields, normalizeError, type Client } from '@symbio/kit';
import type { IdentityServiceService } from '@symbio/proto/identity';
import { z } from 'zod';
import { body } from '../input.js';
import { query, requestOf } from '../request.js';
import { methods } from '../routing.js';
import type { Callers } from './callers.js';
import type { IdentityProvider } from './provider.js';
import { limitCalls } from './rate-limits.js';

export interface RegistrationRoutesOptions {
  provider: Pick<IdentityProvider, 'confirm'>;
  callers: Pick<Callers, 'self'>;
  identity: Pick<Client<typeof IdentityServiceService>, 'signUp' | 'verifySecretWord'>;
}

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
export function registrationRoutes({ provider, callers, identity }: RegistrationRoutesOptions): Router {
  const router = Router();
  methods(router, '/auth/sign-up', {
    post: [
      limitCalls(),
      json(),
      async (request, response) => {
        const form = body(request, registration);
        try {
          await identity.signUp(form, await callers.self(requestOf(request).requestId));
        } catch (thrown) {
          throw inBodyNames(thrown);
        }
        response.status(201).json({ status: 'confirmation_sent' });
      },
    ],
  });
  methods(router, '/auth/confirm', {
    get: [
      async (request, response) => {
        const token = query(request, 'token');
        const outcome = token ? await provider.confirm(token) : 'expired';
        response.set('Cache-Control', 'no-store');
        if (outcome === 'confirmed') response.redirect('/login?confirmed=1');
        else if (outcome === 'expired') response.redirect('/login?confirmation=expired');
        else response.redirect(outcome.ask);
      },
    ],
  });
  methods(router, '/secret-manager', {
    post: [
      limitCalls(),
      json(),
      async (request, response) => {
        const { secretWord } = body(request, secret);
        try {
          const parent = await callers.self(requestOf(request).requestId);
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
