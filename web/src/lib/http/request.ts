import { CallError, errorFromResponse, networkError, type ApiError } from './errors.js';
import { recordFailure } from './failed-requests.js';
import {
  ACCOUNT_DISABLED,
  accessToken,
  currentSession,
  endClosedSession,
  hasUser,
  restoreSession,
} from '../session/session.js';
import type { Call, Method, QueryValue } from './operation.js';
import { uuidV7 } from './uuid.js';

/** Milliseconds, for calls that are not slow by nature: the gateway's own timeout is 30 seconds. */
export const ANSWERED_MS = 60_000;

export interface HttpRequest extends Pick<Call, 'url' | 'params' | 'body'> {
  method?: Method;
  headers?: Record<string, string>;
  as?: 'json' | 'text';
  signal?: AbortSignal;
  /**
   * Timeout in milliseconds without a response (status 0): a dead connection may give no error. Excludes waiting for a
   * session. Absent: no limit.
   */
  answerMs?: number;
  /** Public call: does not wait for a session. */
  isOpen?: boolean;
}

const unreadable = (status: number): ApiError => ({
  status,
  message: 'The server sent a response that could not be read.',
  code: 'bad_answer',
  fields: {},
});

export function urlWithParams(url: string, params: Record<string, QueryValue> = {}): string {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(params)) {
    if (value !== undefined && value !== null && value !== '') query.set(name, String(value));
  }
  const text = query.toString();
  return text === '' ? url : `${url}?${text}`;
}

/** Undefined unless the response reports a disabled account. */
async function closedAccount(response: Response): Promise<string | undefined> {
  const body = (await response.json().catch(() => null)) as unknown;
  const { code, message } = errorFromResponse(response, body);
  return code === ACCOUNT_DISABLED ? message : undefined;
}

/** @throws CallError without a response; DOMException AbortError when aborted */
async function answerOf(send: () => Promise<Response>): Promise<Response> {
  try {
    return await send();
  } catch (error) {
    if (error instanceof DOMException && error.name === 'AbortError') throw error;
    throw new CallError(networkError());
  }
}

/**
 * `fetch` with the bearer token (AUTH-24). A 401 triggers one silent renewal and one retry. If the server has ended the
 * session, the call waits until the same user signs in again; otherwise it returns the 401.
 * @throws CallError without a response
 */
export const authorizedFetch = (url: string, init: RequestInit = {}, answerMs?: number): Promise<Response> =>
  identified(url, init, (known) => fetchWithToken(url, known, answerMs));

function identified(url: string, init: RequestInit, send: (init: RequestInit) => Promise<Response>): Promise<Response> {
  const headers = new Headers(init.headers);
  const requestId = uuidV7();
  headers.set('x-request-id', requestId);
  return recordFailure({ method: init.method ?? 'GET', url, requestId }, send({ ...init, headers }));
}

/** The timeout fails like a broken connection. */
async function fetchWithin(answerMs: number | undefined, url: string, init: RequestInit): Promise<Response> {
  if (answerMs === undefined) return fetch(url, init);
  const { signal } = init;
  const ending = new AbortController();
  const end = (): void => ending.abort();
  if (signal?.aborted) end();
  signal?.addEventListener('abort', end);
  const timer = setTimeout(end, answerMs);
  try {
    return await fetch(url, { ...init, signal: ending.signal });
  } catch (error) {
    // the browser reports both as aborted
    throw ending.signal.aborted && !signal?.aborted ? new CallError(networkError()) : error;
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener('abort', end);
  }
}

async function fetchWithToken(url: string, init: RequestInit, answerMs?: number): Promise<Response> {
  const { subject } = currentSession();
  const isSameUser = (): boolean => currentSession().subject === subject;
  const send = async (): Promise<Response> => {
    const token = await accessToken(init.signal);
    const headers = new Headers(init.headers);
    if (token && isSameUser()) headers.set('authorization', `Bearer ${token}`);
    return fetchWithin(answerMs, url, { ...init, headers, credentials: 'same-origin' });
  };
  return answerOf(async () => {
    const first = await send();
    if (first.status !== 401 || !hasUser(currentSession()) || !isSameUser()) return first;
    const refusal = await closedAccount(first.clone());
    if (refusal !== undefined) {
      endClosedSession(refusal);
      return first;
    }
    return (await restoreSession(init.signal)) ? send() : first;
  });
}

/**
 * Parses JSON (or text).
 * @throws CallError for every non-2xx response, and without a response
 */
export async function request<T>(call: HttpRequest): Promise<T> {
  const { url, method = 'GET', params, body, headers = {}, as = 'json', signal, answerMs, isOpen = false } = call;
  const form = body instanceof FormData ? body : undefined;
  const json = body !== undefined && !form;
  const address = urlWithParams(url, params);
  const init: RequestInit = {
    method,
    signal,
    headers: {
      accept: as === 'json' ? 'application/json' : 'text/plain',
      ...(json ? { 'content-type': 'application/json' } : {}),
      ...headers,
    },
    body: json ? JSON.stringify(body) : form,
  };
  const response = await (isOpen
    ? identified(address, init, (known) => answerOf(() => fetchWithin(answerMs, address, known)))
    : authorizedFetch(address, init, answerMs));
  const text = await response.text();
  if (response.ok && as === 'text') return text as T;
  let parsed: unknown = text;
  let isJson = true;
  try {
    parsed = text === '' ? null : (JSON.parse(text) as unknown);
  } catch {
    isJson = false;
  }
  if (!response.ok) throw new CallError(errorFromResponse(response, parsed));
  // a misrouted call gets a 2xx with the SPA's index.html
  if (!isJson) throw new CallError(unreadable(response.status));
  return parsed as T;
}
