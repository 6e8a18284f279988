import Keycloak, { type KeycloakTokenParsed } from 'keycloak-js';
import { useSyncExternalStore } from 'react';
import { apiErrorOf, CallError, errorFromResponse, networkError, type ApiError } from './errors.js';

/** A token is renewed this many seconds before it ends, so that no call starts with one that dies on the way. */
const RENEW_BEFORE_SECONDS = 20;

/** Sessions of several tabs share one refresh cookie: only one tab may spend it at a time. */
const RENEWAL_LOCK = 'symbio-session-renewal';

const SIGN_OUT_CHANNEL = 'symbio-session';

export type SessionStatus = 'unknown' | 'signed-in' | 'signed-out' | 'unreachable';

export interface Session {
  /** `unknown` until the first renewal answered; `unreachable` when it got no answer or a server error. */
  status: SessionStatus;
  /** Why there is no session: `ended` by the user's Logout, `required` in every other case. */
  reason?: 'ended' | 'required';
  /** What kept the session from being read; set with `unreachable` only. */
  error?: ApiError;
}

interface TokenAnswer {
  access_token: string;
  expires_in: number;
}

let session: Session = { status: 'unknown' };
let keycloak = newKeycloak();
/** Milliseconds since the epoch; 0 without a token. */
let expiresAt = 0;
let renewal: Promise<boolean> | undefined;
const listeners = new Set<() => void>();
const channel = typeof BroadcastChannel === 'undefined' ? undefined : new BroadcastChannel(SIGN_OUT_CHANNEL);

/** The access token lives in this object and nowhere else: not in storage, not in a cookie, not in the store. */
function newKeycloak(): Keycloak {
  return new Keycloak({ url: '/auth', realm: 'symbio', clientId: 'symbio-web' });
}

function publish(next: Session): void {
  session = next;
  for (const listener of listeners) listener();
}

/** Claims of a JWT; undefined for a token that is not one (the gateway is the judge of tokens, not the browser). */
function parseToken(token: string): KeycloakTokenParsed | undefined {
  const payload = token.split('.')[1];
  if (!payload) return undefined;
  try {
    // the claims are UTF-8: each byte as %xx, then read as text
    const bytes = atob(payload.replaceAll('-', '+').replaceAll('_', '/'));
    const escaped = Array.from(bytes, (byte) => `%${byte.charCodeAt(0).toString(16).padStart(2, '0')}`).join('');
    return JSON.parse(decodeURIComponent(escaped)) as KeycloakTokenParsed;
  } catch {
    return undefined;
  }
}

/**
 * Hands a token to the keycloak-js instance. `init()` cannot take it: it insists on a refresh token, which is in an HttpOnly
 * cookie here, out of reach of scripts. The instance carries the parsed claims and answers for roles.
 */
function adopt(answer: TokenAnswer): void {
  keycloak = newKeycloak();
  keycloak.token = answer.access_token;
  keycloak.tokenParsed = parseToken(answer.access_token);
  keycloak.authenticated = true;
  keycloak.subject = keycloak.tokenParsed?.sub;
  keycloak.realmAccess = keycloak.tokenParsed?.realm_access;
  keycloak.resourceAccess = keycloak.tokenParsed?.resource_access;
  // counted from now by the browser's own clock, which may be wrong against the server's `exp`
  expiresAt = Date.now() + answer.expires_in * 1000;
  publish({ status: 'signed-in' });
}

function forget(reason: 'ended' | 'required'): void {
  keycloak = newKeycloak();
  expiresAt = 0;
  publish({ status: 'signed-out', reason });
}

async function bodyOf(response: Response): Promise<unknown> {
  const body = await response.text();
  try {
    return JSON.parse(body) as unknown;
  } catch {
    return body;
  }
}

async function call(path: string, init: RequestInit): Promise<unknown> {
  let response: Response;
  try {
    response = await fetch(path, { ...init, credentials: 'same-origin' });
  } catch {
    throw new CallError(networkError());
  }
  const body = await bodyOf(response);
  if (!response.ok) throw new CallError(errorFromResponse(response, body));
  return body;
}

async function readSession(): Promise<boolean> {
  try {
    adopt((await call('/api/auth/session', { method: 'GET' })) as TokenAnswer);
    return true;
  } catch (thrown) {
    const error = apiErrorOf(thrown);
    if (error.status !== 401 && error.status !== 403) {
      // a gateway that is restarting must not sign anybody out: a session that was there stays, to be tried again
      if (session.status !== 'signed-in') publish({ status: 'unreachable', error });
    } else {
      forget('required');
    }
    return false;
  }
}

/**
 * Gets a new access token for the refresh cookie. Calls that come while one is under way share its outcome.
 * @returns whether there is a session now
 */
export function renewSession(): Promise<boolean> {
  renewal ??= (
    typeof navigator !== 'undefined' && 'locks' in navigator
      ? navigator.locks.request(RENEWAL_LOCK, () => readSession())
      : readSession()
  ).finally(() => {
    renewal = undefined;
  });
  return renewal;
}

/** The bearer token for the next call, renewed first when it is about to end; undefined when nobody is signed in. */
export async function accessToken(): Promise<string | undefined> {
  if (!keycloak.token) return undefined;
  if (Date.now() >= expiresAt - RENEW_BEFORE_SECONDS * 1000) await renewSession();
  return keycloak.token;
}

/** @throws CallError 401 wrong credentials, 403 unconfirmed e-mail (ERR-04), 429 too many attempts */
export async function signIn(email: string, password: string): Promise<void> {
  const answer = await call('/api/auth/sign-in', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email, password }),
  });
  adopt(answer as TokenAnswer);
}

/** Ends the session here, on the server and in the other tabs. The tab is signed out even when the server cannot be reached. */
export async function signOut(): Promise<void> {
  try {
    await call('/api/auth/sign-out', { method: 'POST' });
  } finally {
    forget('ended');
    channel?.postMessage('signed-out');
  }
}

channel?.addEventListener('message', () => {
  if (session.status === 'signed-in') forget('ended');
});

/** Claims of the current access token; undefined when nobody is signed in. */
export const tokenClaims = (): KeycloakTokenParsed | undefined => keycloak.tokenParsed;

export const currentSession = (): Session => session;

/** Calls the listener after every change of the session; answers how to stop that. */
export function subscribeToSession(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** The session as React state. */
export const useSession = (): Session => useSyncExternalStore(subscribeToSession, currentSession);

/** Back to the state of a page that was just loaded. For tests. */
export function resetSession(): void {
  keycloak = newKeycloak();
  expiresAt = 0;
  renewal = undefined;
  publish({ status: 'unknown' });
}
