import { setTimeout as pause } from 'node:timers/promises';
import { app } from '@symbio/api';
import { AppError, invalidFields, normalizeError, type Logger } from '@symbio/runtime';
import type { Client } from '@symbio/rpc';
import type { IdentityServiceService } from '@symbio/proto/identity';
import { requestOf, type RequestIds } from '../http/request.js';
import { rawRoute, type RawRoute } from '../http/serve.js';
import type { Callers } from '../http/auth/callers.js';

export interface RegistrationRoutesOptions {
  callers: Pick<Callers, 'self'>;
  identity: Pick<Client<typeof IdentityServiceService>, 'signUp' | 'confirmAddress' | 'verifySecretWord'>;
  log: Logger;
  signUpMs?: number;
}

/**
 * Constant response time of a registration in milliseconds, several times the slowest case, so timing reveals nothing.
 */
const SIGN_UP_MS = 1_000;

const operations = app.signIn;

function inBodyNames(thrown: unknown): AppError {
  const error = normalizeError(thrown);
  const { secret_word: secretWord, ...fields } = error.fields ?? {};
  return secretWord ? invalidFields({ ...fields, secretWord }) : error;
}

/** Registration without an account: /api/auth/sign-up, /api/auth/confirm and /api/secret-manager. */
export function registrationRoutes(options: RegistrationRoutesOptions): RawRoute[] {
  const { callers, identity, log, signUpMs = SIGN_UP_MS } = options;
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

  return [
    rawRoute(operations.signUp, async ({ body: form }, request) => {
      const minimumDuration = pause(signUpMs);
      try {
        await identity.signUp(form, await callers.self(requestOf(request)));
      } catch (thrown) {
        throw inBodyNames(thrown);
      }
      await minimumDuration;
      return { status: 'confirmation_sent' as const };
    }),
    rawRoute(operations.confirmAddress, async ({ query: { token } }, request, response) => {
      // the link opens in a browser: every outcome leads to a page
      const page = token ? await confirm(token, requestOf(request)) : '/login?confirmation=expired';
      response.set('Cache-Control', 'no-store').redirect(page);
      return undefined;
    }),
    rawRoute(operations.verifySecretWord, async ({ body: { secretWord } }, request) => {
      try {
        const parent = await callers.self(requestOf(request));
        const { isValid } = await identity.verifySecretWord({ secretWord }, parent);
        return { data: { isValid } };
      } catch (cause) {
        // ERR-29
        const { code } = normalizeError(cause);
        throw new AppError(code, 'secret_word_not_checked', 'Failed to verify secret word', { cause });
      }
    }),
  ];
}
