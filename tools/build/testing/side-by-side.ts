/**
 * Runs work with limited concurrency and reports each result in the given order, as soon as all earlier ones are
 * reported.
 *
 * @throws the first error, after the work in progress has ended
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
