import { setImmediate as immediate, setTimeout as sleep } from 'node:timers/promises';
import { NatsError, type JsMsg } from 'nats';
import { NOTHING_TO_TAKE } from './nats-errors.js';

const LATE: unique symbol = Symbol('late');

/**
 * The message that a pull brings, or undefined when there is none, or no answer within the limit. A message that comes after
 * it is given back: it counts as delivered, and would be in nobody's hands until its consumer's wait is over.
 *
 * @param pull waits for the server longer than the limit
 * @param reached when the server has the request, or none will have it: the limit begins then, so that a server that
 * stood still for a moment is not taken for one that has nothing
 * @param limitMs milliseconds
 * @throws what the server refuses within the limit; a later refusal comes again with the next pull
 */
export async function takeWithin(
  pull: Promise<JsMsg>,
  reached: Promise<unknown>,
  limitMs: number,
): Promise<JsMsg | undefined> {
  const answered = new AbortController();
  const taken = pull.catch((error: unknown) => {
    if (error instanceof NatsError && NOTHING_TO_TAKE.has(error.code)) return undefined;
    throw error;
  });
  const limit = late(reached, limitMs, answered.signal).catch((): typeof LATE => LATE);
  try {
    const first = await Promise.race([taken, limit]);
    if (first !== LATE) return first;
    void taken.then((message) => message?.nak()).catch(() => undefined);
    return undefined;
  } finally {
    answered.abort();
  }
}

async function late(reached: Promise<unknown>, limitMs: number, signal: AbortSignal): Promise<typeof LATE> {
  await reached.catch(() => undefined);
  await sleep(limitMs, undefined, { signal });
  // a process that stood still sees that time is over before it reads what has come meanwhile
  await immediate();
  return LATE;
}
