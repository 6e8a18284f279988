import Keycloak, { type KeycloakTokenParsed } from 'keycloak-js';
import { useSyncExternalStore } from 'react';
import { offlinePerson } from '../offline/person.js';
import { apiErrorOf, CallError, errorFromResponse, networkError, type ApiError } from '../http/errors.js';
import { operation, type Call } from '../http/operation.js';

/** Call first renews a token that expires sooner. */
const RENEW_BEFORE_SECONDS = 20;

/** Before expiry, ahead of any call; short-lived tokens are renewed at half their lifetime. */
const RENEW_AHEAD_SECONDS = 45;

/** Milliseconds, while the server is unreachable. */
const RENEW_RETRY_MS = 15_000;

/** Tabs share one refresh cookie: only one may use it at a time. */
const RENEWAL_LOCK = 'symbio-session-renewal';

const SESSION_CHANNEL = 'symbio-session';

/** localStorage key: a sign-out not yet sent to the server. Scripts cannot delete its cookie. */
const PENDING_SIGN_OUT = 'symbio.sign-out-owed';

/** Milliseconds: the gateway waits at most 10 seconds for the provider. */
const SIGN_OUT_LIMIT_MS = 12_000;

/** Milliseconds, after which a copy on this device is shown instead of waiting for a bad network. */
const SESSION_LIMIT_MS = 20_000;

type TabMessage = 'signed-in' | 'signed-out';

export type SessionStatus = 'unknown' | 'signed-in' | 'offline' | 'lapsed' | 'signed-out' | 'unreachable';

