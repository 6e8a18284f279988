import { setImmediate as immediate } from 'node:timers/promises';

/** Maximum batch size. */
const MOST = 100;

interface BatchOptions {
  /** Maximum batch size. */
  most?: number;
  /**
   * Minimum milliseconds between the starts of two runs, to limit their rate. 0: the next run starts when the previous
   * one ends.
   */
  gapMs?: number;
}

/**
 * Micro-batches concurrent requests: requests of one event loop turn run at its end; those during a run wait for it and
 * then run together.
 */
export function batchRequests<In, Out>(
  run: (items: In[]) => Promise<readonly Out[]>,
  { most = MOST, gapMs = 0 }: BatchOptions = {},
): (item: In) => Promise<Out> {
  interface Waiting {
    item: In;
    resolve: (result: Out) => void;
    reject: (reason: unknown) => void;
  }
  let waiting: Waiting[] = [];
  let isRunning = false;

  async function runAll(): Promise<void> {
    isRunning = true;
    while (waiting.length > 0) {
      // requests of one socket read arrive one after another: together they need half as many runs (decision 0040)
      await immediate();
      const group = waiting.slice(0, most);
      waiting = waiting.slice(most);
      const gap = gapMs > 0 ? new Promise((resolve) => setTimeout(resolve, gapMs)) : undefined;
      try {
        const results = await run(group.map(({ item }) => item));
        group.forEach(({ resolve }, i) => resolve(results[i] as Out));
      } catch (error) {
        for (const { reject } of group) reject(error);
      }
      await gap;
    }
    isRunning = false;
  }

  return (item) =>
    new Promise((resolve, reject) => {
      waiting.push({ item, resolve, reject });
      if (!isRunning) void runAll();
    });
}
