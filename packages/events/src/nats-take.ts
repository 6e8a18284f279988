import { setImmediate as immediate, setTimeout as sleep } from 'node:timers/promises';
import { NatsError, type JsMsg } from 'nats';
import { NOTHING_TO_TAKE } from './nats-errors.js';

const LATE: unique symbol = Symbol('late');

/**
 * Pulls one message; undefined if none is available or the limit passes. A message arriving later is returned to the
 * queue: it counts as delivered and would be blocked until the acknowledgement timeout.
 *
 * @param pull waits for the server longer than the limit
 * @param reached resolves when the server has received the request, or never will: the limit starts then, so a stalled
 * server is not mistaken for an empty queue
 * @param limitMs milliseconds
 * @throws the server's refusal within the limit; a later one recurs at the next pull
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
  // after a stall the process sees the timeout before messages that have arrived
  await immediate();
  return LATE;
}
