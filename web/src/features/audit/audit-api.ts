import type { AuditAction } from '@symbio/proto/identity/vocabulary';
import { api, type Envelope } from '../../lib/api.js';
import type { ApiDispatch } from '../../lib/api-thunks.js';
import { CallError, errorFromResponse } from '../../lib/errors.js';
import { authorizedFetch, urlWithParams } from '../../lib/http.js';
import { saveFile } from '../../lib/save-file.js';

/** An entry of the audit trail. */
export interface AuditEntry {
  /** Its place in the trail. */
  seq: number;
  at: string;
  user_id: string | null;
  /** As the person is called now; null for nobody, and for somebody without a name. */
  user_name: string | null;
  /** The program that acted, by name and version. */
  agent_name: string | null;
  api_key_id: string | null;
  address: string | null;
  action: AuditAction;
  operation: string;
  object: string | null;
  object_id: string | null;
  project_id: string | null;
  /** The HTTP status that was answered; null for what has happened anyway. */
  status: number | null;
  request_id: string | null;
  /** `X-Request-Id` as the caller sent it. */
  client_request_id: string | null;
}

/** What the list is narrowed down to; moments are RFC 3339. */
export interface AuditFilter {
  user_id?: string;
  api_key_id?: string;
  project_id?: string;
  address?: string;
  action?: AuditAction;
  from?: string;
  to?: string;
}

/** What is known of the soundness of the trail. */
export interface AuditState {
  newest: number;
  oldest: number;
  verified_at: string | null;
  verified_through: number;
  /** What is wrong with it. */
  broken: string | null;
  /** Days after which entries are removed; null: never. */
  retention_days: number | null;
  /** The newest entry that was removed because of its age, and when. */
  removed_through: number | null;
  removed_at: string | null;
}

/** Some entries, newest first. */
interface AuditPage {
  data: AuditEntry[];
  /** What the next ones are asked for with. */
  next: number | null;
}

/** What is answered to a change is how things are now. */
async function keepState(
  _sent: unknown,
  { dispatch, queryFulfilled }: { dispatch: ApiDispatch; queryFulfilled: Promise<{ data: AuditState }> },
): Promise<void> {
  try {
    const { data } = await queryFulfilled;
    void dispatch(auditApi.util.upsertQueryData('auditState', undefined, data));
  } catch {
    // whoever asked shows why
  }
}

const auditApi = api.injectEndpoints({
  endpoints: (build) => ({
    listAudit: build.infiniteQuery<AuditPage, AuditFilter, number>({
      infiniteQueryOptions: { initialPageParam: 0, getNextPageParam: ({ next }) => next ?? undefined },
      query: ({ queryArg, pageParam }) => ({
        url: '/api/audit',
        params: { ...queryArg, ...(pageParam > 0 ? { before: pageParam } : {}) },
      }),
      // somebody who looks wants to know what is so now
      keepUnusedDataFor: 0,
    }),
    auditState: build.query<AuditState, void>({
      query: () => '/api/audit/state',
      transformResponse: (answer: Envelope<AuditState>) => answer.data,
      keepUnusedDataFor: 0,
    }),
    verifyAudit: build.mutation<AuditState, void>({
      query: () => ({ url: '/api/audit/verify', method: 'POST', body: {} }),
      transformResponse: (answer: Envelope<AuditState>) => answer.data,
      onQueryStarted: keepState,
    }),
    setAuditRetention: build.mutation<AuditState, { days: number | null }>({
      query: (body) => ({ url: '/api/audit/retention', method: 'PUT', body }),
      transformResponse: (answer: Envelope<AuditState>) => answer.data,
      onQueryStarted: keepState,
    }),
  }),
});

export const { useListAuditInfiniteQuery, useAuditStateQuery, useSetAuditRetentionMutation, useVerifyAuditMutation } =
  auditApi;

export type AuditFormat = 'csv' | 'ndjson';

/**
 * Downloads the entries that a filter leaves. A plain link would not do: the call needs the bearer token.
 *
 * @throws CallError when the server refuses or cannot be reached
 */
export async function downloadAudit(filter: AuditFilter, format: AuditFormat): Promise<void> {
  const response = await authorizedFetch(urlWithParams('/api/audit/export', { ...filter, format }));
  if (!response.ok) throw new CallError(errorFromResponse(response, await response.json().catch(() => null)));
  saveFile(await response.blob(), `audit-trail.${format}`);
}
