import { createHash, randomBytes, randomUUID } from 'node:crypto';
import express, { type Request, type Response, type Router } from 'express';
import { SignInAttempts } from './attempts.js';
import {
  basicCredentials,
  bearerOf,
  cookieOf,
  fieldsOf,
  isLoopback,
  oauthError,
  ownQuery,
  returnsTo,
  sameText,
  scopeOf,
  sendPage,
  SESSION_COOKIE,
  text,
  type Fields,
} from './http.js';
import { messagePage, signInPage, signOutPage } from './pages.js';
import { verifyPassword } from './passwords.js';
import type { IssuerStore, Session, User } from './store.js';
import { REALM, type Tokens } from './tokens.js';

/** The browser application's client; it is public and proves itself by PKCE. */
export const WEB_CLIENT = 'symbio-web';

/** A code is good for this long, in milliseconds. */
const CODE_MS = 60_000;
const BASE = `/realms/${REALM}`;
const PROTOCOL = `${BASE}/protocol/openid-connect`;

/** The program that manages accounts, with its secret. */
export interface ServiceAccount {
  clientId: string;
  secret: string;
}

interface Code {
  userId: string;
  session: Session;
  redirectUri: string;
  challenge: string;
  nonce: string | undefined;
  until: number;
}

/** The OpenID Connect half of the issuer, on Keycloak's paths. */
export function oidcRoutes(
  store: IssuerStore,
  tokens: Tokens,
  serviceAccount: ServiceAccount,
  now: () => number,
  publicUrl?: string,
): Router {
  const router = express.Router();
  const mayReturn = returnsTo(publicUrl);
  const form = express.urlencoded({ extended: false, limit: '16kb' });
  const attempts = new SignInAttempts(now);
  const codes = new Map<string, Code>();
  /** Browser sessions: cookie value to session id. They end with this process; tokens do not. */
  const browsers = new Map<string, string>();

  /** Finds out who signs in; the time it takes does not depend on whether the account exists. */
  const signIn = async (email: string, password: string): Promise<SignInResult> => {
    const wait = attempts.secondsToWait(email);
    if (wait > 0) return { refused: 'wait', seconds: wait };
    const user = store.userByEmail(email);
    if (!(await verifyPassword(password, user?.passwordHash, store.passwordCost)) || user === undefined) {
      attempts.failed(email);
      const seconds = attempts.secondsToWait(email);
      return seconds > 0 ? { refused: 'wait', seconds } : { refused: 'credentials' };
    }
    attempts.succeeded(email);
    if (!user.enabled) return { refused: 'disabled' };
    if (!user.emailVerified) return { refused: 'unverified' };
    return { user };
  };
  const newSession = (user: User, scope: string): Session => ({
    id: randomUUID(),
    userId: user.id,
    clientId: WEB_CLIENT,
    scope,
    startedAt: now(),
    lastUsedAt: now(),
  });
  const liveSession = (id: string | undefined): Session | undefined => {
    const session = id === undefined ? undefined : store.session(id);
    return session !== undefined && tokens.isLive(session) ? session : undefined;
  };

  router.use(BASE, (request, response, next) => {
    const origin = request.get('origin');
    if (origin !== undefined && isLoopback(origin)) {
      response.set({
        'access-control-allow-origin': origin,
        'access-control-allow-credentials': 'true', // keycloak-js fetches with credentials
        'access-control-allow-headers': 'authorization, content-type',
        'access-control-allow-methods': 'GET, POST',
        vary: 'origin',
      });
    }
    if (request.method === 'OPTIONS') response.sendStatus(204);
    else next();
  });

  router.get(`${BASE}/.well-known/openid-configuration`, (_request, response) => {
    const at = `${tokens.issuer}/protocol/openid-connect`;
    response.json({
      issuer: tokens.issuer,
      authorization_endpoint: `${at}/auth`,
      token_endpoint: `${at}/token`,
      jwks_uri: `${at}/certs`,
      userinfo_endpoint: `${at}/userinfo`,
      end_session_endpoint: `${at}/logout`,
      revocation_endpoint: `${at}/revoke`,
      response_types_supported: ['code'],
      response_modes_supported: ['query', 'fragment'],
      subject_types_supported: ['public'],
      id_token_signing_alg_values_supported: ['RS256'],
      code_challenge_methods_supported: ['S256'],
      grant_types_supported: ['authorization_code', 'refresh_token', 'password', 'client_credentials'],
      token_endpoint_auth_methods_supported: ['none', 'client_secret_basic', 'client_secret_post'],
      scopes_supported: ['openid', 'profile', 'email'],
    });
  });

  router.get(`${PROTOCOL}/certs`, (_request, response) => {
    response.json({ keys: [store.key.publicJwk] });
  });

  // ---- sign-in page ----

  const redirectBack = (response: Response, query: Fields, params: Record<string, string>): void => {
    const state = text(query.state);
    const all = new URLSearchParams({ ...params, ...(state !== '' && { state }), iss: tokens.issuer });
    const target = text(query.redirect_uri);
    const separator = text(query.response_mode) === 'fragment' ? '#' : target.includes('?') ? '&' : '?';
    response.redirect(302, `${target}${separator}${all.toString()}`);
  };
  /** Whether a sign-in request may be answered at all; answers it otherwise. An unknown address is never redirected to. */
  const acceptRequest = (query: Fields, response: Response): boolean => {
    if (text(query.client_id) !== WEB_CLIENT || !mayReturn('signedIn', text(query.redirect_uri))) {
      sendPage(response, 400, messagePage('Invalid request', 'The application or its return address is not known.'));
      return false;
    }
    if (text(query.response_type) !== 'code') {
      redirectBack(response, query, { error: 'unsupported_response_type' });
      return false;
    }
    if (text(query.code_challenge_method) !== 'S256' || !/^[\w-]{43}$/.test(text(query.code_challenge))) {
      redirectBack(response, query, { error: 'invalid_request', error_description: 'PKCE with S256 is required' });
      return false;
    }
    return true;
  };
  const giveCode = (response: Response, query: Fields, session: Session): void => {
    for (const [code, entry] of codes) if (entry.until < now()) codes.delete(code);
    const code = randomBytes(32).toString('base64url');
    codes.set(code, {
      userId: session.userId,
      session,
      redirectUri: text(query.redirect_uri),
      challenge: text(query.code_challenge),
      nonce: text(query.nonce) === '' ? undefined : text(query.nonce),
      until: now() + CODE_MS,
    });
    redirectBack(response, query, { code, session_state: session.id });
  };

  router.get(`${PROTOCOL}/auth`, (request, response) => {
    if (!acceptRequest(request.query, response)) return;
    const session = liveSession(browsers.get(cookieOf(request)));
    if (session && text(request.query.prompt) !== 'login') return giveCode(response, request.query, session);
    if (text(request.query.prompt) === 'none') {
      return redirectBack(response, request.query, { error: 'login_required' });
    }
    sendPage(response, 200, signInPage(ownQuery(request), text(request.query.login_hint)));
  });

  router.post(`${PROTOCOL}/auth`, form, async (request, response) => {
    const origin = request.get('origin');
    if (origin !== undefined && origin !== 'null' && !isLoopback(origin)) {
      return sendPage(response, 403, messagePage('Not allowed', 'The form was sent from another site.'));
    }
    if (!acceptRequest(request.query, response)) return;
    const { username, password } = fieldsOf(request);
    const result = await signIn(text(username), text(password));
    if (!result.user) {
      if (result.refused === 'wait') response.set('retry-after', String(result.seconds));
      const status = result.refused === 'wait' ? 429 : 401;
      return sendPage(
        response,
        status,
        signInPage(ownQuery(request), text(username), REFUSALS[result.refused ?? 'credentials']),
      );
    }
    const session = newSession(result.user, scopeOf(request.query));
    await store.putSession(session);
    const cookie = randomBytes(32).toString('base64url');
    browsers.set(cookie, session.id);
    response.cookie(SESSION_COOKIE, cookie, { httpOnly: true, sameSite: 'lax' });
    giveCode(response, request.query, session);
  });

  // ---- token endpoint ----

  const grants: Record<string, (fields: Fields, response: Response) => Promise<void>> = {
    password: async (fields, response) => {
      const result = await signIn(text(fields.username), text(fields.password));
      if (result.user) {
        response.json(await tokens.forSession(result.user, newSession(result.user, scopeOf(fields))));
      } else if (result.refused === 'unverified') {
        oauthError(response, 400, 'invalid_grant', 'Account is not fully set up');
      } else if (result.refused === 'disabled') {
        oauthError(response, 400, 'invalid_grant', 'Account disabled');
      } else {
        // as Keycloak answers a locked account; the header is ours, so that the gateway can say how long
        if (result.refused === 'wait') response.set('retry-after', String(result.seconds));
        oauthError(response, 401, 'invalid_grant', 'Invalid user credentials');
      }
    },

    refresh_token: async (fields, response) => {
      const claims = await tokens.read(text(fields.refresh_token), 'Refresh');
      if (claims?.azp !== WEB_CLIENT) return oauthError(response, 400, 'invalid_grant', 'Invalid refresh token');
      const session = liveSession(claims.sid);
      const user = session === undefined ? undefined : store.user(session.userId);
      if (!session || user?.enabled !== true) {
        return oauthError(response, 400, 'invalid_grant', 'Session not active');
      }
      if (claims.jti !== session.refreshId) {
        // somebody has a copy: whoever holds the newer token must sign in again, too
        await store.endSessions((other) => other.id === session.id);
        return oauthError(response, 400, 'invalid_grant', 'Maximum allowed refresh token reuse exceeded');
      }
      response.json(await tokens.forSession(user, session));
    },

    authorization_code: async (fields, response) => {
      const code = codes.get(text(fields.code));
      codes.delete(text(fields.code));
      const user = code === undefined ? undefined : store.user(code.userId);
      if (!code || !user || code.until < now() || code.redirectUri !== text(fields.redirect_uri)) {
        return oauthError(response, 400, 'invalid_grant', 'Code not valid');
      }
      const hash = createHash('sha256').update(text(fields.code_verifier)).digest('base64url');
      if (!sameText(hash, code.challenge)) {
        return oauthError(response, 400, 'invalid_grant', 'PKCE verification failed: Code mismatch');
      }
      const session = liveSession(code.session.id);
      if (!session) return oauthError(response, 400, 'invalid_grant', 'Session not active');
      response.json(await tokens.forSession(user, session, code.nonce));
    },
  };

  router.post(`${PROTOCOL}/token`, form, async (request, response) => {
    response.set('cache-control', 'no-store');
    const fields = { ...fieldsOf(request), ...basicCredentials(request) };
    const grant = text(fields.grant_type);
    if (grant === 'client_credentials') {
      const known = text(fields.client_id) === serviceAccount.clientId;
      if (!sameText(text(fields.client_secret), serviceAccount.secret) || !known) {
        return oauthError(response, 401, 'unauthorized_client', 'Invalid client or Invalid client credentials');
      }
      response.json(await tokens.forClient(serviceAccount.clientId));
      return;
    }
    if (text(fields.client_id) !== WEB_CLIENT) {
      return oauthError(response, 401, 'invalid_client', 'Invalid client or Invalid client credentials');
    }
    const answer = Object.hasOwn(grants, grant) ? grants[grant] : undefined;
    if (!answer) return oauthError(response, 400, 'unsupported_grant_type', 'Unsupported grant_type');
    await answer(fields, response);
  });

  // ---- the rest ----

  router.all(`${PROTOCOL}/userinfo`, async (request, response) => {
    const claims = await tokens.read(bearerOf(request), 'Bearer');
    const session = liveSession(claims?.sid);
    const user = session === undefined ? undefined : store.user(session.userId);
    if (!user) {
      response.set('www-authenticate', 'Bearer error="invalid_token"');
      return oauthError(response, 401, 'invalid_token', 'Token verification failed');
    }
    response.json({
      sub: user.id,
      email: user.email,
      email_verified: user.emailVerified,
      name: user.name,
      preferred_username: user.email,
    });
  });

  const endBrowserSession = async (request: Request, response: Response): Promise<void> => {
    const id = browsers.get(cookieOf(request));
    browsers.delete(cookieOf(request));
    response.clearCookie(SESSION_COOKIE);
    if (id !== undefined) await store.endSessions((session) => session.id === id);
  };

  router.get(`${PROTOCOL}/logout`, async (request, response) => {
    const { id_token_hint: hint, post_logout_redirect_uri: target, state } = request.query;
    const claims = await tokens.read(text(hint), 'ID', true);
    if (!claims) return sendPage(response, 200, signOutPage('logout'));
    await store.endSessions((session) => session.id === claims.sid);
    await endBrowserSession(request, response);
    if (mayReturn('signedOut', text(target))) {
      const url = new URL(text(target));
      if (text(state) !== '') url.searchParams.set('state', text(state));
      return response.redirect(302, url.href);
    }
    sendPage(response, 200, messagePage('Signed out', 'Your session has ended.'));
  });

  router.post(`${PROTOCOL}/logout`, form, async (request, response) => {
    const fields = fieldsOf(request);
    if (fields.refresh_token === undefined) {
      await endBrowserSession(request, response);
      return sendPage(response, 200, messagePage('Signed out', 'Your session has ended.'));
    }
    const claims = await tokens.read(text(fields.refresh_token), 'Refresh', true);
    if (claims?.azp !== text(fields.client_id)) {
      return oauthError(response, 400, 'invalid_grant', 'Invalid refresh token');
    }
    await store.endSessions((session) => session.id === claims.sid);
    response.sendStatus(204);
  });

  router.post(`${PROTOCOL}/revoke`, form, async (request, response) => {
    const fields = fieldsOf(request);
    if (text(fields.client_id) !== WEB_CLIENT) {
      return oauthError(response, 401, 'invalid_client', 'Invalid client or Invalid client credentials');
    }
    // an access token proves nothing once its session is gone, and is over in minutes
    const claims =
      (await tokens.read(text(fields.token), 'Refresh', true)) ??
      (await tokens.read(text(fields.token), 'Bearer', true));
    if (claims?.sid !== undefined) await store.endSessions((session) => session.id === claims.sid);
    response.sendStatus(200); // RFC 7009: also for a token that means nothing
  });

  return router;
}

interface SignInResult {
  user?: User;
  refused?: keyof typeof REFUSALS;
  seconds?: number;
}

const REFUSALS = {
  credentials: 'Wrong email or password.',
  wait: 'Too many wrong passwords. Please wait a little and try again.',
  disabled: 'This account is disabled.',
  unverified: 'Please check your email and click the confirmation link before signing in.',
} as const;
