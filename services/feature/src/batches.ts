const BATCH = 200;
const AT_ONCE = 8;

/** Runs for some items at a time, one after the other. Returns all results. */
export async function inBatches<T, Result>(
  items: readonly T[],
  run: (some: readonly T[]) => Promise<readonly Result[]>,
): Promise<Result[]> {
  const results: Result[] = [];
  for (let at = 0; at < items.length; at += BATCH) results.push(...(await run(items.slice(at, at + BATCH))));
  return results;
}

/** Processes rows until `next` finds none; processed rows must no longer match. */
export async function forAll(
  next: (limit: number) => Promise<string[]>,
  act: (id: string) => Promise<unknown>,
): Promise<void> {
  for (;;) {
    const ids = await next(BATCH);
    if (ids.length === 0) return;
    for (let at = 0; at < ids.length; at += AT_ONCE) await Promise.all(ids.slice(at, at + AT_ONCE).map(act));
  }
}
