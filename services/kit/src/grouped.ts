import { setImmediate as immediate } from 'node:timers/promises';

/** Items in a group at most. */
const MOST = 100;

interface GroupedOptions {
  /** Items in a group at most. */
  most?: number;
  /**
   * Milliseconds from the beginning of one run to that of the next, at least: whoever comes sooner waits, so that however
   * much comes there are no more runs than that. 0: the next run begins when the one before it ends.
   */
  gapMs?: number;
}

/**
 * Has what is asked for at the same time done in one go: what comes in the same turn of the event loop is run at its end, what
 * comes while it runs waits for its end and is then run together. So nothing waits when there is little to do, and a group costs
 * one round trip when there is much.
 *
 * @param run answers a result for each item, in their order; a rejection is the answer to every item of its group
 */
export function grouped<In, Out>(
  run: (items: In[]) => Promise<readonly Out[]>,
  { most = MOST, gapMs = 0 }: GroupedOptions = {},
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
      // requests that one read of a socket brought ask one after another: together they are half as many runs (docs/decisions/0040)
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
