import Keycloak, { type KeycloakTokenParsed } from 'keycloak-js';
import { useSyncExternalStore } from 'react';
import { apiErrorOf, CallError, errorFromResponse, networkError, type ApiError } from './errors.js';

/** A call renews a token first that ends within this many seconds, so that it does not die on the way. */
const RENEW_BEFORE_SECONDS = 20;

/** The timer renews this many seconds before the end, ahead of any call; short-lived tokens at half of their life. */
const RENEW_AHEAD_SECONDS = 45;

/** Milliseconds between two tries of the timer while the server cannot be reached. */
const RENEW_AGAIN_MS = 15_000;

/** Sessions of several tabs share one refresh cookie: only one tab may spend it at a time. */
const RENEWAL_LOCK = 'symbio-session-renewal';

const SESSION_CHANNEL = 'symbio-session';

/** Key in localStorage: a sign-out that the server has not heard of yet. Its cookie is out of reach of scripts. */
const SIGN_OUT_OWED = 'symbio.sign-out-owed';

/** Milliseconds after which a sign-out is left for later: the gateway asks the provider for 10 seconds at most. */
const SIGN_OUT_LIMIT_MS = 12_000;

/** What tabs send each other. */
type TabMessage = 'signed-in' | 'signed-out';

export type SessionStatus = 'unknown' | 'signed-in' | 'lapsed' | 'signed-out' | 'unreachable';

export interface Session {
  /**
   * `unknown` until the first renewal answered; `unreachable` when it got no answer or a server error. `lapsed` when the server
   * ended a session that was in use: the screens stay, and calls wait for the same person to sign in again.
   */
  status: SessionStatus;
  /** Why one is signed out: `ended` by the user's Logout, `expired` at the server while it was in use, else `required`. */
  reason?: 'ended' | 'expired' | 'required';
  /** The sentence of a server that closed the account; in every other case why is plain from `reason`. */
  refusal?: string;
  /** Id of the user who is signed in, or was until the session lapsed, from the token; undefined without a session. */
  subject?: string;
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
/** Milliseconds since the epoch at which the timer renews the token; 0 without a token. */
let renewAt = 0;
let timer: ReturnType<typeof setTimeout> | undefined;
let renewal: Promise<boolean> | undefined;
/** The sign-out that is under way. */
let leaving: Promise<void> | undefined;
const listeners = new Set<() => void>();
const departureListeners = new Set<() => void>();
const channel = typeof BroadcastChannel === 'undefined' ? undefined : new BroadcastChannel(SESSION_CHANNEL);

const broadcast = (message: TabMessage): void => channel?.postMessage(message);

/** The access token lives in this object and nowhere else: not in storage, not in a cookie, not in the store. */
function newKeycloak(): Keycloak {
  return new Keycloak({ url: '/auth', realm: 'symbio', clientId: 'symbio-web' });
}

const isSomebodys = ({ status }: Session): boolean => status === 'signed-in' || status === 'lapsed';

function publish(next: Session): void {
  const before = session;
  session = next;
  const hasLeft = next.status === 'signed-out' || (isSomebodys(next) && next.subject !== before.subject);
  if (isSomebodys(before) && hasLeft) for (const listener of departureListeners) listener();
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
  const ahead = Math.min(RENEW_AHEAD_SECONDS, answer.expires_in / 2);
  scheduleRenewal(expiresAt - ahead * 1000);
  publish({ status: 'signed-in', subject: keycloak.subject });
}

/** The server ended the session while it was in use: the token is of no use any more, the person is still the same. */
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

/** Sets the timer of the silent renewal; 0 takes it away. */
function scheduleRenewal(at: number): void {
  clearTimeout(timer);
  renewAt = at;
  timer = at === 0 ? undefined : setTimeout(renewIfDue, Math.max(0, at - Date.now()));
}

/**
 * Renews a token whose time has come. Timers stand still while a laptop sleeps and are late in background tabs, so this is
 * also asked when the page is looked at again and when the network is back.
 */
function renewIfDue(): void {
  if (renewAt === 0) return;
  // a clock that was set back: the timer is early
  const due = Date.now() >= renewAt;
  scheduleRenewal(due ? Date.now() + RENEW_AGAIN_MS : renewAt);
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

async function readSession(): Promise<boolean> {
  const before = keycloak;
  // somebody signed in or out while the answer was under way: it is about a session that is no longer this tab's
  const overtaken = (): boolean => keycloak !== before;
  try {
    // whoever signed out without a network must not come back to life with it, least of all for the next person here
    if (owesSignOut()) await tellSignOut();
    // without a session the answer is empty: a refusal would be an error in the browser's log at every visit
    const answer = (await call('/api/auth/session?optional=1', { method: 'GET' })) as TokenAnswer | '';
    if (answer === '') throw new CallError(noSession());
    if (!overtaken()) adopt(answer);
  } catch (thrown) {
    const error = apiErrorOf(thrown);
    if (overtaken()) return session.status === 'signed-in';
    if (error.status !== 401 && error.status !== 403) {
      // a gateway that is restarting must not sign anybody out: a session that was there stays, to be tried again
      if (!isSomebodys(session)) publish({ status: 'unreachable', error });
      return false;
    }
    const disabled = error.code === ACCOUNT_DISABLED ? error.message : undefined;
    // nobody signs in again to an account that is closed
    if (disabled !== undefined || !isSomebodys(session))
      forget(isSomebodys(session) ? 'expired' : 'required', disabled);
    else if (session.status === 'signed-in') lapse();
  }
  return session.status === 'signed-in';
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

/**
 * Waits while the session is lapsed.
 * @returns whether the person it was of has a session now
 * @throws DOMException AbortError once the signal says that nobody waits any more
 */
async function resumed(signal?: AbortSignal | null): Promise<boolean> {
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
        reject(new DOMException('Nobody waits for this call any more.', 'AbortError'));
      };
      if (signal?.aborted) giveUp();
      signal?.addEventListener('abort', giveUp, { once: true });
    });
  }
  return session.status === 'signed-in' && session.subject === subject;
}

