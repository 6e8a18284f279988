import { setTimeout as sleep } from 'node:timers/promises';
import { AppError, type AppErrorCode } from '@symbio/runtime';
import type { CallParent } from '@symbio/rpc';

/** INTERNAL: a service reports it when its database fails. */
const PASSING = new Set<AppErrorCode>(['UNAVAILABLE', 'DEADLINE_EXCEEDED', 'INTERNAL']);
/** Milliseconds; half a minute in total, in short steps to resume soon. */
const DELAYS_MS: readonly number[] = [200, 500, 1_000, ...Array<number>(15).fill(2_000)];

type Call = (request: never, parent: CallParent) => Promise<unknown>;

/** Outlasts a restart of the service, so half-done work is not lost. Only for idempotent calls. */
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
