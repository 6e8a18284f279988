import { MAX_PER_PAGE } from '@symbio/proto/limits';
import { createApi, type BaseQueryFn } from '@reduxjs/toolkit/query/react';
import { apiErrorOf, withFailure, type ApiError } from './errors.js';
import { request, type HttpRequest } from './http.js';

export type { ApiError } from './errors.js';

/** A list with pages, as the gateway serves it. */
export interface Page<T> {
  data: T[];
  page: number;
  per_page: number;
  total_pages: number;
  count: number;
}

/** One item, or a list without pages. */
export interface Envelope<T> {
  data: T;
}

export type ApiCall = string | Omit<HttpRequest, 'signal'>;

/** What an endpoint says of itself in its `extraOptions`. */
export interface EndpointOptions {
  /** What failed, in words, for an answer without a sentence (`Failed to fetch projects`); not where the screen says it anyway. */
  failure?: string;
  /** The list is wanted with all its rows, of which one answer holds a thousand (MAX_ROWS). */
  whole?: true;
}

/** A list as it answers a call that names no page. */
type Answer = Partial<Pick<Page<unknown>, 'data' | 'count'>> & { next_cursor?: string | null };

/** A list with all its rows, in as many calls as that takes. Lists that know no cursors go on by page. */
export async function wholeList<A extends Answer>(call: HttpRequest): Promise<A> {
  const first = await request<A>(call);
  const rows = [...(first.data ?? [])];
  for (let last: Answer = first; last.data && last.data.length > 0;) {
    const { next_cursor: cursor } = last;
    if (!cursor && rows.length >= (first.count ?? 0)) break;
    const next = cursor ? { cursor } : { page: rows.length / MAX_PER_PAGE + 1, per_page: MAX_PER_PAGE };
    last = await request<Answer>({ ...call, params: { ...call.params, ...next } });
    rows.push(...(last.data ?? []));
  }
  return { ...first, data: rows };
}

/** Every call of the store goes through `request`, so that errors have one shape (ERR-01). */
const baseQuery: BaseQueryFn<ApiCall, unknown, ApiError, EndpointOptions | undefined> = async (
  call,
  { signal },
  extraOptions,
) => {
  try {
    const asked = typeof call === 'string' ? { url: call, signal } : { ...call, signal };
    return { data: await (extraOptions?.whole ? wholeList(asked) : request(asked)) };
  } catch (error) {
    // also of a call that was called off: whoever did that takes no answer, and a thrown error would be nobody's to catch
    const failed = apiErrorOf(error);
    return { error: extraOptions?.failure === undefined ? failed : withFailure(failed, extraOptions.failure) };
  }
};

/** What a change on the server can make stale. Lists carry the id `LIST`, or the id of what they belong to. */
export const TAG_TYPES = [
  'Me',
  'User',
  'Project',
  'Company',
  'Member',
  'ProjectAccess',
  'SiteVisit',
  'Photograph',
  'Document',
  'DocumentPage',
  'Alignment',
  'Annotation',
  'PageAnnotations',
  'TimeSheets',
  'Feature',
  'Mention',
  'MentionHistory',
  'Job',
  'JobLog',
  'JobStats',
  'Issue',
  'IssueComment',
  'IssueScreenshot',
  'Author',
  'ApiKey',
  'Webhook',
  'Delivery',
  'Category',
  'LandUse',
] as const;

export type TagType = (typeof TAG_TYPES)[number];

/** The one API of the SPA. It has no endpoints of its own: each feature injects its own in its `api.ts`. */
export const api = createApi({
  reducerPath: 'api',
  baseQuery,
  tagTypes: TAG_TYPES,
  refetchOnReconnect: true,
  endpoints: () => ({}),
});
