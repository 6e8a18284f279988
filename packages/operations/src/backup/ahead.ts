/**
 * Does something with each of many things, some ahead of the one that is asked for, and answers in their order. What fails
 * fails when its turn comes.
 */
export async function* ahead<T, R>(
  things: AsyncIterable<T> | Iterable<T>,
  atOnce: number,
  work: (thing: T) => Promise<R>,
): AsyncGenerator<R> {
  const begun: { result: Promise<R> }[] = [];
  for await (const thing of things) {
    const result = work(thing);
    // a failure is reported when the value is requested, not before
    result.catch(() => undefined);
    begun.push({ result });
    if (begun.length < atOnce) continue;
    const first = begun.shift();
    if (first) yield await first.result;
  }
  for (let first = begun.shift(); first; first = begun.shift()) yield await first.result;
}
