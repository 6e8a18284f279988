import { setTimeout as pause } from 'node:timers/promises';
import { about, act } from '../http/audit/audit-subject.js';
import { type Router, json } from 'express';
import { AppError, invalidFields, normalizeError, refuseFields, type Logger } from '@symbio/runtime';
import type { Client } from '@symbio/rpc';
import type { IdentityServiceService } from '@symbio/proto/identity';
import { z } from 'zod';
import { body, textOrEmpty } from '../http/input.js';
import { callerOf, requestOf } from '../http/request.js';
import { jsonOnly, methods, signedInOnly, strictRouter } from '../http/routing.js';
import type { Callers } from '../http/auth/callers.js';
import type { HiddenCookie } from './cookies.js';
import { nextSecond, sessionOf, type EndedSessions } from '../http/auth/ended-sessions.js';
import type { IdentityProvider, SessionTokens } from './provider.js';
import type { RateLimits } from '../http/auth/rate-limits.js';
import { sameOriginOnly } from '../http/same-origin.js';

export interface PasswordRoutesOptions {
  provider: Pick<IdentityProvider, 'signIn'>;
  callers: Pick<Callers, 'self' | 'authenticate'>;
  identity: Pick<
    Client<typeof IdentityServiceService>,
    'resendConfirmation' | 'requestPasswordReset' | 'resetPassword' | 'changePassword'
  >;
  limits: Pick<RateLimits, 'passwordMail' | 'passwordReset' | 'passwordChange'>;
  ended: Pick<EndedSessions, 'endAllOf'>;
  cookie: Pick<HiddenCookie, 'set'>;
  log: Logger;
  /** Minimum response time in milliseconds, to hide whether an account exists. */
  mailMs?: number;
}

/** Same as for registration ({@link registrationRoutes}): longer than an address lookup. */
const MAIL_MS = 1_000;

/** Missing counts as empty. */
const addressForm = z.strictObject({ email: textOrEmpty });
const resetForm = z.strictObject({ token: textOrEmpty, password: textOrEmpty });
const changeForm = z.strictObject({ current_password: textOrEmpty, new_password: textOrEmpty });

/** Rejects a wrong current password; not 401, since the session is valid. */
function wrongPassword(): AppError {
  const message = 'The current password is wrong';
  return new AppError('PERMISSION_DENIED', 'wrong_password', message, { fields: { current_password: message } });
}

function asNewPassword(thrown: unknown): AppError {
  const error = normalizeError(thrown);
  const { password, ...fields } = error.fields ?? {};
  return password ? invalidFields({ ...fields, new_password: password }) : error;
}

/** /api/auth/forgot-password, reset-password, change-password and resend-confirmation. */
export function passwordRoutes(options: PasswordRoutesOptions): Router {
  const { provider, callers, identity, limits, ended, cookie, log, mailMs = MAIL_MS } = options;

  /** Starts a new session after all were ended. @throws AppError UNAVAILABLE if it cannot be started */
  async function restartSession(email: string, password: string, requestId: string): Promise<SessionTokens> {
    try {
      return await provider.signIn(email, password);
    } catch (cause) {
      log.warn({ err: cause, request_id: requestId }, 'sign-in after a password change failed');
      throw new AppError(
        'UNAVAILABLE',
        'password_changed_signed_out',
        'Your password was changed. Please sign in with the new one.',
        { cause },
      );
    }
  }

  const router = strictRouter();
  router.use(['/forgot-password', '/reset-password', '/change-password', '/resend-confirmation'], sameOriginOnly);
  for (const [path, call] of [
    ['/forgot-password', 'requestPasswordReset'],
    ['/resend-confirmation', 'resendConfirmation'],
  ] as const)
    methods(router, path, about('user'), {
      post: [
        limits.passwordMail,
        jsonOnly,
        json(),
        async (request, response) => {
          const form = body(request, addressForm);
          const minimumDuration = pause(mailMs);
          await identity[call](form, await callers.self(requestOf(request)));
          await minimumDuration;
          // also for an address without an account
          response.status(202).json({ status: 'mail_sent' });
        },
      ],
    });
  methods(router, '/reset-password', about('user', { post: act('changed', 'password.reset') }), {
    post: [
      limits.passwordReset,
      jsonOnly,
      json(),
      async (request, response) => {
        const form = body(request, resetForm);
        const { userId } = await identity.resetPassword(form, await callers.self(requestOf(request)));
        requestOf(request).userId = userId;
        await ended.endAllOf(userId);
        await nextSecond();
        response.json({ status: 'password_changed' });
      },
    ],
  });
  methods(router, '/change-password', about('user', { post: act('changed', 'password.changed') }), {
    post: [
      callers.authenticate,
      signedInOnly,
      limits.passwordChange,
      jsonOnly,
      json(),
      async (request, response) => {
        const { current_password: current, new_password: next } = body(request, changeForm);
        refuseFields({
          ...(current ? {} : { current_password: 'Current password is required' }),
          ...(next ? {} : { new_password: 'New password is required' }),
          ...(next && next === current ? { new_password: 'The new password is the current one' } : {}),
        });
        const { actor, email } = callerOf(request);
        const { requestId } = requestOf(request);
        try {
          // the provider verifies the password; the session this starts ends with all others
          await provider.signIn(email, current);
        } catch (thrown) {
          const error = normalizeError(thrown);
          throw error.reason === 'wrong_credentials' ? wrongPassword() : error;
        }
        try {
          await identity.changePassword({ userId: actor.sub, password: next }, await callers.self(requestOf(request)));
        } catch (thrown) {
          throw asNewPassword(thrown);
        }
        // the current request's access token belongs to the ended sessions
        await ended.endAllOf(actor.sub);
        const tokens = await restartSession(email, next, requestId);
        await ended.endAllOf(actor.sub, sessionOf(tokens.accessToken));
        await nextSecond();
        cookie.set(response, tokens.refreshToken, tokens.refreshExpiresIn * 1000);
        response.json({ access_token: tokens.accessToken, token_type: 'Bearer', expires_in: tokens.expiresIn });
      },
    ],
  });
  return router;
}
