import type { Refusal } from '@symbio/proto/common';
import { conflict, normalizeError, type AppError, type AppErrorCode } from '@symbio/runtime';
import pMap from 'p-map';

/** Error codes that concern one item; any other fails the whole call. */
const OF_ONE_ITEM: ReadonlySet<AppErrorCode> = new Set<AppErrorCode>([
  'INVALID_ARGUMENT',
  'PERMISSION_DENIED',
  'NOT_FOUND',
  'ALREADY_EXISTS',
  'FAILED_PRECONDITION',
  'ABORTED',
  'OUT_OF_RANGE',
]);

/**
 * The result of an item's work, or the reason it is refused.
 * @throws errors that do not concern the item, such as an unavailable service
 */
export async function outcomeOfItem<T>(work: Promise<T>): Promise<T | AppError> {
  try {
    return await work;
  } catch (error) {
    const refused = normalizeError(error);
    if (!OF_ONE_ITEM.has(refused.code)) throw error;
    return refused;
  }
}

/** Refusal of a valid item in an all-or-nothing batch. */
export const batchRefused = (): AppError =>
  conflict('batch_refused', 'Nothing was written, because other items of the batch were refused.');

export const toRefusal = ({ code, reason, message, fields = {} }: AppError): Refusal => ({
  status: code,
  reason,
  message,
  fields,
});

/** Runs work for each item with limited concurrency; results in input order. */
export const mapConcurrently = <In, Out>(
  items: readonly In[],
  concurrency: number,
  run: (item: In, index: number) => Promise<Out>,
): Promise<Out[]> => pMap(items, run, { concurrency });

/** A lookup memoized per id, also for concurrent calls. */
export function oncePerId<T>(lookUp: (id: string) => Promise<T>): (id: string) => Promise<T> {
  const asked = new Map<string, Promise<T>>();
  return (id) => {
    const known = asked.get(id) ?? lookUp(id);
    asked.set(id, known);
    return known;
  };
}
