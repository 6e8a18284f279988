import type { TagType } from '../http/api.js';

/** Milliseconds for which changes are batched (e.g. a document of 40 pages). */
const BATCH_MS = 250;

/**
 * Minimum milliseconds between two refetches of a tag: an agent creates several annotations a second, and project lists
 * are long.
 */
const MIN_REFETCH_MS = 2_000;

export interface StaleTags {
  /** After the batch delay, or later if they were just refetched. */
  mark(tags: Iterable<TagType>): void;
  /** Invalidates pending tags immediately, for screens that return to them. */
  end(): void;
}

/** @param invalidate invalidates: refetches visible queries and drops the others */
export function createStaleTags(invalidate: (tags: TagType[]) => void): StaleTags {
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
    if (tags.length > 0) invalidate(tags);
  };
  return {
    mark: (tags) => {
      const now = Date.now();
      for (const tag of tags) {
        if (!due.has(tag)) due.set(tag, Math.max(now + BATCH_MS, (readAt.get(tag) ?? -Infinity) + MIN_REFETCH_MS));
      }
      plan();
    },
    end: () => {
      for (const tag of due.keys()) due.set(tag, 0);
      // deferred until the leaving screen has unsubscribed
      plan();
    },
  };
}
