/** Calls that are under way at a time: quick for many things, and no burst that the server would slow down. */
const AT_ONCE = 4;

/** What became of doing the same thing with several. */
export interface Outcomes<T, R> {
  done: { item: T; result: R }[];
  failed: { item: T; error: unknown }[];
}

/** Does something with each of several things, a few side by side; one that fails does not keep the others from being done. */
export async function withEach<T, R>(items: readonly T[], step: (item: T) => PromiseLike<R>): Promise<Outcomes<T, R>> {
  const outcomes: Outcomes<T, R> = { done: [], failed: [] };
  const one = async (item: T): Promise<void> => {
    try {
      outcomes.done.push({ item, result: await step(item) });
    } catch (error) {
      outcomes.failed.push({ item, error });
    }
  };
  for (let at = 0; at < items.length; at += AT_ONCE) await Promise.all(items.slice(at, at + AT_ONCE).map(one));
  return outcomes;
}
