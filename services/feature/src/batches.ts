/** Rows taken at once, and of these worked on side by side. */
const BATCH = 200;
const AT_ONCE = 8;

/** Does something to each of the rows that `next` still finds, until it finds none: what is done is not found again. */
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
