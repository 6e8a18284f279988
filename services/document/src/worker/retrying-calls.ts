import { setTimeout as sleep } from 'node:timers/promises';
import { AppError, type AppErrorCode, type CallParent } from '@symbio/kit';

/**
 * What a call ends in while the other side, or its database, is away. A service whose database went away in the middle
 * of a write can only say INTERNAL, as it does of a mistake of its own: that one is then retried in vain.
 */
const PASSING = new Set<AppErrorCode>(['UNAVAILABLE', 'DEADLINE_EXCEEDED', 'INTERNAL']);
/**
 * Milliseconds before the next try, by number of tries so far; after the last one the call has failed. Half a minute
 * together, and never so far apart that a document waits long after the other side is back.
 */
const DELAYS_MS: readonly number[] = [200, 500, 1_000, ...Array<number>(15).fill(2_000)];

type Call = (request: never, parent: CallParent) => Promise<unknown>;

/**
 * A client whose calls outlive a restart of the other side: a document half done is not given up because a database was
 * away for half a minute. Only for idempotent calls.
 *
 * @param freshToken parent for another try; the first one's token may be too old by then
 */
export function retryingCalls<C extends Readonly<Record<keyof C, Call>>>(
  client: C,
  freshToken: (signal: AbortSignal | undefined, requestId: string) => Promise<CallParent>,
  delaysMs = DELAYS_MS,
): C {
  const retrying = Object.entries<Call>(client).map(([name, call]) => [
    name,
    async (request: never, first: CallParent): Promise<unknown> => {
      let parent = first;
      for (let tries = 0; ; tries++) {
        try {
          return await call(request, parent);
        } catch (error) {
          const delay = delaysMs[tries];
          if (!(error instanceof AppError) || !PASSING.has(error.code) || delay === undefined) throw error;
          await sleep(delay, undefined, { signal: first.signal });
          parent = await freshToken(first.signal, first.requestId);
        }
      }
    },
  ]);
  return Object.fromEntries(retrying) as C;
}
