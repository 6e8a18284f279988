import { QueryStatus } from '@reduxjs/toolkit/query/react';
import type { RecordRule } from '@symbio/client';
import type { DispositionKind, ReasonCode } from '@symbio/proto/records/vocabulary';
import { api, type Envelope } from '../../lib/http/api.js';
import type { ApiThunk } from '../../lib/http/api-thunks.js';
import { recordsApi, type RecordHit } from './records-api.js';

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
  ids: readonly string[];
  include_close: boolean;
  include_releases: boolean;
}

const HITS = '/api/public/record-hits';

const at = (id: string, what: string): string => `${HITS}/${encodeURIComponent(id)}/${what}`;

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
      query: ({ id, ...body }) => ({ url: at(id, 'disposition'), method: 'PUT', body }),
      transformResponse: (answer: Envelope<RecordHit>) => answer.data,
      onQueryStarted: async (_request, { dispatch, queryFulfilled }) => {
        const answer = await queryFulfilled.catch(() => undefined); // the caller shows the error
        if (answer) dispatch(replaceHit(answer.data));
      },
    }),
    decideAdjoining: build.mutation<RecordHit, { id: string; is_adjoining: boolean }>({
      query: ({ id, ...body }) => ({ url: at(id, 'adjoining'), method: 'PUT', body }),
      transformResponse: (answer: Envelope<RecordHit>) => answer.data,
      onQueryStarted: async (_request, { dispatch, queryFulfilled }) => {
        const answer = await queryFulfilled.catch(() => undefined); // the caller shows the error
        if (answer) dispatch(replaceHit(answer.data));
      },
    }),
    /** Stores nothing. */
    previewDecisions: build.mutation<BulkAnswer, BulkRequest>({
      query: (body) => ({ url: `${HITS}/bulk`, method: 'POST', body: { ...body, dry_run: true } }),
    }),
    decideHits: build.mutation<BulkAnswer, BulkRequest>({
      query: (body) => ({ url: `${HITS}/bulk`, method: 'POST', body }),
      invalidatesTags: (_result, error) => (error ? [] : ['RecordSearch']),
    }),
    undoRule: build.mutation<RecordRule, string>({
      query: (id) => ({ url: `/api/public/record-rules/${encodeURIComponent(id)}/undo`, method: 'POST' }),
      transformResponse: (answer: Envelope<RecordRule>) => answer.data,
      invalidatesTags: ['RecordSearch'],
    }),
  }),
});

export const {
  useDecideHitMutation,
  useDecideAdjoiningMutation,
  usePreviewDecisionsMutation,
  useDecideHitsMutation,
  useUndoRuleMutation,
} = decisionsApi;
