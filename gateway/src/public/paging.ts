import { FOLLOWED_AGAIN_SECONDS, MAX_ROWS } from '@symbio/proto/limits';
import { pageOf, sliceOf, type ListOf, type PagingQuery, type Slice } from '../http/lists.js';

/** Requested slice; the maximum of one response by default. */
export function slice(query: PagingQuery): Slice {
  const found = pageOf(query);
  return query.page === undefined && found.perPage === 0 ? { ...found, perPage: MAX_ROWS } : found;
}

export const updatedAfterOf = ({ updated_after: after }: { updated_after?: string | undefined }): Date | undefined =>
  after === undefined ? undefined : new Date(after);

export const slicedResponse = <Item>(all: readonly Item[], query: PagingQuery): ListOf<Item> => ({
  ...sliceOf(all, slice(query)),
  next_cursor: null,
});

/** Adds the client's next `updated_after`, with a margin for writes in progress and clock skew. */
export const withNextUpdatedAfter = <List extends object>(
  answer: List,
  { updated_after: after, page = 1, cursor }: PagingQuery & { updated_after?: string | undefined },
): List & { next_updated_after?: string } =>
  after === undefined || page > 1 || cursor !== undefined
    ? answer
    : { ...answer, next_updated_after: new Date(Date.now() - FOLLOWED_AGAIN_SECONDS * 1_000).toISOString() };
