/**
 * Does pieces of work, at most so many at a time, and reports each in the order given, as soon as those before it are
 * reported.
 *
 * @throws what a piece of work threw, after the others that had begun
 */
export async function sideBySide<Work, Result>(
  work: readonly Work[],
  most: number,
  start: (each: Work) => Promise<Result>,
  report: (result: Result) => void,
): Promise<Result[]> {
  const results: Result[] = [];
  const done = new Map<number, Result>();
  let next = 0;
  const lane = async (): Promise<void> => {
    for (;;) {
      const at = next++;
      const each = work[at];
      if (each === undefined) return;
      done.set(at, await start(each));
      for (let result = done.get(results.length); result !== undefined; result = done.get(results.length)) {
        results.push(result);
        report(result);
      }
    }
  };
  await Promise.all(Array.from({ length: Math.min(most, work.length) }, lane));
  return results;
}
