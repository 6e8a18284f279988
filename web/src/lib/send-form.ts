import { CallError, errorFromResponse, networkError, withFailure, type ApiError } from './errors.js';
import { accessToken, currentSession, sessionAgain } from './session.js';

interface FormAnswer {
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
 * Milliseconds until the answer, once all bytes have left. Nothing moves while the server draws: up to four minutes for one
 * photograph, after those of others that came before it. One that is given up too early would be drawn from the start.
 */
export const ANSWER_MS = 600_000;

/**
 * Sends one form by XMLHttpRequest: fetch cannot tell how many bytes have left. A connection on which nothing happens any more
 * is broken off.
 */
function sendOnce(
  url: string,
  form: FormData,
  token: string | undefined,
  onBytes: (sent: number, total: number) => void,
): Promise<FormAnswer> {
  const call = new XMLHttpRequest();
  let patience: ReturnType<typeof setTimeout> | undefined;
  const wait = (forMs: number): void => {
    clearTimeout(patience);
    patience = setTimeout(() => call.abort(), forMs);
  };
  return new Promise<FormAnswer>((resolve, reject) => {
    call.open('POST', url);
    call.setRequestHeader('accept', 'application/json');
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
    call.onabort = () => reject(new CallError(networkError()));
    call.send(form);
    wait(SILENT_MS);
  }).finally(() => clearTimeout(patience));
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return null;
  }
}

/** What a refused answer says; `what` stands in where it says nothing. */
const refusalOf = ({ status, headers, body }: FormAnswer, what: string): ApiError =>
  withFailure(errorFromResponse(new Response(null, { status, headers }), parsed(body)), what);

/** Whoever began to send is not signed in any more: refused here as the server would. */
const notTheirs = (): CallError =>
  new CallError({
    status: 401,
    message: 'Authentication required. Please log in to continue.',
    code: 'unauthenticated',
    fields: {},
  });

/**
 * Sends with the bearer token of one person; a session of theirs that has run out is renewed once. What one person began is
 * not sent in the name of the next one at this browser.
 * @param subject whose it is: who was signed in when they began
 * @throws CallError 401 without sending when somebody else is signed in by then, or nobody; DOMException AbortError once the
 * signal says that nobody waits any more
 */
export async function sendAs<Answer extends { status: number }>(
  subject: string | undefined,
  send: (token: string | undefined) => Promise<Answer>,
  signal?: AbortSignal,
): Promise<Answer> {
  const isTheirs = (): boolean => currentSession().subject === subject;
  const once = async (): Promise<Answer> => {
    const token = await accessToken(signal);
    if (!isTheirs()) throw notTheirs();
    return send(token);
  };
  const first = await once();
  return first.status === 401 && isTheirs() && (await sessionAgain(signal)) ? once() : first;
}

/**
 * Sends a form with files and tells how far it is. A session that has run out is renewed once.
 *
 * @param what what failed, for an answer that does not say
 * @throws CallError with status 0 when no answer came: whether it arrived is not known then; with status 401 when somebody
 * else is signed in by then
 */
export async function sendForm<Answer>(
  url: string,
  form: FormData,
  what: string,
  onBytes: (sent: number, total: number) => void,
): Promise<Answer> {
  const answer = await sendAs(currentSession().subject, (token) => sendOnce(url, form, token, onBytes));
  if (answer.status < 200 || answer.status >= 300) throw new CallError(refusalOf(answer, what));
  return parsed(answer.body) as Answer;
}
