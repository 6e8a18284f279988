import { CallError, errorFromResponse, networkError, withFailure, type ApiError } from './errors.js';
import { accessToken, sessionAgain } from './session.js';

interface FormAnswer {
  status: number;
  body: string;
  headers: Headers;
}

/** Headers of an answer that say why it was refused. */
const TOLD = ['retry-after', 'x-request-id'];

/** Sends one form by XMLHttpRequest: fetch cannot tell how many bytes have left. */
function sendOnce(
  url: string,
  form: FormData,
  token: string | undefined,
  onBytes: (sent: number, total: number) => void,
): Promise<FormAnswer> {
  return new Promise((resolve, reject) => {
    const call = new XMLHttpRequest();
    call.open('POST', url);
    call.setRequestHeader('accept', 'application/json');
    if (token) call.setRequestHeader('authorization', `Bearer ${token}`);
    call.upload.onprogress = (event) => onBytes(event.loaded, event.total);
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
  });
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

/**
 * Sends a form with files and tells how far it is. A session that has run out is renewed once.
 *
 * @param what what failed, for an answer that does not say
 * @throws CallError with status 0 when no answer came: whether it arrived is not known then
 */
export async function sendForm<Answer>(
  url: string,
  form: FormData,
  what: string,
  onBytes: (sent: number, total: number) => void,
): Promise<Answer> {
  let answer = await sendOnce(url, form, await accessToken(), onBytes);
  if (answer.status === 401 && (await sessionAgain())) answer = await sendOnce(url, form, await accessToken(), onBytes);
  if (answer.status < 200 || answer.status >= 300) throw new CallError(refusalOf(answer, what));
  return parsed(answer.body) as Answer;
}
