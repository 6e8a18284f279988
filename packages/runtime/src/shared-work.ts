/** Concurrent calls with the same key share one run, and its result or failure. */
export function sharedWork<Result>(): (key: string, run: () => Promise<Result>) => Promise<Result> {
  const running = new Map<string, Promise<Result>>();
  return (key, run) => {
    const known = running.get(key);
    if (known) return known;
    const started = run().finally(() => running.delete(key));
    running.set(key, started);
    return started;
  };
}
