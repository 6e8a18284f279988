import type { Invitation as ClientInvitation } from '@symbio/client/app';
import { api, type Envelope } from '../../lib/http/api.js';
import { operation } from '../../lib/http/operation.js';
import type { Member, MemberRole } from './api.js';

export type Invitation = Pick<ClientInvitation, 'id' | 'email' | 'invited_by_name'> & {
  role: MemberRole;
  good_until: string;
};

/** Either the person with this address was added, or a link was mailed. */
export interface Invited {
  member: Member | null;
  invitation: Invitation | null;
}

export const invitationsApi = api.injectEndpoints({
  endpoints: (build) => ({
    listInvitations: build.query<Invitation[], string>({
      query: (projectId) => operation('GET', '/api/projects/{id}/invitations', { path: { id: projectId } }),
      transformResponse: (answer: Envelope<Invitation[]>) => answer.data,
      providesTags: (_result, _error, projectId) => [{ type: 'Member', id: projectId }, 'Member'],
    }),
    invite: build.mutation<Invited, { projectId: string; email: string; role: MemberRole }>({
      query: ({ projectId, ...body }) =>
        operation('POST', '/api/projects/{id}/invitations', { path: { id: projectId }, body }),
      transformResponse: (answer: Envelope<Invited>) => answer.data,
      invalidatesTags: (_result, error, { projectId }) => (error ? [] : [{ type: 'Member', id: projectId }]),
    }),
    withdrawInvitation: build.mutation<void, { projectId: string; id: string }>({
      query: ({ projectId, id }) =>
        operation('DELETE', '/api/projects/{id}/invitations/{invitationId}', {
          path: { id: projectId, invitationId: id },
        }),
      transformResponse: () => undefined,
      // also after an error: it may have been accepted
      invalidatesTags: (_result, _error, { projectId }) => [{ type: 'Member', id: projectId }],
    }),
  }),
});

export const { useInviteMutation, useListInvitationsQuery, useWithdrawInvitationMutation } = invitationsApi;
