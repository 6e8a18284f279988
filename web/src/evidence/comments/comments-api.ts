import type { EvidenceComment as ClientComment } from '@symbio/client';
import type { Assignment as ClientAssignment } from '@symbio/client/app';
import { useMemo } from 'react';
import { api, type Envelope } from '../../lib/http/api.js';
import { operation } from '../../lib/http/operation.js';
import type { ApiItem } from '../../lib/http/api-types.js';

export interface CommentSubject {
  kind: 'annotation' | 'feature';
  id: string;
}

type Subject = Pick<ClientComment['subject'], 'id' | 'title'> & { type: string };

export type EvidenceComment = Omit<ApiItem<ClientComment>, 'subject' | 'previous'> & {
  subject: Subject;
  /** Oldest first. */
  previous: { content: string; until: string }[];
};

export type Assignment = Omit<ClientAssignment, 'project_id' | 'subject' | 'assigned_at'> & {
  subject: Subject;
  assigned_at: string;
};

export interface ProjectPerson {
  user_id: string;
  name: string | null;
}

const commentsApi = api.injectEndpoints({
  endpoints: (build) => ({
    /** Oldest first, with deleted ones. */
    getEvidenceComments: build.query<EvidenceComment[], CommentSubject>({
      query: ({ kind, id }) => operation('GET', '/api/public/comments', { query: { [`${kind}_id`]: id } }),
      extraOptions: { whole: true },
      transformResponse: (answer: Envelope<EvidenceComment[]>) => answer.data,
      providesTags: ['EvidenceComment'],
    }),
    /** The client's `id` makes retries idempotent. */
    addEvidenceComment: build.mutation<
      EvidenceComment,
      { id: string; subject: CommentSubject; content: string; mentioned_ids: string[] }
    >({
      query: ({ subject, ...body }) =>
        operation('POST', '/api/public/comments', { body: { ...body, [`${subject.kind}_id`]: subject.id } }),
      transformResponse: (answer: Envelope<EvidenceComment>) => answer.data,
      onQueryStarted: async ({ subject }, { dispatch, queryFulfilled }) => {
        const answer = await queryFulfilled.catch(() => undefined);
        if (!answer) return;
        dispatch(
          commentsApi.util.updateQueryData('getEvidenceComments', subject, (comments) => {
            if (!comments.some(({ id }) => id === answer.data.id)) comments.push(answer.data);
          }),
        );
      },
      invalidatesTags: ['EvidenceComment'],
    }),
    changeEvidenceComment: build.mutation<
      EvidenceComment,
      { id: string; content: string; mentioned_ids: string[]; updated_at: string }
    >({
      query: ({ id, ...body }) => operation('PUT', '/api/public/comments', { query: { id }, body }),
      transformResponse: (answer: Envelope<EvidenceComment>) => answer.data,
      invalidatesTags: ['EvidenceComment'],
    }),
    deleteEvidenceComment: build.mutation<void, string>({
      query: (id) => operation('DELETE', '/api/public/comments', { query: { id } }),
      transformResponse: () => undefined,
      invalidatesTags: ['EvidenceComment'],
    }),
    getAssignments: build.query<Assignment[], string>({
      query: (projectId) => operation('GET', '/api/projects/{id}/assignments', { path: { id: projectId } }),
      transformResponse: (answer: Envelope<Assignment[]>) => answer.data,
      providesTags: ['Assignment'],
    }),
    assignEvidence: build.mutation<void, { subject: CommentSubject; assigneeId: string | null }>({
      query: ({ subject: { kind, id }, assigneeId }) =>
        operation('PUT', kind === 'feature' ? '/api/features/{id}/assignee' : '/api/annotations/{id}/assignee', {
          path: { id },
          body: { assignee_id: assigneeId },
        }),
      extraOptions: { failure: 'Not assigned' },
      transformResponse: () => undefined,
      invalidatesTags: ['Assignment'],
    }),
    getProjectPeople: build.query<ProjectPerson[], string>({
      query: (projectId) => operation('GET', '/api/projects/{id}/members', { path: { id: projectId } }),
      transformResponse: (answer: Envelope<ProjectPerson[]>) => answer.data,
      providesTags: (_result, _error, projectId) => [{ type: 'Member', id: projectId }, 'Member'],
    }),
  }),
});

export const {
  useGetEvidenceCommentsQuery,
  useAddEvidenceCommentMutation,
  useChangeEvidenceCommentMutation,
  useDeleteEvidenceCommentMutation,
  useGetAssignmentsQuery,
  useAssignEvidenceMutation,
  useGetProjectPeopleQuery,
} = commentsApi;

/** By id of the annotation or feature. */
export function useAssignees(projectId: string): ReadonlyMap<string, string> {
  const { data } = useGetAssignmentsQuery(projectId);
  return useMemo(
    () => new Map((data ?? []).map(({ subject, assignee_name: name }) => [subject.id, name ?? 'Unknown'])),
    [data],
  );
}
