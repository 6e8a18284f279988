import { CallError } from './errors.js';
import { isOk, jsonOf, refusalOf, sendBytes } from './send-bytes.js';
import { currentSession } from './session.js';

/**
 * Sends a form with files and tells how far it is.
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
  const { subject } = currentSession();
  const answer = await sendBytes({ method: 'POST', url, body: form, onBytes }, { subject });
  if (!isOk(answer)) throw new CallError(refusalOf(answer, what));
  return jsonOf(answer) as Answer;
}
