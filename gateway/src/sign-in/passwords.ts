import { setTimeout as pause } from 'node:timers/promises';
import { app } from '@symbio/api';
import { AppError, invalidFields, normalizeError, refuseFields, type Logger } from '@symbio/runtime';
import type { Client } from '@symbio/rpc';
import type { IdentityServiceService } from '@symbio/proto/identity';
import { callerOf, requestOf } from '../http/request.js';
import { rawRoute, type RawRoute } from '../http/serve.js';
import type { Callers } from '../http/auth/callers.js';
import type { HiddenCookie } from './cookies.js';
import { nextSecond, sessionOf, type EndedSessions } from '../http/auth/ended-sessions.js';
import type { IdentityProvider, SessionTokens } from './provider.js';

export interface PasswordRoutesOptions {
  provider: Pick<IdentityProvider, 'signIn'>;
  callers: Pick<Callers, 'self'>;
  identity: Pick<
    Client<typeof IdentityServiceService>,
    'resendConfirmation' | 'requestPasswordReset' | 'resetPassword' | 'changePassword'
  >;
  ended: Pick<EndedSessions, 'endAllOf'>;
  cookie: Pick<HiddenCookie, 'set'>;
  log: Logger;
  /** Minimum response time in milliseconds, to hide whether an account exists. */
  mailMs?: number;
}

/** Same as for registration ({@link registrationRoutes}): longer than an address lookup. */
const MAIL_MS = 1_000;

const operations = app.signIn;

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
export function passwordRoutes(options: PasswordRoutesOptions): RawRoute[] {
  const { provider, callers, identity, ended, cookie, log, mailMs = MAIL_MS } = options;

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

  const mails = [
    [operations.requestPasswordReset, 'requestPasswordReset'],
    [operations.resendConfirmation, 'resendConfirmation'],
  ] as const;
  return [
    ...mails.map(([operation, call]) =>
      rawRoute(operation, async ({ body: form }, request) => {
        const minimumDuration = pause(mailMs);
        await identity[call](form, await callers.self(requestOf(request)));
        await minimumDuration;
        // also for an address without an account
        return { status: 'mail_sent' as const };
      }),
    ),
    rawRoute(operations.resetPassword, async ({ body: form }, request) => {
      const { userId } = await identity.resetPassword(form, await callers.self(requestOf(request)));
      requestOf(request).userId = userId;
      await ended.endAllOf(userId);
      await nextSecond();
      return { status: 'password_changed' as const };
    }),
    rawRoute(operations.changePassword, async ({ body }, request, response) => {
      const { current_password: current, new_password: next } = body;
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
      return { access_token: tokens.accessToken, token_type: 'Bearer' as const, expires_in: tokens.expiresIn };
    }),
  ];
}