export interface Session {
  /**
   * `unknown` until the first renewal is answered; `unreachable` if it got no response or a server error. `lapsed`: the
   * server ended an active session; the screens stay, and calls wait for the same user to sign in again. `offline`:
   * opened without a network; the screens show the copy of the device's last user.
   */
  status: SessionStatus;
  /** Why the user is signed out: `ended` by Logout, `expired` at the server during use, else `required`. */
  reason?: 'ended' | 'expired' | 'required';
  refusal?: string;
  /** Id of the user who is, or was until the lapse, signed in. */
  subject?: string;
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
/** Milliseconds since the epoch; 0 without a token. */
let renewAt = 0;
let timer: ReturnType<typeof setTimeout> | undefined;
let renewal: Promise<boolean> | undefined;
let leaving: Promise<void> | undefined;
const listeners = new Set<() => void>();
const departureListeners = new Set<(before: Session) => void>();
const channel = typeof BroadcastChannel === 'undefined' ? undefined : new BroadcastChannel(SESSION_CHANNEL);

const broadcast = (message: TabMessage): void => channel?.postMessage(message);

/** Security: the access token is only in this object, not in storage, a cookie or the store. */
function newKeycloak(): Keycloak {
  return new Keycloak({ url: '/auth', realm: 'symbio', clientId: 'symbio-web' });
}

/** Also while it is renewed, or shown without a network. */
export const hasUser = ({ status }: Session): boolean =>
  status === 'signed-in' || status === 'lapsed' || status === 'offline';

function publish(next: Session): void {
  const before = session;
  session = next;
  const hasLeft = next.status === 'signed-out' || (hasUser(next) && next.subject !== before.subject);
  if (hasUser(before) && hasLeft) for (const listener of departureListeners) listener(before);
  for (const listener of listeners) listener();
}

/** Without validation (the gateway validates); undefined if malformed. */
function parseToken(token: string): KeycloakTokenParsed | undefined {
  const payload = token.split('.')[1];
  if (!payload) return undefined;
  try {
    // the claims are UTF-8: percent-encode each byte, then decode
    const bytes = atob(payload.replaceAll('-', '+').replaceAll('_', '/'));
    const escaped = Array.from(bytes, (byte) => `%${byte.charCodeAt(0).toString(16).padStart(2, '0')}`).join('');
    return JSON.parse(decodeURIComponent(escaped)) as KeycloakTokenParsed;
  } catch {
    return undefined;
  }
}

/**
 * Hands a token to the keycloak-js instance. `init()` requires a refresh token, which is in an HttpOnly cookie here.
 * The instance holds the parsed claims and checks roles.
 */
function adopt(answer: TokenAnswer): void {
  keycloak = newKeycloak();
  keycloak.token = answer.access_token;
  keycloak.tokenParsed = parseToken(answer.access_token);
  keycloak.authenticated = true;
  keycloak.subject = keycloak.tokenParsed?.sub;
  keycloak.realmAccess = keycloak.tokenParsed?.realm_access;
  keycloak.resourceAccess = keycloak.tokenParsed?.resource_access;
  // relative to the browser's clock, which may differ from the server's `exp`
  expiresAt = Date.now() + answer.expires_in * 1000;
  const ahead = Math.min(RENEW_AHEAD_SECONDS, answer.expires_in / 2);
  scheduleRenewal(expiresAt - ahead * 1000);
  publish({ status: 'signed-in', subject: keycloak.subject });
}

/** The server ended the session during use: drops the token and keeps the user. */
function lapse(): void {
  const { subject } = session;
  keycloak = newKeycloak();
  expiresAt = 0;
  scheduleRenewal(0);
  publish({ status: 'lapsed', subject });
}

function forget(reason: 'ended' | 'expired' | 'required', refusal?: string): void {
  keycloak = newKeycloak();
  expiresAt = 0;
  scheduleRenewal(0);
  publish({ status: 'signed-out', reason, ...(refusal === undefined ? {} : { refusal }) });
}

function scheduleRenewal(at: number): void {
  clearTimeout(timer);
  renewAt = at;
  timer = at === 0 ? undefined : setTimeout(renewIfDue, Math.max(0, at - Date.now()));
}

/**
 * Renews a token that is due. Timers stop during sleep and are late in background tabs, so this also runs when page or
 * network return.
 */
function renewIfDue(): void {
  if (renewAt === 0) return;
  // the clock was set back: the timer is early
  const due = Date.now() >= renewAt;
  scheduleRenewal(due ? Date.now() + RENEW_RETRY_MS : renewAt);
  if (due) void renewSession();
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

const noSession = (): ApiError => ({
  status: 401,
  message: 'Authentication required. Please log in to continue.',
  code: 'unauthenticated',
  fields: {},
});

/** Without a network, the person whose copy is on this device reads it; a sign-out has removed it. */
function beUnreachable(error: ApiError): void {
  const subject = error.status === 0 && !hasPendingSignOut() ? offlinePerson() : undefined;
  if (subject === undefined) {
    publish({ status: 'unreachable', error });
    return;
  }
  scheduleRenewal(Date.now() + RENEW_RETRY_MS);
  publish({ status: 'offline', subject, error });
}

async function readSession(): Promise<boolean> {
  const before = keycloak;
  // a sign-in or sign-out during the request makes this response obsolete
  const overtaken = (): boolean => keycloak !== before;
  try {
    // a sign-out made offline must complete before the session is renewed, especially for the next user
    if (hasPendingSignOut()) await sendSignOut();
    // without a session the response is empty: an error status would be logged by the browser on every visit
    const signal = offlinePerson() === undefined ? undefined : AbortSignal.timeout(SESSION_LIMIT_MS);
    const answer = (await call(`${operation('GET', '/api/auth/session').url}?optional=1`, {
      method: 'GET',
      signal,
    })) as TokenAnswer | '';
    if (answer === '') throw new CallError(noSession());
    if (!overtaken()) adopt(answer);
  } catch (thrown) {
    const error = apiErrorOf(thrown);
    if (overtaken()) return session.status === 'signed-in';
    if (error.status !== 401 && error.status !== 403) {
      // a restarting gateway must not sign users out: keep an existing session and retry
      if (!hasUser(session)) beUnreachable(error);
      return false;
    }
    const disabled = error.code === ACCOUNT_DISABLED ? error.message : undefined;
    // a closed account cannot sign in again
    if (disabled !== undefined || !hasUser(session)) forget(hasUser(session) ? 'expired' : 'required', disabled);
    else if (session.status !== 'lapsed') lapse();
  }
  return session.status === 'signed-in';
}

/** Runs one use of the refresh cookie after the other, in all tabs; at once in a browser without locks. */
const exclusively = <T>(run: () => Promise<T>): Promise<T> =>
  typeof navigator !== 'undefined' && 'locks' in navigator ? navigator.locks.request(RENEWAL_LOCK, run) : run();

/**
 * With the refresh cookie. Concurrent calls share the result.
 * @returns whether there is a session now
 */
export function renewSession(): Promise<boolean> {
  renewal ??= exclusively(readSession).finally(() => {
    renewal = undefined;
  });
  return renewal;
}

/**
 * Waits while the session is lapsed.
 * @returns whether the same user has a session now
 * @throws DOMException AbortError when aborted
 */
async function waitForResumption(signal?: AbortSignal | null): Promise<boolean> {
  const { subject } = session;
  if (session.status === 'lapsed') {
    await new Promise<void>((resolve, reject) => {
      const stop = subscribeToSession(() => {
        if (session.status === 'lapsed') return;
        stop();
        resolve();
      });
      const giveUp = (): void => {
        stop();
        reject(new DOMException('The request was cancelled.', 'AbortError'));
      };
      if (signal?.aborted) giveUp();
      signal?.addEventListener('abort', giveUp, { once: true });
    });
  }
  return session.status === 'signed-in' && session.subject === subject;
}

/**
 * Restores the session after a 401: by silent renewal, or by waiting until the same user signs in again. A rejected
 * call changed nothing, so the caller may retry.
 * @returns whether there is a session; false if the renewal got no response, and after a sign-out
 */
export async function restoreSession(signal?: AbortSignal | null): Promise<boolean> {
  const { subject } = session;
  const isRenewed = session.status === 'lapsed' ? false : await renewSession();
  return (isRenewed && session.subject === subject) || (session.status === 'lapsed' && waitForResumption(signal));
}

/**
 * Bearer token for the next call, renewed if it is about to expire; undefined when signed out. Waits while the session
 * is lapsed, so pending saves are delayed, not lost.
 */
export async function accessToken(signal?: AbortSignal | null): Promise<string | undefined> {
  if (session.status === 'lapsed' && !(await waitForResumption(signal))) return undefined;
  if (session.status === 'offline') await renewSession();
  if (!keycloak.token) return undefined;
  if (Date.now() >= expiresAt - RENEW_BEFORE_SECONDS * 1000) await renewSession();
  return keycloak.token;
}

async function startSession({ url, method, body }: Call): Promise<void> {
  // a late response to the sign-out would delete the new cookie
  await leaving;
  const answer = await call(url, {
    method,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  // the new cookie has replaced the one to be deleted
  setPendingSignOut(false);
  adopt(answer as TokenAnswer);
  broadcast('signed-in');
}

/** @throws CallError 401 wrong credentials, 403 unconfirmed e-mail (ERR-04), 429 too many attempts */
export const signIn = (email: string, password: string): Promise<void> =>
  startSession(operation('POST', '/api/auth/sign-in', { body: { email, password } }));

/**
 * Changes the user's password. All other sessions end; this one continues with the new token.
 * @throws CallError 403 wrong current password, 400 rejected fields, 429 too many attempts
 */
export async function changePassword(currentPassword: string, newPassword: string): Promise<void> {
  const token = await accessToken();
  // live streams end at once: their renewals would use, and delete, the cookie that is being replaced
  await exclusively(async () => {
    const { url, method, body } = operation('POST', '/api/auth/change-password', {
      body: { current_password: currentPassword, new_password: newPassword },
    });
    const answer = await call(url, {
      method,
      headers: { 'content-type': 'application/json', ...(token ? { authorization: `Bearer ${token}` } : {}) },
      body: JSON.stringify(body),
    });
    adopt(answer as TokenAnswer);
  });
  // the refresh cookie has changed for the other tabs too
  broadcast('signed-in');
}

export interface CodeProof {
  code: string;
  code_verifier: string;
  redirect_uri: string;
}

/**
 * Exchanges an authorization code at the gateway, which sets the refresh cookie.
 * @throws CallError 401 for an expired, used or foreign code, 429 too many attempts
 */
export const signInWithCode = (proof: CodeProof): Promise<void> =>
  startSession(operation('POST', '/api/auth/sso', { body: proof }));

/** In all tabs; shows the login screen. */
export function leaveLapsedSession(): void {
  if (session.status !== 'lapsed') return;
  forget('expired');
  broadcast('signed-out');
}

/** Forgets a session in all tabs that the server ended at the user's request. */
export function leaveSession(): void {
  if (!hasUser(session)) return;
  forget('ended');
  broadcast('signed-out');
}

/** localStorage may be unavailable; then a sign-out is tried once. */
function hasPendingSignOut(): boolean {
  try {
    return localStorage.getItem(PENDING_SIGN_OUT) !== null;
  } catch {
    return false;
  }
}

function setPendingSignOut(owes: boolean): void {
  try {
    if (owes) localStorage.setItem(PENDING_SIGN_OUT, 'true');
    else localStorage.removeItem(PENDING_SIGN_OUT);
  } catch {
    // storage unavailable: a failed sign-out is not retried
  }
}

async function sendSignOut(): Promise<void> {
  await call(operation('POST', '/api/auth/sign-out').url, {
    method: 'POST',
    signal: AbortSignal.timeout(SIGN_OUT_LIMIT_MS),
  });
  setPendingSignOut(false);
}

/**
 * Ends the session in all tabs immediately, then at the server. An unreachable server is notified before this browser
 * next requests a session.
 * @returns resolves when the server was notified or is unreachable
 */
export function signOut(): Promise<void> {
  setPendingSignOut(true);
  forget('ended');
  broadcast('signed-out');
  leaving = sendSignOut()
    // stays pending
    .catch(() => undefined)
    .finally(() => {
      leaving = undefined;
    });
  return leaving;
}

channel?.addEventListener('message', ({ data }: MessageEvent<TabMessage>) => {
  // a tab that is requesting its session must not restore the ended one
  if (data === 'signed-out' && session.status !== 'signed-out')
    forget(session.status === 'lapsed' ? 'expired' : 'ended');
  // a tab at the login screen continues; one with a session may belong to another user now
  if (data === 'signed-in') void renewSession();
});

if (typeof window !== 'undefined') {
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState !== 'visible') return;
    // the user may have signed in again in another tab
    if (session.status === 'lapsed' || session.status === 'offline') void renewSession();
    else renewIfDue();
  });
  window.addEventListener('online', () => {
    if (session.status === 'offline') void renewSession();
    else renewIfDue();
    // on failure it stays pending until the next session request
    if (hasPendingSignOut() && !leaving) void sendSignOut().catch(() => undefined);
  });
  // restored from the back/forward cache: the session may have ended
  window.addEventListener('pageshow', ({ persisted }) => {
    if (persisted) void renewSession();
  });
}

/** Ends the session of a closed account locally; the server has already ended it. */
export function endClosedSession(refusal: string): void {
  if (hasUser(session)) forget('expired', refusal);
}

export const ACCOUNT_DISABLED = 'account_disabled';

export const currentSession = (): Session => session;

export function subscribeToSession(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** One user's data must leave the page: on sign-out, or when another user signs in. Returns unsubscribe. */
export function subscribeToDepartures(listener: (before: Session) => void): () => void {
  departureListeners.add(listener);
  return () => departureListeners.delete(listener);
}

export const useSession = (): Session => useSyncExternalStore(subscribeToSession, currentSession);

export function resetSession(): void {
  keycloak = newKeycloak();
  expiresAt = 0;
  scheduleRenewal(0);
  renewal = undefined;
  leaving = undefined;
  publish({ status: 'unknown' });
}
