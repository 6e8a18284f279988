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
}

/** Every call of the store goes through `request`, so that errors have one shape (ERR-01). */
const baseQuery: BaseQueryFn<ApiCall, unknown, ApiError, EndpointOptions | undefined> = async (
  call,
  { signal },
  extraOptions,
) => {
  try {
    return { data: await request(typeof call === 'string' ? { url: call, signal } : { ...call, signal }) };
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
