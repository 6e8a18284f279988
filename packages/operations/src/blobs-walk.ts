import type { BlobStore, ListedBlob } from '@symbio/blobs';

/** Key with its length in each store that has it. */
export interface Pair {
  key: string;
  left?: number;
  right?: number;
}

/**
 * Merges the keys of two stores in order. Blobs written to the right store behind the current position are not visited
 * again.
 */
export async function* pairs(
  left: Pick<BlobStore, 'list'>,
  right: Pick<BlobStore, 'list'>,
  signal?: AbortSignal,
): AsyncGenerator<Pair> {
  const [a, b] = [left.list()[Symbol.asyncIterator](), right.list()[Symbol.asyncIterator]()];
  const next = async (items: AsyncIterator<ListedBlob>): Promise<ListedBlob | undefined> => {
    const result = await items.next();
    return result.done ? undefined : result.value;
  };
  let [one, other] = await Promise.all([next(a), next(b)]);
  while (!signal?.aborted && (one ?? other)) {
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
