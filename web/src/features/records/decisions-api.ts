import { QueryStatus } from '@reduxjs/toolkit/query/react';
import type { RecordHitFilter, RecordProposal, RecordRule } from '@symbio/client';
import { MAX_PER_PAGE } from '@symbio/proto/limits';
import type { DispositionKind, ReasonCode } from '@symbio/proto/records/vocabulary';
import { api, type Envelope, type TagType } from '../../lib/http/api.js';
import { operation } from '../../lib/http/operation.js';
import type { ApiThunk } from '../../lib/http/api-thunks.js';
import { recordsApi, type RecordHit } from './records-api.js';

export type { RecordHitFilter, RecordProposal, RecordRule };

export interface Judgement {
  disposition: DispositionKind;
  reason_codes: readonly ReasonCode[];
  reason: string;
}

export interface BulkAnswer {
  data: RecordRule;
  excluded: { hit_id: string; reason: string }[];
}

export interface BulkRequest extends Judgement {
  id: string;
  project_id: string;
  ids?: readonly string[];
  /** Of undecided records. */
  filter?: RecordHitFilter;
  include_close: boolean;
  include_releases: boolean;
}

/** Without coordinates: the place of the data holds again. */
export interface RecordPlace {
  id: string;
  longitude: number | null;
  latitude: number | null;
  reason: string;
}
export const DECIDED: readonly TagType[] = ['RecordSearch', 'RecordProposal'];

/** Puts the answer in every list that has the record: lists are long. */
const replaceHit =
  (hit: RecordHit): ApiThunk<void> =>
  (dispatch, getState) => {
    for (const args of recordsApi.util.selectCachedArgsForQuery(getState(), 'listHits')) {
      const { status } = recordsApi.endpoints.listHits.select(args)(getState());
      dispatch(
        recordsApi.util.updateQueryData('listHits', args, (hits) =>
          hits.map((each) =>
            each.id === hit.id ? { ...hit, site: each.site, site_reasons: each.site_reasons } : each,
          ),
        ),
      );
      // an answer on its way may be older than the decision
      if (status === QueryStatus.pending) dispatch(api.util.invalidateTags(['RecordSearch']));
    }
  };

const decisionsApi = api.injectEndpoints({
  endpoints: (build) => ({
    decideHit: build.mutation<RecordHit, Judgement & { id: string }>({
      query: ({ id, ...body }) => operation('PUT', '/api/public/record-hits/{id}/disposition', { path: { id }, body }),
      transformResponse: (answer: Envelope<RecordHit>) => answer.data,
      onQueryStarted: async (_request, { dispatch, queryFulfilled }) => {
        const answer = await queryFulfilled.catch(() => undefined); // the caller shows the error
        if (answer) dispatch(replaceHit(answer.data));
      },
    }),
    decideAdjoining: build.mutation<RecordHit, { id: string; is_adjoining: boolean }>({
      query: ({ id, ...body }) => operation('PUT', '/api/public/record-hits/{id}/adjoining', { path: { id }, body }),
      transformResponse: (answer: Envelope<RecordHit>) => answer.data,
      onQueryStarted: async (_request, { dispatch, queryFulfilled }) => {
        const answer = await queryFulfilled.catch(() => undefined); // the caller shows the error
        if (answer) dispatch(replaceHit(answer.data));
      },
    }),
    placeRecord: build.mutation<RecordHit, RecordPlace>({
      query: ({ id, ...body }) => operation('PUT', '/api/public/record-hits/{id}/place', { path: { id }, body }),
      transformResponse: (answer: Envelope<RecordHit>) => answer.data,
      // counts and sites follow
      invalidatesTags: (_result, error) => (error ? [] : ['RecordSearch']),
    }),
    /** Stores nothing. */
    previewDecisions: build.mutation<BulkAnswer, BulkRequest>({
      query: (body) => operation('POST', '/api/public/record-hits/bulk', { body: { ...body, dry_run: true } }),
    }),
    decideHits: build.mutation<BulkAnswer, BulkRequest>({
      query: (body) => operation('POST', '/api/public/record-hits/bulk', { body }),
      invalidatesTags: (_result, error) => (error ? [] : ['RecordSearch', 'RecordRule']),
    }),
    undoRule: build.mutation<RecordRule, string>({
      query: (id) => operation('POST', '/api/public/record-rules/{id}/undo', { path: { id } }),
      transformResponse: (answer: Envelope<RecordRule>) => answer.data,
      invalidatesTags: ['RecordSearch', 'RecordRule'],
    }),
    /** Newest first. */
    listRules: build.query<RecordRule[], string>({
      query: (projectId) =>
        operation('GET', '/api/public/projects/{id}/record-rules', {
          path: { id: projectId },
          query: { per_page: MAX_PER_PAGE },
        }),
      extraOptions: { whole: true },
      transformResponse: (answer: Envelope<RecordRule[]>) => answer.data,
      providesTags: ['RecordRule'],
    }),
    /** Without decided ones. */
    listProposals: build.query<RecordProposal[], string>({
      query: (projectId) =>
        operation('GET', '/api/public/record-proposals', {
          query: { project_id: projectId, state: 'proposed', per_page: MAX_PER_PAGE },
        }),
      extraOptions: { whole: true },
      transformResponse: (answer: Envelope<RecordProposal[]>) => answer.data,
      providesTags: ['RecordProposal'],
    }),
    /** Caller invalidates {@link DECIDED}, once for several proposals. */
    decideProposal: build.mutation<RecordProposal, { id: string; accept: boolean }>({
      query: ({ id, accept }) => ({
        ...operation('POST', '/api/public/record-proposals/{id}/decide', { path: { id }, body: { accept } }),
      }),
      transformResponse: (answer: Envelope<RecordProposal>) => answer.data,
    }),
  }),
});

export const {
  useDecideHitMutation,
  useDecideAdjoiningMutation,
  usePlaceRecordMutation,
  usePreviewDecisionsMutation,
  useDecideHitsMutation,
  useUndoRuleMutation,
  useListRulesQuery,
  useListProposalsQuery,
  useDecideProposalMutation,
} = decisionsApi;
