/** The one way in which files leave the browser, for uploads of documents and for forms with pictures. */
import { CallError, errorFromResponse, networkError, withFailure, type ApiError } from './errors.js';
import { accessToken, currentSession, sessionAgain } from './session.js';

export interface Sending {
  method: 'POST' | 'PUT';
  url: string;
  /** What makes a repeat after a lost answer harmless is in the form or in the address: an id that the browser minted. */
  body: FormData | Blob;
  onBytes: (sent: number, total: number) => void;
}

/** Whose it is. */
export interface Sender {
  /** Who was signed in when they began. */
  subject: string | undefined;
  /** Aborted when nobody waits for it any more. */
  signal?: AbortSignal;
}

/** The answer of a call, as it came. */
export interface SentAnswer {
  status: number;
  body: string;
  headers: Headers;
}

/** Headers of an answer that say why it was refused. */
const TOLD = ['retry-after', 'x-request-id'];

/**
 * Milliseconds in which not a byte leaves, after which a connection counts as broken: a phone that leaves its cell is not always
 * told so, and the browser would wait for ever. A slow line moves something in far less.
 */
export const SILENT_MS = 90_000;

/**
 * Milliseconds until the answer, once all bytes have left. Nothing moves here then, for two good reasons. The server draws a
 * photograph in up to four minutes, after those of others that came before it. And bytes that have left the browser may still
 * lie in buffers of this machine, megabytes of them: a part of 8 MB has 15 minutes to arrive, and on a line as slow as that the last
 * 4 MB take half of it. Whoever gives up too early sends all of it again, over the same slow line.
 */
export const ANSWER_MS = 600_000;

const nobodyWaits = (): DOMException => new DOMException('Nobody waits for it any more.', 'AbortError');

/** Sends once, by XMLHttpRequest: fetch cannot tell how many bytes have left. */
function sendOnce(
  { method, url, body, onBytes }: Sending,
  token: string | undefined,
  signal?: AbortSignal,
): Promise<SentAnswer> {
  const call = new XMLHttpRequest();
  const abort = (): void => call.abort();
  let patience: ReturnType<typeof setTimeout> | undefined;
  const wait = (forMs: number): void => {
    clearTimeout(patience);
    patience = setTimeout(abort, forMs);
  };
  signal?.addEventListener('abort', abort);
  return new Promise<SentAnswer>((resolve, reject) => {
    call.open(method, url);
    call.setRequestHeader('accept', 'application/json');
    // of a form the browser says it, with the boundary
    if (body instanceof Blob) call.setRequestHeader('content-type', 'application/octet-stream');
    if (token) call.setRequestHeader('authorization', `Bearer ${token}`);
    call.upload.onprogress = (event) => {
      wait(SILENT_MS);
      onBytes(event.loaded, event.total);
    };
    call.upload.onload = () => wait(ANSWER_MS);
    call.onload = () => {
      const told = TOLD.flatMap((name) => {
        const value = call.getResponseHeader(name);
        return value ? [[name, value] as [string, string]] : [];
      });
      resolve({ status: call.status, body: call.responseText, headers: new Headers(told) });
    };
    call.onerror = () => reject(new CallError(networkError()));
    call.onabort = () => reject(signal?.aborted ? nobodyWaits() : new CallError(networkError()));
    call.send(body);
    wait(SILENT_MS);
  }).finally(() => {
    clearTimeout(patience);
    signal?.removeEventListener('abort', abort);
  });
}

/** Whoever began to send is not signed in any more: refused here as the server would. */
const notTheirs = (): CallError =>
  new CallError({
    status: 401,
    message: 'Authentication required. Please log in to continue.',
    code: 'unauthenticated',
    fields: {},
  });

/**
 * Sends with the bearer token of one person and tells how far it is; a session of theirs that has run out is renewed once. What
 * one person began is not sent in the name of the next one at this browser. A connection over which nothing moves any more is
 * broken off ({@link SILENT_MS}, {@link ANSWER_MS}).
 *
 * @throws CallError with status 0 when no answer came: whether it arrived is not known then; 401 without sending when somebody else
 * is signed in by then, or nobody; DOMException AbortError once the signal says that nobody waits any more
 */
export async function sendBytes(sending: Sending, { subject, signal }: Sender): Promise<SentAnswer> {
  const isTheirs = (): boolean => currentSession().subject === subject;
  const once = async (): Promise<SentAnswer> => {
    const token = await accessToken(signal);
    if (signal?.aborted) throw nobodyWaits();
    if (!isTheirs()) throw notTheirs();
    return sendOnce(sending, token, signal);
  };
  const first = await once();
  return first.status === 401 && isTheirs() && (await sessionAgain(signal)) ? once() : first;
}

export const isOk = ({ status }: SentAnswer): boolean => status >= 200 && status < 300;

/** The JSON of an answer; null for anything else. */
export function jsonOf({ body }: SentAnswer): unknown {
  try {
    return JSON.parse(body) as unknown;
  } catch {
    return null;
  }
}

/** What a refused answer says; `what` says what failed, for an answer that does not say. */
export const refusalOf = (answer: SentAnswer, what: string): ApiError =>
  withFailure(
    // a Response of status 0 cannot be made
    errorFromResponse(new Response(null, { status: answer.status || 502, headers: answer.headers }), jsonOf(answer)),
    what,
  );
