import { CallError, errorFromResponse, networkError, withFailure, type ApiError } from '../http/errors.js';
import { accessToken, currentSession, restoreSession } from '../session/session.js';

export interface Sending {
  method: 'POST' | 'PUT';
  url: string;
  /** A client-generated id in the form or URL makes retries idempotent. */
  body: FormData | Blob;
  onBytes: (sent: number, total: number) => void;
}

export interface Sender {
  /** At the start of the upload. */
  subject: string | undefined;
  signal?: AbortSignal;
}

export interface SentAnswer {
  status: number;
  body: string;
  headers: Headers;
}

const RESPONSE_HEADERS = ['retry-after', 'x-request-id'];

/**
 * Milliseconds without progress after which a connection counts as broken: a phone that loses its cell may get no
 * error. Slow lines make progress faster.
 */
export const SILENT_MS = 90_000;

/**
 * Timeout in milliseconds for the response after the last byte. The server takes up to four minutes to render a
 * photograph, after those queued before it. Local buffers may still hold 4 MB, half of a part of 8 MB, which has 15
 * minutes to arrive.
 */
export const ANSWER_MS = 600_000;

const abortError = (): DOMException => new DOMException('The request was cancelled.', 'AbortError');

/** fetch has no upload progress. */
function sendOnce(
  { method, url, body, onBytes }: Sending,
  token: string | undefined,
  signal?: AbortSignal,
): Promise<SentAnswer> {
  const call = new XMLHttpRequest();
  const abort = (): void => call.abort();
  let timer: ReturnType<typeof setTimeout> | undefined;
  const wait = (forMs: number): void => {
    clearTimeout(timer);
    timer = setTimeout(abort, forMs);
  };
  signal?.addEventListener('abort', abort);
  return new Promise<SentAnswer>((resolve, reject) => {
    call.open(method, url);
    call.setRequestHeader('accept', 'application/json');
    // for a form, the browser sets the boundary
    if (body instanceof Blob) call.setRequestHeader('content-type', 'application/octet-stream');
    if (token) call.setRequestHeader('authorization', `Bearer ${token}`);
    call.upload.onprogress = (event) => {
      wait(SILENT_MS);
      onBytes(event.loaded, event.total);
    };
    call.upload.onload = () => wait(ANSWER_MS);
    call.onload = () => {
      const headers = RESPONSE_HEADERS.flatMap((name) => {
        const value = call.getResponseHeader(name);
        return value ? [[name, value] as [string, string]] : [];
      });
      resolve({ status: call.status, body: call.responseText, headers: new Headers(headers) });
    };
    call.onerror = () => reject(new CallError(networkError()));
    call.onabort = () => reject(signal?.aborted ? abortError() : new CallError(networkError()));
    call.send(body);
    wait(SILENT_MS);
  }).finally(() => {
    clearTimeout(timer);
    signal?.removeEventListener('abort', abort);
  });
}

/** Fails like a 401 from the server. */
const signedOutError = (): CallError =>
  new CallError({
    status: 401,
    message: 'Authentication required. Please log in to continue.',
    code: 'unauthenticated',
    fields: {},
  });

/**
 * Sends with a bearer token and reports progress; renews an expired session once. Never sends one user's upload as
 * another user. A stalled connection is aborted ({@link SILENT_MS}, {@link ANSWER_MS}).
 *
 * @throws CallError with status 0 without a response (it may have arrived); 401 without sending when that user is no
 * longer signed in; DOMException AbortError when aborted
 */
export async function sendBytes(sending: Sending, { subject, signal }: Sender): Promise<SentAnswer> {
  const isSameUser = (): boolean => currentSession().subject === subject;
  const once = async (): Promise<SentAnswer> => {
    const token = await accessToken(signal);
    if (signal?.aborted) throw abortError();
    if (!isSameUser()) throw signedOutError();
    return sendOnce(sending, token, signal);
  };
  const first = await once();
  return first.status === 401 && isSameUser() && (await restoreSession(signal)) ? once() : first;
}

export const isOk = ({ status }: SentAnswer): boolean => status >= 200 && status < 300;

export function jsonOf({ body }: SentAnswer): unknown {
  try {
    return JSON.parse(body) as unknown;
  } catch {
    return null;
  }
}

export const refusalOf = (answer: SentAnswer, what: string): ApiError =>
  withFailure(
    // Response does not allow status 0
    errorFromResponse(new Response(null, { status: answer.status || 502, headers: answer.headers }), jsonOf(answer)),
    what,
  );

/**
 * @param what fallback error message
 * @throws CallError with status 0 without a response (it may have arrived); 401 when another user has signed in
 */
export async function sendForm<Answer>(
  url: string,
  form: FormData,
  what: string,
  onBytes: (sent: number, total: number) => void,
): Promise<Answer> {
  const { subject } = currentSession();
  const answer = await sendBytes({ method: 'POST', url, body: form, onBytes }, { subject });
  if (!isOk(answer)) throw new CallError(refusalOf(answer, what));
  return jsonOf(answer) as Answer;
}
