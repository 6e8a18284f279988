import { app } from '@symbio/api';
import type { Request, Response } from 'express';
import { AppError, invalidFields, normalizeError, refuseFields, unauthenticated, type Logger } from '@symbio/runtime';
import type { Client } from '@symbio/rpc';
import type { IdentityServiceService, User } from '@symbio/proto/identity';
import type { GatewayConfig } from '../config.js';
import { presentUser } from '../present/people.js';
import { requestOf } from '../http/request.js';
import { rawRoute, type RawRoute } from '../http/serve.js';
import type { Callers } from '../http/auth/callers.js';
import { sessionCookie } from './cookies.js';
import { sessionOf, userOfToken, type EndedSessions } from '../http/auth/ended-sessions.js';
import type { TokenVerifier } from '../http/auth/keycloak.js';
import type { KnownBrowsers } from './known-browsers.js';
import { notConfirmed, type IdentityProvider, type SessionTokens } from './provider.js';
import type { SessionRefresher } from './session-refresher.js';

export interface AuthRoutesOptions {
  config: Pick<
    GatewayConfig,
    'KEYCLOAK_URL' | 'KEYCLOAK_REALM' | 'KEYCLOAK_CLIENT' | 'SINGLE_SIGN_ON' | 'SUPPORT_EMAIL' | 'SESSION_COOKIE_SECURE'
  >;
  provider: Omit<IdentityProvider, 'refresh'>;
  verifier: TokenVerifier;
  callers: Pick<Callers, 'ofClaims' | 'self'>;
  identity: Pick<Client<typeof IdentityServiceService>, 'getMe' | 'awaitsConfirmation'>;
  browsers: KnownBrowsers;
  ended: Pick<EndedSessions, 'end' | 'isOver'>;
  refresher: Pick<SessionRefresher, 'refresh'>;
  log: Logger;
}

const operations = app.signIn;

const isDisabled = (error: AppError): boolean => error.reason === 'account_disabled';

/** Correct credentials of a disabled account: forbidden, not unauthenticated. */
const forbidden = (error: AppError): AppError =>
  isDisabled(error) ? new AppError('PERMISSION_DENIED', error.reason, error.message) : error;

/** Sign-in, session and sign-out: /api/auth/... */
export function authRoutes(options: AuthRoutesOptions): RawRoute[] {
  const { config, provider, verifier, callers, identity, browsers, ended, refresher, log } = options;
  const cookie = sessionCookie(config.SESSION_COOKIE_SECURE === '1');

  /** User of new tokens. A disabled user's session is ended. */
  async function userOf(request: Request, tokens: SessionTokens): Promise<User> {
    const ids = requestOf(request);
    const { requestId, ownId: ownRequestId } = ids;
    try {
      const caller = await callers.ofClaims(await verifier.verify(tokens.accessToken), ids);
      const { user } = await identity.getMe({}, { token: caller.token, requestId, ownRequestId });
      if (!user) throw unauthenticated();
      return user;
    } catch (thrown) {
      const error = normalizeError(thrown);
      if (isDisabled(error))
        await provider.signOut(tokens.refreshToken).catch((cause: unknown) => {
          log.warn({ err: cause, request_id: requestId }, 'ending the session of a disabled account failed');
        });
      throw error;
    }
  }

  const startSession = (response: Response, tokens: SessionTokens): void =>
    cookie.set(response, tokens.refreshToken, tokens.refreshExpiresIn * 1000);

  const answer = (tokens: SessionTokens, user: User): app.signIn.SessionJson => ({
    access_token: tokens.accessToken,
    token_type: 'Bearer',
    expires_in: tokens.expiresIn,
    user: presentUser(user),
  });

  async function open(request: Request, tokens: SessionTokens): Promise<User> {
    try {
      const user = await userOf(request, tokens);
      requestOf(request).userId = user.id;
      return user;
    } catch (thrown) {
      throw forbidden(normalizeError(thrown));
    }
  }

  /** The provider stores no password until the address is confirmed (AUTH-10). */
  async function signIn(request: Request, email: string, password: string): Promise<SessionTokens> {
    try {
      return await provider.signIn(email, password);
    } catch (thrown) {
      if (normalizeError(thrown).reason !== 'wrong_credentials') throw thrown;
      const { awaits } = await identity.awaitsConfirmation({ email, password }, await callers.self(requestOf(request)));
      throw awaits ? notConfirmed() : thrown;
    }
  }

  return [
    rawRoute(operations.getSignInOptions, async () => ({
      data: {
        sso: config.SINGLE_SIGN_ON === '1' && (await provider.allowsSso()),
        // the provider's canonical address, required for its cookies
        url: config.KEYCLOAK_URL,
        realm: config.KEYCLOAK_REALM,
        client_id: config.KEYCLOAK_CLIENT,
        support_email: config.SUPPORT_EMAIL,
      },
    })),
    rawRoute(operations.signIn, async ({ body: { email, password } }, request, response) => {
      refuseFields({
        ...(email.trim() ? {} : { email: 'Email is required' }),
        ...(password ? {} : { password: 'Password is required' }),
      });
      const tokens = await signIn(request, email.trim(), password);
      const user = await open(request, tokens);
      startSession(response, tokens);
      await browsers.remember(request, response, email);
      return answer(tokens, user);
    }),
    rawRoute(operations.signInWithCode, async ({ body }, request, response) => {
      const { code, code_verifier: codeVerifier, redirect_uri: redirectUri } = body;
      // reject a code issued for another site (login CSRF)
      if (!URL.canParse(redirectUri) || new URL(redirectUri).host !== request.host)
        throw invalidFields({ redirect_uri: 'redirect_uri must be an address of this site' });
      refuseFields({
        ...(code ? {} : { code: 'code is required' }),
        ...(codeVerifier ? {} : { code_verifier: 'code_verifier is required' }),
      });
      const tokens = await provider.exchangeCode({ code, codeVerifier, redirectUri });
      const user = await open(request, tokens);
      startSession(response, tokens);
      return answer(tokens, user);
    }),
    rawRoute(operations.refreshSession, async ({ query }, request, response) => {
      const refreshToken = cookie.read(request);
      const tokens = refreshToken ? await refresher.refresh(refreshToken) : undefined;
      // a refresh is repeatable for a short time, even after the session ended
      if (!tokens || (await ended.isOver(await verifier.verify(tokens.accessToken)))) {
        if (refreshToken) cookie.clear(response);
        // browsers log errors in red
        if (query.optional !== '1') throw unauthenticated();
        response.status(204).end();
        return undefined;
      }
      let user: User;
      try {
        user = await userOf(request, tokens);
      } catch (thrown) {
        const error = normalizeError(thrown);
        if (isDisabled(error)) cookie.clear(response);
        // the old refresh token is spent: the retry needs the new one
        else startSession(response, tokens);
        throw error;
      }
      startSession(response, tokens);
      return answer(tokens, user);
    }),
    rawRoute(operations.signOut, async (_input, request, response) => {
      const refreshToken = cookie.read(request);
      // sign out locally whatever the provider responds
      cookie.clear(response);
      if (refreshToken && (await provider.signOut(refreshToken))) {
        requestOf(request).userId = userOfToken(refreshToken);
        const sessionId = sessionOf(refreshToken);
        if (sessionId) await ended.end(sessionId, userOfToken(refreshToken));
      }
      response.status(204).end();
      return undefined;
    }),
  ];
}
