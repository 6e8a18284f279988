import type { BaseQueryApi } from '@reduxjs/toolkit/query';
import { copyWithStructuralSharing } from '@reduxjs/toolkit/query';
import { api, wholeList, type ApiError } from './api.js';
import { apiErrorOf } from './errors.js';
import { copyOf, rememberAnswer } from '../offline/copies.js';
import { request, urlWithParams, type HttpRequest } from './request.js';

interface Row {
  id: string;
  created_at: string;
}

interface IncrementalAnswer<R> {
  data: R[];
  /** For the next `updated_after`; absent on older servers. */
  next_updated_after?: string;
}

/** With this value the server sends the whole list and `next_updated_after`. */
const EPOCH = '1970-01-01T00:00:00Z';

/** Rows from other sources are fetched again completely. */
const nextUpdatedAfter = new WeakMap<readonly Row[], string>();

type Order = 'oldest first' | 'newest first';

const compared = (a: string, b: string): number => (a === b ? 0 : a < b ? -1 : 1);

function merged<R extends Row>(known: readonly R[], changed: readonly R[], order: Order): R[] {
  const now = new Map(changed.map((row) => [row.id, row]));
  const rows = known.map((row) => now.get(row.id) ?? row);
  const ids = new Set(known.map(({ id }) => id));
  const made = changed.filter(({ id }) => !ids.has(id));
  if (made.length === 0) return rows;
  const direction = order === 'oldest first' ? 1 : -1;
  return [...rows, ...made].sort((a, b) => direction * (compared(a.created_at, b.created_at) || compared(a.id, b.id)));
}

/** Keeps unchanged row objects, and the list itself if all are unchanged. */
function shared<R extends Row>(known: R[], rows: readonly R[]): R[] {
  const before = new Map(known.map((row) => [row.id, row]));
  const kept = rows.map((row) => copyWithStructuralSharing<R>(before.get(row.id), row));
  return kept.length === known.length && kept.every((row, index) => row === known[index]) ? known : kept;
}

/**
 * Fetched once, then incrementally. Changes lack deletions: if the row count differs, everything is fetched again. The
 * endpoint needs `structuralSharing: false`; unchanged rows keep their identity.
 * @param callOf creates the call, which accepts `updated_after`
 */
export function incrementalList<R extends Row>(
  callOf: (argument: string) => HttpRequest,
  order: Order,
  { isKept = false } = {},
) {
  return async (
    argument: string,
    { getState, queryCacheKey = '', signal }: BaseQueryApi,
  ): Promise<{ data: R[] } | { error: ApiError }> => {
    const call = { ...callOf(argument), signal };
    const key = urlWithParams(call.url, call.params);
    const asked = (params: HttpRequest['params']): HttpRequest => ({ ...call, params: { ...call.params, ...params } });
    const since = (moment: string) => wholeList<IncrementalAnswer<R>>(asked({ updated_after: moment }));
    const { queries } = (getState() as { [api.reducerPath]: ReturnType<typeof api.reducer> })[api.reducerPath];
    const known = (queries[queryCacheKey]?.data ?? []) as R[];
    const keep = (rows: R[], { next_updated_after: next }: IncrementalAnswer<R>): { data: R[] } => {
      const data = shared(known, rows);
      if (next !== undefined) nextUpdatedAfter.set(data, next);
      if (isKept) rememberAnswer(key, data);
      return { data };
    };
    try {
      const moment = nextUpdatedAfter.get(known);
      if (moment !== undefined) {
        const [changed, { count }] = await Promise.all([
          since(moment),
          request<{ count: number }>(asked({ per_page: 1 })),
        ]);
        const rows = merged(known, changed.data, order);
        if (rows.length === count) return keep(rows, changed);
      }
      const all = await since(EPOCH);
      return keep(all.data, all);
    } catch (error) {
      const failed = apiErrorOf(error);
      const copy = isKept && failed.status === 0 && !signal.aborted ? await copyOf(key) : undefined;
      return copy ? { data: copy.data as R[] } : { error: failed };
    }
  };
}
