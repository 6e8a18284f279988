import type { BlobStore, ListedBlob } from '@symbio/blobs';

/** A key with its length in each store that has it. */
export interface Pair {
  key: string;
  left?: number;
  right?: number;
}

/**
 * Merges the keys of two stores in order. Blobs written to the right store behind the current position are not visited
 * again.
 */
export async function* pairs(left: Pick<BlobStore, 'list'>, right: Pick<BlobStore, 'list'>): AsyncGenerator<Pair> {
  const [a, b] = [left.list()[Symbol.asyncIterator](), right.list()[Symbol.asyncIterator]()];
  const next = async (items: AsyncIterator<ListedBlob>): Promise<ListedBlob | undefined> => {
    const result = await items.next();
    return result.done ? undefined : result.value;
  };
  let [one, other] = await Promise.all([next(a), next(b)]);
  while (one ?? other) {
    if (one && (!other || one.key < other.key)) {
      yield { key: one.key, left: one.bytes };
      one = await next(a);
    } else if (other && (!one || other.key < one.key)) {
      yield { key: other.key, right: other.bytes };
      other = await next(b);
    } else if (one && other) {
      yield { key: one.key, left: one.bytes, right: other.bytes };
      [one, other] = await Promise.all([next(a), next(b)]);
    }
  }
}

/** Processes items with limited concurrency until the signal is aborted. @throws the first error */
export async function inParallel<T>(
  items: AsyncIterable<T>,
  most: number,
  signal: AbortSignal,
  work: (item: T) => Promise<void>,
): Promise<void> {
  const iterator = items[Symbol.asyncIterator]();
  let isOver = false;
  const lane = async (): Promise<void> => {
    while (!isOver && !signal.aborted) {
      const result = await iterator.next();
      if (result.done) return;
      await work(result.value);
    }
  };
  try {
    await Promise.all(
      Array.from({ length: most }, () =>
        lane().catch((error: unknown) => {
          isOver = true;
          throw error;
        }),
      ),
    );
  } finally {
    isOver = true;
  }
}
