import pMap from 'p-map';

/** Fast enough, without triggering the server's rate limit. */
const CONCURRENCY = 4;

export interface Outcomes<T, R> {
  done: { item: T; result: R }[];
  failed: { item: T; error: unknown }[];
}

/** Failures do not stop the others. */
export async function settleEach<T, R>(
  items: readonly T[],
  step: (item: T) => PromiseLike<R>,
): Promise<Outcomes<T, R>> {
  const outcomes: Outcomes<T, R> = { done: [], failed: [] };
  const settle = async (item: T): Promise<void> => {
    try {
      outcomes.done.push({ item, result: await step(item) });
    } catch (error) {
      outcomes.failed.push({ item, error });
    }
  };
  await pMap(items, settle, { concurrency: CONCURRENCY });
  return outcomes;
}
