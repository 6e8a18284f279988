import type { ChangeGroup as ClientGroup, ProjectChanges as ClientChanges } from '@symbio/client/app';
import { api, type Envelope } from '../../lib/http/api.js';
import { operation } from '../../lib/http/operation.js';

export type ChangeKind = ClientGroup['kind'];

export type ChangeGroup = Omit<ClientGroup, 'at'> & { at: string };

export interface ProjectChanges extends Pick<ClientChanges, 'counts'> {
  since: string;
  until: string;
  /** Newest first. */
  changes: ChangeGroup[];
}

const changesApi = api.injectEndpoints({
  endpoints: (build) => ({
    /** By others, since the last look. */
    getProjectChanges: build.query<ProjectChanges, string>({
      query: (projectId) => operation('GET', '/api/projects/{id}/changes', { path: { id: projectId } }),
      transformResponse: (answer: Envelope<ProjectChanges>) => answer.data,
      providesTags: ['ProjectChanges'],
    }),
    markChangesSeen: build.mutation<void, { projectId: string; until: string }>({
      query: ({ projectId, until }) =>
        operation('POST', '/api/projects/{id}/changes/seen', { path: { id: projectId }, body: { until } }),
      extraOptions: { failure: 'Not marked as seen' },
      transformResponse: () => undefined,
      invalidatesTags: ['ProjectChanges'],
    }),
  }),
});

export const { useGetProjectChangesQuery, useMarkChangesSeenMutation } = changesApi;
