import { CallError } from '../http/errors.js';
import { isOk, jsonOf, refusalOf, sendBytes } from './upload.js';
import { currentSession } from '../session/session.js';

/**
 * Sends a form with files and reports progress.
 *
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
