import type { AuditEntry as ClientEntry, AuditState } from '@symbio/client/app';
import type { AuditAction } from '@symbio/proto/identity/vocabulary';
import { api, type Envelope } from '../../lib/http/api.js';
import { operation } from '../../lib/http/operation.js';
import type { ApiDispatch } from '../../lib/http/api-thunks.js';
import { download } from '../../lib/files/download.js';

export type AuditEntry = Omit<ClientEntry, 'at' | 'action' | 'previous' | 'hash'> & { at: string; action: AuditAction };

/** Times are RFC 3339. */
export interface AuditFilter {
  user_id?: string;
  api_key_id?: string;
  project_id?: string;
  address?: string;
  action?: AuditAction;
  from?: string;
  to?: string;
}

export type { AuditState };

interface AuditPage {
  data: AuditEntry[];
  next: number | null;
}

async function keepState(
  _sent: unknown,
  { dispatch, queryFulfilled }: { dispatch: ApiDispatch; queryFulfilled: Promise<{ data: AuditState }> },
): Promise<void> {
  try {
    const { data } = await queryFulfilled;
    void dispatch(auditApi.util.upsertQueryData('auditState', undefined, data));
  } catch {
    // the caller displays the error
  }
}

const auditApi = api.injectEndpoints({
  endpoints: (build) => ({
    listAudit: build.infiniteQuery<AuditPage, AuditFilter, number>({
      infiniteQueryOptions: { initialPageParam: 0, getNextPageParam: ({ next }) => next ?? undefined },
      query: ({ queryArg, pageParam }) =>
        operation('GET', '/api/audit', { query: { ...queryArg, ...(pageParam > 0 ? { before: pageParam } : {}) } }),
      // always read the current state when opened
      keepUnusedDataFor: 0,
    }),
    auditState: build.query<AuditState, void>({
      query: () => operation('GET', '/api/audit/state'),
      transformResponse: (answer: Envelope<AuditState>) => answer.data,
      keepUnusedDataFor: 0,
    }),
    verifyAudit: build.mutation<AuditState, void>({
      query: () => operation('POST', '/api/audit/verify'),
      transformResponse: (answer: Envelope<AuditState>) => answer.data,
      onQueryStarted: keepState,
    }),
    setAuditRetention: build.mutation<AuditState, { days: number | null }>({
      query: (body) => operation('PUT', '/api/audit/retention', { body }),
      transformResponse: (answer: Envelope<AuditState>) => answer.data,
      onQueryStarted: keepState,
    }),
  }),
});

export const { useListAuditInfiniteQuery, useAuditStateQuery, useSetAuditRetentionMutation, useVerifyAuditMutation } =
  auditApi;

export type AuditFormat = 'csv' | 'ndjson';

/** @throws CallError */
export const downloadAudit = (filter: AuditFilter, format: AuditFormat): Promise<string> =>
  download(operation('GET', '/api/audit/export', { query: { ...filter, format } }), `audit-trail.${format}`);
