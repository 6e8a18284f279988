import type { BaseQueryApi } from '@reduxjs/toolkit/query';
import { copyWithStructuralSharing } from '@reduxjs/toolkit/query';
import { api, wholeList, type ApiError } from './api.js';
import { apiErrorOf } from './errors.js';
import { request, type HttpRequest } from './http.js';

interface Row {
  id: string;
  created_at: string;
}

interface FollowedAnswer<R> {
  data: R[];
  /** What to send as `updated_after` the next time; absent from a server that does not know it. */
  next_updated_after?: string;
}

/** Asked for with it a list is whole, and says how to follow it. */
const THE_BEGINNING = '1970-01-01T00:00:00Z';

/** What the rows in the cache are to be asked about the next time. Rows that came otherwise are read whole. */
const followed = new WeakMap<readonly Row[], string>();

type Order = 'oldest first' | 'newest first';

const compared = (a: string, b: string): number => (a === b ? 0 : a < b ? -1 : 1);

/** Rows with those that changed laid over them, in the order in which the server lists them. */
function merged<R extends Row>(known: readonly R[], changed: readonly R[], order: Order): R[] {
  const now = new Map(changed.map((row) => [row.id, row]));
  const rows = known.map((row) => now.get(row.id) ?? row);
  const ids = new Set(known.map(({ id }) => id));
  const made = changed.filter(({ id }) => !ids.has(id));
  if (made.length === 0) return rows;
  const direction = order === 'oldest first' ? 1 : -1;
  return [...rows, ...made].sort((a, b) => direction * (compared(a.created_at, b.created_at) || compared(a.id, b.id)));
}

/** The rows, those that are as they were the same objects; the same list where all of them are. */
function shared<R extends Row>(known: R[], rows: readonly R[]): R[] {
  const before = new Map(known.map((row) => [row.id, row]));
  const kept = rows.map((row) => copyWithStructuralSharing<R>(before.get(row.id), row));
  return kept.length === known.length && kept.every((row, index) => row === known[index]) ? known : kept;
}

/**
 * The query of a list that is read with all its rows, and the next time only for what changed since. What was deleted is not
 * among the changes: where another number of rows is there than are known, all are read again. Its endpoint says
 * `structuralSharing: false`; rows that are the same stay the same objects.
 *
 * @param callOf the call for the list, which takes `updated_after`
 */
export function followedList<R extends Row>(callOf: (argument: string) => HttpRequest, order: Order) {
  return async (
    argument: string,
    { getState, queryCacheKey = '', signal }: BaseQueryApi,
  ): Promise<{ data: R[] } | { error: ApiError }> => {
    const call = { ...callOf(argument), signal };
    const asked = (params: HttpRequest['params']): HttpRequest => ({ ...call, params: { ...call.params, ...params } });
    const since = (moment: string) => wholeList<FollowedAnswer<R>>(asked({ updated_after: moment }));
    const { queries } = (getState() as { [api.reducerPath]: ReturnType<typeof api.reducer> })[api.reducerPath];
    const known = (queries[queryCacheKey]?.data ?? []) as R[];
    const keep = (rows: R[], { next_updated_after: next }: FollowedAnswer<R>): { data: R[] } => {
      const data = shared(known, rows);
      if (next !== undefined) followed.set(data, next);
      return { data };
    };
    try {
      const moment = followed.get(known);
      if (moment !== undefined) {
        const [changed, { count }] = await Promise.all([
          since(moment),
          request<{ count: number }>(asked({ per_page: 1 })),
        ]);
        const rows = merged(known, changed.data, order);
        if (rows.length === count) return keep(rows, changed);
      }
      const all = await since(THE_BEGINNING);
      return keep(all.data, all);
    } catch (error) {
      return { error: apiErrorOf(error) };
    }
  };
}
