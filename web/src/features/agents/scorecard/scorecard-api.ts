import type { Scorecard, ScorecardRow, Share } from '@symbio/client';
import type { RejectionCode } from '@symbio/proto/annotation/vocabulary';
import type { Annotation } from '../../../evidence/annotation-records.js';
import { currentDecision } from '../../../evidence/annotation-records.js';
import { api, type Envelope } from '../../../lib/http/api.js';
import { operation } from '../../../lib/http/operation.js';

export type { Scorecard, ScorecardRow, Share };

/** Query parameters of a scorecard without empty ones. */
export type ScorecardQuery = Readonly<Record<string, string>>;

const scorecardApi = api.injectEndpoints({
  endpoints: (build) => ({
    getScorecard: build.query<Scorecard, ScorecardQuery>({
      query: (params) => operation('GET', '/api/public/agents/scorecard', { query: params }),
      transformResponse: ({ data }: Envelope<Scorecard>) => data,
      providesTags: ['Annotation', 'Mention'],
    }),
  }),
});

export const { useGetScorecardQuery } = scorecardApi;

/** Decisions behind a figure. */
export type Outcome = 'accepted' | 'rejected' | 'undone' | RejectionCode;

/** Agent's annotations with this outcome, newest decision first. */
export function decidedAs(annotations: readonly Annotation[], authorId: string, outcome: Outcome): Annotation[] {
  const newest = ({ decisions }: Annotation): string => decisions?.at(-1)?.decided_at ?? '';
  return annotations
    .filter((each) => {
      if (each.author_id !== authorId) return false;
      if (outcome === 'undone') return each.decisions?.some(({ verdict }) => verdict === 'undone');
      const current = currentDecision(each);
      return current?.verdict === outcome || (current?.verdict === 'rejected' && current.reason_code === outcome);
    })
    .sort((a, b) => newest(b).localeCompare(newest(a)));
}
