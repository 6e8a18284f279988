/** The sign-in page and its authorization code. */
import { randomBytes } from 'node:crypto';
import express, { type Response, type Router } from 'express';
import {
  cookieOf,
  fieldsOf,
  isLoopback,
  ownQuery,
  scopeOf,
  sendPage,
  SESSION_COOKIE,
  text,
  type Fields,
} from './http.js';
import { form, PROTOCOL, type OidcParts } from './oidc-parts.js';
import { messagePage, signInPage } from './pages.js';
import { REFUSALS, WEB_CLIENT } from './sign-ins.js';
import type { Session } from './store.js';

/** Lifetime of a code in milliseconds. */
const CODE_MS = 60_000;

export function signInPageRoutes({ store, tokens, signIns, mayReturn, now }: OidcParts): Router {
  const router = express.Router();

  const redirectBack = (response: Response, query: Fields, params: Record<string, string>): void => {
    const state = text(query.state);
    const all = new URLSearchParams({ ...params, ...(state !== '' && { state }), iss: tokens.issuer });
    const target = text(query.redirect_uri);
    const separator = text(query.response_mode) === 'fragment' ? '#' : target.includes('?') ? '&' : '?';
    response.redirect(302, `${target}${separator}${all.toString()}`);
  };
  /** Validates a sign-in request; responds with an error if invalid. Never redirects to unknown URLs. */
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
    for (const [code, entry] of signIns.codes) if (entry.until < now()) signIns.codes.delete(code);
    const code = randomBytes(32).toString('base64url');
    signIns.codes.set(code, {
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
    const session = signIns.liveSession(signIns.browsers.get(cookieOf(request)));
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
    const result = await signIns.signIn(text(username), text(password));
    if (!result.user) {
      if (result.refused === 'wait') response.set('retry-after', String(result.seconds));
      const status = result.refused === 'wait' ? 429 : 401;
      return sendPage(
        response,
        status,
        signInPage(ownQuery(request), text(username), REFUSALS[result.refused ?? 'credentials']),
      );
    }
    const session = signIns.newSession(result.user, scopeOf(request.query));
    await store.putSession(session);
    const cookie = randomBytes(32).toString('base64url');
    signIns.browsers.set(cookie, session.id);
    response.cookie(SESSION_COOKIE, cookie, { httpOnly: true, sameSite: 'lax' });
    giveCode(response, request.query, session);
  });

  return router;
}
