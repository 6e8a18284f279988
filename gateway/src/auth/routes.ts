import { Router, json, type CookieOptions, type Request, type Response } from 'express';
import { invalidFields, unauthenticated, type Client } from '@symbio/kit';
import type { IdentityServiceService } from '@symbio/proto/identity';
import { z } from 'zod';
import { body } from '../input.js';
import { presentUser } from '../present.js';
import { requestOf } from '../request.js';
import { methods } from '../routing.js';
import type { Callers } from './callers.js';
import type { TokenVerifier } from './keycloak.js';
import { limitFailedSignIns } from './rate-limits.js';
import type { IdentityProvider, SessionTokens } from './provider.js';
import { SessionRefresher } from './session-refresher.js';

/** Holds the refresh token; no script can read it. */
const COOKIE = 'symbio_session';
/** The cookie travels to the session calls only. */
const COOKIE_PATH = '/api/auth';

export interface AuthRoutesOptions {
  provider: IdentityProvider;
  verifier: TokenVerifier;
  callers: Callers;
  identity: Pick<Client<typeof IdentityServiceService>, 'getMe'>;
  secureCookie: boolean;
}

const credentials = z.strictObject({ email: z.string(), password: z.string() });

/** Value of the session cookie, if there is one. */
function sessionCookie(request: Request): string | undefined {
  const pairs = (request.headers.cookie ?? '').split('; ');
  return pairs.find((pair) => pair.startsWith(`${COOKIE}=`))?.slice(COOKIE.length + 1) || undefined;
}

/** Sign-in, session and sign-out: /api/auth/... */
export function authRoutes({ provider, verifier, callers, identity, secureCookie }: AuthRoutesOptions): Router {
  const refresher = new SessionRefresher(provider);
  const cookie: CookieOptions = { httpOnly: true, sameSite: 'strict', secure: secureCookie, path: COOKIE_PATH };

  async function answer(request: Request, response: Response, tokens: SessionTokens): Promise<void> {
    const { requestId } = requestOf(request);
    const caller = await callers.ofClaims(await verifier.verify(tokens.accessToken), requestId);
    const { user } = await identity.getMe({}, { token: caller.token, requestId });
    if (!user) throw unauthenticated();
    response
      .cookie(COOKIE, tokens.refreshToken, { ...cookie, maxAge: tokens.refreshExpiresIn * 1000 })
      .set('Cache-Control', 'no-store')
      .json({
        access_token: tokens.accessToken,
        token_type: 'Bearer',
        expires_in: tokens.expiresIn,
        user: presentUser(user),
      });
  }

  const router = Router();
  methods(router, '/sign-in', {
    post: [
      limitFailedSignIns(),
      json(),
      async (request, response) => {
        const { email, password } = body(request, credentials);
        const missing = {
          ...(email.trim() ? {} : { email: 'Email is required' }),
          ...(password ? {} : { password: 'Password is required' }),
        };
        if (Object.keys(missing).length > 0) throw invalidFields(missing);
        await answer(request, response, await provider.signIn(email.trim(), password));
      },
    ],
  });
  methods(router, '/session', {
    get: [
      async (request, response) => {
        const refreshToken = sessionCookie(request);
        const tokens = refreshToken ? await refresher.refresh(refreshToken) : undefined;
        if (!tokens) {
          if (refreshToken) response.clearCookie(COOKIE, cookie);
          throw unauthenticated();
        }
        await answer(request, response, tokens);
      },
    ],
  });
  methods(router, '/sign-out', {
    post: [
      async (request, response) => {
        const refreshToken = sessionCookie(request);
        if (refreshToken) await provider.signOut(refreshToken);
        response.clearCookie(COOKIE, cookie).status(204).end();
      },
    ],
  });
  return router;
}
