import type {
  Determination as ClientDetermination,
  DeterminationProposal as ClientProposal,
  DeterminationQuestion as ClientQuestion,
} from '@symbio/client';
import type { Answer, DeterminationKind } from '@symbio/proto/feature/vocabulary';
import { useMemo } from 'react';
import { api, type Envelope } from '../../../lib/http/api.js';
import { operation } from '../../../lib/http/operation.js';
import type { ApiItem } from '../../../lib/http/api-types.js';

export type Determination = Omit<ApiItem<ClientDetermination>, 'kind'> & { kind: DeterminationKind };
export type DeterminationProposal = Omit<ApiItem<ClientProposal>, 'kind'> & { kind: DeterminationKind };
export type Question = Omit<ClientQuestion, 'kinds_if_yes' | 'kinds_if_no'> & {
  kinds_if_yes: DeterminationKind[];
  kinds_if_no: DeterminationKind[];
};

export interface GivenAnswer {
  question_id: string;
  answer: Answer;
  note: string;
}

export interface NewDetermination {
  id: string;
  feature_id: string;
  kind: DeterminationKind;
  answers: GivenAnswer[];
  reason: string;
  evidence: string[];
}
const dataOf = <Data>({ data }: Envelope<Data>): Data => data;

const determinationsApi = api.injectEndpoints({
  endpoints: (build) => ({
    getActiveDeterminations: build.query<Determination[], string>({
      query: (projectId) =>
        operation('GET', '/api/public/determinations', { query: { project_id: projectId, status: 'active' } }),
      extraOptions: { whole: true },
      transformResponse: dataOf<Determination[]>,
      providesTags: ['Determination'],
    }),
    /** Newest first, with superseded and withdrawn ones. */
    getDeterminations: build.query<Determination[], string>({
      query: (featureId) => operation('GET', '/api/public/determinations', { query: { feature_id: featureId } }),
      extraOptions: { whole: true },
      transformResponse: dataOf<Determination[]>,
      providesTags: ['Determination'],
    }),
    getDeterminationQuestions: build.query<Question[], void>({
      query: () => operation('GET', '/api/public/determination-questions'),
      transformResponse: dataOf<Question[]>,
    }),
    getDeterminationProposals: build.query<DeterminationProposal[], string>({
      query: (featureId) =>
        operation('GET', '/api/public/determination-proposals', { query: { feature_id: featureId, status: 'open' } }),
      extraOptions: { whole: true },
      transformResponse: dataOf<DeterminationProposal[]>,
      providesTags: ['Determination'],
    }),
    /** The client's `id` makes retries idempotent. */
    addDetermination: build.mutation<Determination, NewDetermination>({
      query: (body) => operation('POST', '/api/public/determinations', { body }),
      transformResponse: dataOf<Determination>,
      invalidatesTags: ['Determination'],
    }),
    withdrawDetermination: build.mutation<void, { id: string; reason: string }>({
      query: ({ id, reason }) =>
        operation('POST', '/api/public/determinations/{id}/withdraw', { path: { id }, body: { reason } }),
      transformResponse: () => undefined,
      invalidatesTags: ['Determination'],
    }),
    decideDeterminationProposal: build.mutation<
      void,
      { id: string; action: 'accept' | 'reject'; reason?: string; determination_id?: string }
    >({
      query: ({ id, ...body }) =>
        operation('POST', '/api/public/determination-proposals/{id}/decide', { path: { id }, body }),
      transformResponse: () => undefined,
      invalidatesTags: ['Determination'],
    }),
  }),
});

export const {
  useGetDeterminationsQuery,
  useGetDeterminationQuestionsQuery,
  useGetDeterminationProposalsQuery,
  useAddDeterminationMutation,
  useWithdrawDeterminationMutation,
  useDecideDeterminationProposalMutation,
} = determinationsApi;

/** Active ones by id of their feature. */
export function useActiveDeterminations(projectId: string): ReadonlyMap<string, Determination> {
  const { data } = determinationsApi.useGetActiveDeterminationsQuery(projectId);
  return useMemo(() => new Map((data ?? []).map((one) => [one.feature_id, one])), [data]);
}
