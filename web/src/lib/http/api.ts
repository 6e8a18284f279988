import { MAX_PER_PAGE } from '@symbio/proto/limits';
import { createApi, type BaseQueryFn } from '@reduxjs/toolkit/query/react';
import { apiErrorOf, withFailure, type ApiError } from './errors.js';
import { copyOf, rememberAnswer } from '../offline/copies.js';
import { request, urlWithParams, type HttpRequest } from './request.js';

export type { ApiError } from './errors.js';

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

export interface EndpointOptions {
  /** Fallback message (`Failed to fetch projects`); omit it if the screen shows its own. */
  failure?: string;
  /** All rows; one response holds at most a thousand (MAX_ROWS). */
  whole?: true;
  /** An answer may carry an `error` beside its status 200: the call failed. */
  carriesError?: true;
  /** Readable without a network, for projects that were offered. */
  isKept?: true;
}

type Answer = Partial<Pick<Page<unknown>, 'data' | 'count'>> & { next_cursor?: string | null };

/** By cursor, or by page where the list has no cursors. */
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

/** Errors have one shape (ERR-01). */
const baseQuery: BaseQueryFn<ApiCall, unknown, ApiError, EndpointOptions | undefined> = async (
  call,
  { signal },
  extraOptions,
) => {
  const asked: HttpRequest = typeof call === 'string' ? { url: call, signal } : { ...call, signal };
  const key = urlWithParams(asked.url, asked.params);
  try {
    const data = await (extraOptions?.whole ? wholeList(asked) : request<unknown>(asked));
    const said = extraOptions?.carriesError ? (data as { error?: unknown } | null)?.error : undefined;
    if (typeof said === 'string' && said !== '')
      return { error: { status: 200, message: said, code: 'error_in_answer', fields: {} } };
    if (extraOptions?.isKept) rememberAnswer(key, data);
    return { data };
  } catch (error) {
    // also for aborted calls: their caller ignores the result, and a thrown error would be unhandled
    const failed = apiErrorOf(error);
    const copy = extraOptions?.isKept && failed.status === 0 && !signal.aborted ? await copyOf(key) : undefined;
    if (copy) return copy;
    return { error: extraOptions?.failure === undefined ? failed : withFailure(failed, extraOptions.failure) };
  }
};

/** Lists use the id `LIST`, or the id of their parent. */
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
  'ShareLink',
  'Split',
  'DocumentPage',
  'PageOpening',
  'Alignment',
  'Georeference',
  'Streets',
  'Report',
  'ReportVersion',
  'Annotation',
  'PageAnnotations',
  'TimeSheets',
  'Feature',
  'Mention',
  'MentionHistory',
  'Determination',
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
  'EvidenceComment',
  'Assignment',
  'ProjectChanges',
  'Category',
  'LandUse',
  'DataSet',
  'RecordSearch',
  'RecordRule',
  'ReviewRule',
  'BlindSample',
  'RecordProposal',
  'AgencyRequest',
  'RadiusReport',
] as const;

export type TagType = (typeof TAG_TYPES)[number];

/** Each feature injects its endpoints in its `api.ts`. */
export const api = createApi({
  reducerPath: 'api',
  baseQuery,
  tagTypes: TAG_TYPES,
  refetchOnReconnect: true,
  endpoints: () => ({}),
});
