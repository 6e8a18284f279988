import { api, type Envelope } from '../../lib/http/api.js';

export type ChangeKind =
  | 'mentioned_you'
  | 'assigned_you'
  | 'document_added'
  | 'document_read'
  | 'finding_made'
  | 'finding_proposed'
  | 'finding_accepted'
  | 'finding_rejected'
  | 'decision_undone'
  | 'feature_added'
  | 'commented'
  | 'visit_recorded';

export interface ChangeGroup {
  kind: ChangeKind;
  at: string;
  who: string | null;
  who_type: 'human' | 'ai_agent';
  via: 'key' | null;
  count: number;
  /** Newest, without repetitions. */
  items: { title: string; path: string }[];
}

export interface ProjectChanges {
  since: string;
  until: string;
  counts: { kind: ChangeKind; count: number }[];
  /** Newest first. */
  changes: ChangeGroup[];
}

const changesApi = api.injectEndpoints({
  endpoints: (build) => ({
    /** By others, since the last look. */
    getProjectChanges: build.query<ProjectChanges, string>({
      query: (projectId) => `/api/projects/${encodeURIComponent(projectId)}/changes`,
      transformResponse: (answer: Envelope<ProjectChanges>) => answer.data,
      providesTags: ['ProjectChanges'],
    }),
    markChangesSeen: build.mutation<void, { projectId: string; until: string }>({
      query: ({ projectId, until }) => ({
        url: `/api/projects/${encodeURIComponent(projectId)}/changes/seen`,
        method: 'POST',
        body: { until },
      }),
      extraOptions: { failure: 'Not marked as seen' },
      transformResponse: () => undefined,
      invalidatesTags: ['ProjectChanges'],
    }),
  }),
});

export const { useGetProjectChangesQuery, useMarkChangesSeenMutation } = changesApi;
