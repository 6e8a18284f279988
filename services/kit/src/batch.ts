import type { Refusal } from '@symbio/proto/common';
import { conflict, normalizeError, type AppError, type AppErrorCode } from './errors.js';

/** Codes of what is wrong with one item; any other says that the whole call failed. */
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
 * What an item's work comes to: its result, or why the item is refused.
 * @throws what is no matter of this item, as a service that does not answer
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

/** Why an item is refused that is in order, in a batch of which all or nothing is written. */
export const batchRefused = (): AppError =>
  conflict('batch_refused', 'Nothing was written, because other items of the batch were refused.');

/** A refusal as it travels in an answer. */
export const toRefusal = ({ code, reason, message, fields = {} }: AppError): Refusal => ({
  status: code,
  reason,
  message,
  fields,
});

/** Runs work for each item, so many at a time, and answers in their order. */
export async function inOrder<In, Out>(
  items: readonly In[],
  atOnce: number,
  run: (item: In, index: number) => Promise<Out>,
): Promise<Out[]> {
  const results: Out[] = [];
  for (let from = 0; from < items.length; from += atOnce)
    results.push(...(await Promise.all(items.slice(from, from + atOnce).map((item, at) => run(item, from + at)))));
  return results;
}

/** A look-up that asks once for each id, also when it is asked for at the same time. */
export function oncePerId<T>(lookUp: (id: string) => Promise<T>): (id: string) => Promise<T> {
  const asked = new Map<string, Promise<T>>();
  return (id) => {
    const known = asked.get(id) ?? lookUp(id);
    asked.set(id, known);
    return known;
  };
}
