import type { TagType } from './api.js';

/** Changes that come together (a document of 40 pages) lead to one reading. Milliseconds, as below. */
const GATHER_MS = 250;

/**
 * What was read again is not read once more before this: an agent that works through a sheet makes several annotations a
 * second, and lists of a whole project are long.
 */
const AGAIN_MS = 2_000;

/** What is to be read again, and not too often. */
export interface StaleTags {
  /** Has these read again soon: at once but for what comes together, unless they just were. */
  mark(tags: Iterable<TagType>): void;
  /** Nothing is marked any more; what waits is read again now, for whoever comes back to it. */
  end(): void;
}

/** @param readAgain reads what is on screen of these kinds, and forgets what is not */
export function createStaleTags(readAgain: (tags: TagType[]) => void): StaleTags {
  /** When each is to be read. */
  const due = new Map<TagType, number>();
  const readAt = new Map<TagType, number>();
  let timer: ReturnType<typeof setTimeout> | undefined;

  const plan = (): void => {
    clearTimeout(timer);
    if (due.size > 0) timer = setTimeout(read, Math.max(Math.min(...due.values()) - Date.now(), 0));
  };
  const read = (): void => {
    const now = Date.now();
    const tags = [...due].filter(([, at]) => at <= now).map(([tag]) => tag);
    for (const tag of tags) {
      due.delete(tag);
      readAt.set(tag, now);
    }
    plan();
    if (tags.length > 0) readAgain(tags);
  };
  return {
    mark: (tags) => {
      const now = Date.now();
      for (const tag of tags) {
        if (!due.has(tag)) due.set(tag, Math.max(now + GATHER_MS, (readAt.get(tag) ?? -Infinity) + AGAIN_MS));
      }
      plan();
    },
    end: () => {
      for (const tag of due.keys()) due.set(tag, 0);
      // not before the screen that goes has let go of what it showed
      plan();
    },
  };
}
