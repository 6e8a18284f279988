import Keycloak from 'keycloak-js';
import { apiErrorOf } from '../../lib/http/errors.js';
import { returnPath } from '../../lib/session/return-path.js';
import { signInWithCode } from '../../lib/session/session.js';
import type { SignInOptions } from '../../lib/session/sign-in-options.js';
import { errorSentence } from './error-sentences.js';

/** The realm's client must allow it. */
export const CALLBACK_PATH = '/login/callback';

/** keycloak-js stores pending sign-in state under it, for an hour or until it is read. */
const KEYCLOAK_CALLBACK = 'kc-callback-';

const RETURN_KEY = 'symbio.sso-return';

const NOT_STARTED_HERE = 'This sign-in was not started in this browser, or it took too long. Please try again.';
const CODE_EXPIRED = 'The sign-in took too long. Please try again.';
const CANCELLED = 'Single sign-on was cancelled. Try again, or sign in with your email and password.';
const PROVIDER_FAILED = 'Single sign-on did not work. Try again, or sign in with your email and password.';

/** The message is a sentence for the login screen. */
export class SingleSignOnError extends Error {
  override readonly name = 'SingleSignOnError';

  constructor(
    message: string,
    readonly returnTo: string,
  ) {
    super(message);
  }
}

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;

/** Undefined if absent or storage is unavailable. */
function take(storage: () => Storage, key: string): Record<string, unknown> | undefined {
  try {
    const text = storage().getItem(key);
    storage().removeItem(key);
    const value = JSON.parse(text ?? 'null') as unknown;
    return isRecord(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

/** Authorization code with PKCE (S256). State, code verifier and return path stay in this browser. */
export async function singleSignOnUrl(options: SignInOptions, returnTo: string): Promise<string> {
  const keycloak = new Keycloak({ url: options.url, realm: options.realm, clientId: options.client_id });
  await keycloak.init({
    pkceMethod: 'S256',
    responseMode: 'query',
    // a nonce protects ID tokens, which never reach the browser
    useNonce: false,
    checkLoginIframe: false,
  });
  const url = await keycloak.createLoginUrl({ redirectUri: `${window.location.origin}${CALLBACK_PATH}` });
  const state = new URL(url, window.location.origin).searchParams.get('state');
  window.sessionStorage.setItem(RETURN_KEY, JSON.stringify({ state, to: returnPath(returnTo) }));
  return url;
}

async function finish(search: string): Promise<string> {
  const params = new URLSearchParams(search);
  const state = params.get('state') ?? '';
  const wanted = take(() => window.sessionStorage, RETURN_KEY);
  const started = state === '' ? undefined : take(() => window.localStorage, `${KEYCLOAK_CALLBACK}${state}`);
  const returnTo = wanted?.state === state ? returnPath(wanted.to) : '/';
  const fail = (sentence: string): never => {
    throw new SingleSignOnError(sentence, returnTo);
  };
  const { pkceCodeVerifier: verifier, redirectUri, expires } = started ?? {};
  if (typeof verifier !== 'string' || typeof redirectUri !== 'string') return fail(NOT_STARTED_HERE);
  if (typeof expires === 'number' && expires < Date.now()) return fail(NOT_STARTED_HERE);
  const error = params.get('error');
  if (error !== null) return fail(error === 'access_denied' ? CANCELLED : PROVIDER_FAILED);
  const code = params.get('code');
  if (!code) return fail(PROVIDER_FAILED);
  try {
    await signInWithCode({ code, code_verifier: verifier, redirect_uri: redirectUri });
  } catch (thrown) {
    const refusal = apiErrorOf(thrown);
    return fail(
      refusal.status === 400 || refusal.status === 401 ? CODE_EXPIRED : errorSentence(refusal, PROVIDER_FAILED),
    );
  }
  return returnTo;
}

let latest: { search: string; outcome: Promise<string> } | undefined;

/**
 * Verifies that this browser started it; the gateway exchanges the code. A code can be exchanged once: repeated calls
 * return the first outcome.
 * @throws SingleSignOnError
 */
export function finishSingleSignOn(search: string): Promise<string> {
  if (latest?.search !== search) latest = { search, outcome: finish(search) };
  return latest.outcome;
}
