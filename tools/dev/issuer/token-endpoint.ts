/** Token endpoint: password, code, refresh token, and client credentials grants. */
import { createHash } from 'node:crypto';
import express, { type Response, type Router } from 'express';
import { basicCredentials, fieldsOf, oauthError, sameText, scopeOf, text, type Fields } from './http.js';
import { form, PROTOCOL, type OidcParts, type ServiceAccount } from './oidc-parts.js';
import { WEB_CLIENT } from './sign-ins.js';

type Grant = (fields: Fields, response: Response) => Promise<void>;

/** User grants by OAuth name. */
function grantsOf({ store, tokens, signIns, now }: OidcParts): Record<string, Grant> {
  return {
    password: async (fields, response) => {
      const result = await signIns.signIn(text(fields.username), text(fields.password));
      if (result.user) {
        response.json(await tokens.forSession(result.user, signIns.newSession(result.user, scopeOf(fields))));
      } else if (result.refused === 'unverified') {
        oauthError(response, 400, 'invalid_grant', 'Account is not fully set up');
      } else if (result.refused === 'disabled') {
        oauthError(response, 400, 'invalid_grant', 'Account disabled');
      } else {
        // as Keycloak answers for a locked account; the additional header lets the gateway report the delay
        if (result.refused === 'wait') response.set('retry-after', String(result.seconds));
        oauthError(response, 401, 'invalid_grant', 'Invalid user credentials');
      }
    },

    refresh_token: async (fields, response) => {
      const claims = await tokens.read(text(fields.refresh_token), 'Refresh');
      if (claims?.azp !== WEB_CLIENT) return oauthError(response, 400, 'invalid_grant', 'Invalid refresh token');
      const session = signIns.liveSession(claims.sid);
      const user = session === undefined ? undefined : store.user(session.userId);
      if (!session || user?.enabled !== true) {
        return oauthError(response, 400, 'invalid_grant', 'Session not active');
      }
      if (claims.jti !== session.refreshId) {
        // the token was copied: the holder of the newer one must sign in again as well
        await store.endSessions((other) => other.id === session.id);
        return oauthError(response, 400, 'invalid_grant', 'Maximum allowed refresh token reuse exceeded');
      }
      response.json(await tokens.forSession(user, session));
    },

    authorization_code: async (fields, response) => {
      const code = signIns.codes.get(text(fields.code));
      signIns.codes.delete(text(fields.code));
      const user = code === undefined ? undefined : store.user(code.userId);
      if (!code || !user || code.until < now() || code.redirectUri !== text(fields.redirect_uri)) {
        return oauthError(response, 400, 'invalid_grant', 'Code not valid');
      }
      const hash = createHash('sha256').update(text(fields.code_verifier)).digest('base64url');
      if (!sameText(hash, code.challenge)) {
        return oauthError(response, 400, 'invalid_grant', 'PKCE verification failed: Code mismatch');
      }
      const session = signIns.liveSession(code.session.id);
      if (!session) return oauthError(response, 400, 'invalid_grant', 'Session not active');
      response.json(await tokens.forSession(user, session, code.nonce));
    },
  };
}

export function tokenRoutes(parts: OidcParts, serviceAccount: ServiceAccount): Router {
  const router = express.Router();
  const { tokens } = parts;
  const grants = grantsOf(parts);

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

  return router;
}