/**
 * A session for a call that was refused with 401: renewed silently, or the one the same person signs in to again after theirs
 * has ended. A refused call has changed nothing, so it may be repeated then.
 * @returns whether there is one now; false when the renewal got no answer, and after a sign-out
 * @throws DOMException AbortError once the signal says that nobody waits any more
 */
export async function sessionAgain(signal?: AbortSignal | null): Promise<boolean> {
  const { subject } = session;
  const isRenewed = session.status === 'lapsed' ? false : await renewSession();
  return (isRenewed && session.subject === subject) || (session.status === 'lapsed' && resumed(signal));
}

/**
 * The bearer token for the next call, renewed first when it is about to end; undefined when nobody is signed in. While the
 * session is lapsed this waits, so that what is saved meanwhile is saved later.
 * @throws DOMException AbortError once the signal says that nobody waits any more
 */
export async function accessToken(signal?: AbortSignal | null): Promise<string | undefined> {
  if (session.status === 'lapsed' && !(await resumed(signal))) return undefined;
  if (!keycloak.token) return undefined;
  if (Date.now() >= expiresAt - RENEW_BEFORE_SECONDS * 1000) await renewSession();
  return keycloak.token;
}

async function startSession(path: string, proof: object): Promise<void> {
  // the answer to a sign-out takes the cookie away: coming later than this one, it would take the new one
  await leaving;
  const answer = await call(path, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(proof),
  });
  // its cookie is in the place of the one that was to go
  setOwesSignOut(false);
  adopt(answer as TokenAnswer);
  broadcast('signed-in');
}

/** @throws CallError 401 wrong credentials, 403 unconfirmed e-mail (ERR-04), 429 too many attempts */
export const signIn = (email: string, password: string): Promise<void> =>
  startSession('/api/auth/sign-in', { email, password });

/**
 * Changes the password of whoever is signed in. All other sessions end; this one goes on with what the answer brings.
 * @throws CallError 403 for a wrong present password, 400 with the fields that are not taken, 429 too many attempts
 */
export async function changePassword(currentPassword: string, newPassword: string): Promise<void> {
  const token = await accessToken();
  const answer = await call('/api/auth/change-password', {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...(token ? { authorization: `Bearer ${token}` } : {}) },
    body: JSON.stringify({ current_password: currentPassword, new_password: newPassword }),
  });
  adopt(answer as TokenAnswer);
  // the cookie that the other tabs would renew by is another one now
  broadcast('signed-in');
}

