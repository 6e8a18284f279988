/** Ends sessions: browser sign-out, refresh token logout, and token revocation. */
import express, { type Request, type Response, type Router } from 'express';
import { cookieOf, fieldsOf, oauthError, sendPage, SESSION_COOKIE, text } from './http.js';
import { form, PROTOCOL, type OidcParts } from './oidc-parts.js';
import { messagePage, signOutPage } from './pages.js';
import { WEB_CLIENT } from './sign-ins.js';

export function signOutRoutes({ store, tokens, signIns, mayReturn }: OidcParts): Router {
  const router = express.Router();

  const endBrowserSession = async (request: Request, response: Response): Promise<void> => {
    const id = signIns.browsers.get(cookieOf(request));
    signIns.browsers.delete(cookieOf(request));
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
    // access tokens are useless without their session and expire within minutes
    const claims =
      (await tokens.read(text(fields.token), 'Refresh', true)) ??
      (await tokens.read(text(fields.token), 'Bearer', true));
    if (claims?.sid !== undefined) await store.endSessions((session) => session.id === claims.sid);
    response.sendStatus(200); // RFC 7009: also for an invalid token
  });

  return router;
}
