import { setTimeout as sleep } from 'node:timers/promises';
import { NatsError, type JsMsg } from 'nats';
import { NOTHING_TO_TAKE } from './nats-errors.js';

const LATE: unique symbol = Symbol('late');

/**
 * The message that a pull brings, or undefined when there is none, or no answer within the limit. A message that comes after
 * it is given back: it counts as delivered, and would be in nobody's hands until its consumer's wait is over.
 *
 * @param pull waits for the server longer than the limit
 * @param limitMs milliseconds
 * @throws what the server refuses within the limit; a later refusal comes again with the next pull
 */
export async function takeWithin(pull: Promise<JsMsg>, limitMs: number): Promise<JsMsg | undefined> {
  const answered = new AbortController();
  const taken = pull.catch((error: unknown) => {
    if (error instanceof NatsError && NOTHING_TO_TAKE.has(error.code)) return undefined;
    throw error;
  });
  const limit: Promise<typeof LATE> = sleep(limitMs, LATE, { signal: answered.signal }).catch(() => LATE);
  try {
    const first = await Promise.race([taken, limit]);
    if (first !== LATE) return first;
    void taken.then((message) => message?.nak()).catch(() => undefined);
    return undefined;
  } finally {
    answered.abort();
  }
}