/** What the identity provider's authorization code is exchanged with. */
export interface CodeProof {
  code: string;
  code_verifier: string;
  redirect_uri: string;
}

/**
 * Exchanges an authorization code at the gateway, which keeps the refresh token in its cookie as it does after a sign-in.
 * @throws CallError 401 for a code that is expired, used or not this browser's, 429 too many attempts
 */
export const signInWithCode = (proof: CodeProof): Promise<void> => startSession('/api/auth/sso', proof);

/** Gives a lapsed session up, here and in the other tabs: whoever comes next signs in at the login screen. */
export function leaveLapsedSession(): void {
  if (session.status !== 'lapsed') return;
  forget('expired');
  broadcast('signed-out');
}

/** Forgets a session that the server has ended at the person's own wish, here and in the other tabs. */
export function leaveSession(): void {
  if (!isSomebodys(session)) return;
  forget('ended');
  broadcast('signed-out');
}

/** Whether localStorage may be used at all is the browser's to say; without it a sign-out is tried once. */
function owesSignOut(): boolean {
  try {
    return localStorage.getItem(SIGN_OUT_OWED) !== null;
  } catch {
    return false;
  }
}

function setOwesSignOut(owes: boolean): void {
  try {
    if (owes) localStorage.setItem(SIGN_OUT_OWED, 'true');
    else localStorage.removeItem(SIGN_OUT_OWED);
  } catch {
    // see above
  }
}

async function tellSignOut(): Promise<void> {
  await call('/api/auth/sign-out', { method: 'POST', signal: AbortSignal.timeout(SIGN_OUT_LIMIT_MS) });
  setOwesSignOut(false);
}

/**
 * Ends the session here and in the other tabs at once, then on the server. A server that cannot be told now is told before
 * this browser asks it for a session again.
 * @returns when the server was told, or could not be
 */
export function signOut(): Promise<void> {
  setOwesSignOut(true);
  forget('ended');
  broadcast('signed-out');
  leaving = tellSignOut()
    // it is owed still
    .catch(() => undefined)
    .finally(() => {
      leaving = undefined;
    });
  return leaving;
}

channel?.addEventListener('message', ({ data }: MessageEvent<TabMessage>) => {
  // a tab that is just asking for its session must not come up with the one that was ended
  if (data === 'signed-out' && session.status !== 'signed-out') forget('ended');
  // a tab that waits at the login screen goes on; one with a session may be another person's now
  if (data === 'signed-in') void renewSession();
});

if (typeof window !== 'undefined') {
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState !== 'visible') return;
    // the person may have signed in again in another tab
    if (session.status === 'lapsed') void renewSession();
    else renewIfDue();
  });
  window.addEventListener('online', () => {
    renewIfDue();
    // a refusal leaves it owed, to be told before the next question for a session
    if (owesSignOut() && !leaving) void tellSignOut().catch(() => undefined);
  });
  // the browser kept the page for its Back button: what it remembers of the session may be long over
  window.addEventListener('pageshow', ({ persisted }) => {
    if (persisted) void renewSession();
  });
}

/** Ends the session of a closed account here; the server has ended it already. @param refusal the server's sentence */
export function endClosedSession(refusal: string): void {
  if (isSomebodys(session)) forget('expired', refusal);
}

/** Code of the refusal of a disabled account. */
export const ACCOUNT_DISABLED = 'account_disabled';

export const currentSession = (): Session => session;

/** Calls the listener after every change of the session; answers how to stop that. */
export function subscribeToSession(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/**
 * Calls the listener when what one person had in this page is nobody's to see any more: they signed out, or another person is
 * signed in now. Answers how to stop that.
 */
export function subscribeToDepartures(listener: () => void): () => void {
  departureListeners.add(listener);
  return () => departureListeners.delete(listener);
}

/** The session as React state. */
export const useSession = (): Session => useSyncExternalStore(subscribeToSession, currentSession);

/** Back to the state of a page that was just loaded. For tests. */
export function resetSession(): void {
  keycloak = newKeycloak();
  expiresAt = 0;
  scheduleRenewal(0);
  renewal = undefined;
  leaving = undefined;
  publish({ status: 'unknown' });
}
