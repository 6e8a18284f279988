import { app } from '@symbio/api';
import type { Invitation } from '@symbio/proto/project';
import type { Clients } from '../clients.js';
import { listOf } from '../http/lists.js';
import { route, type Route } from '../http/serve.js';
import { moment } from '../present/json.js';
import { presentMember } from '../present/projects.js';
import { success } from '../present/answers.js';

const operations = app.invitations;

const presentInvitation = (row: Invitation): app.invitations.InvitationJson => ({
  id: row.id,
  project_id: row.projectId,
  email: row.email,
  role: row.role,
  invited_by: row.invitedBy,
  invited_by_name: row.invitedByName || null,
  invited_at: moment(row.invitedAt),
  good_until: moment(row.goodUntil),
});

/** Invitations of a project, and their acceptance by a signed-in person (D-74). */
export const invitations = ({ project }: Pick<Clients, 'project'>): Route[] => [
  route(operations.listInvitations, async ({ params, query }, { parent }) => {
    const { invitations: rows } = await project.listInvitations({ projectId: params.id }, parent);
    return listOf(rows.map(presentInvitation), query);
  }),
  route(operations.inviteMember, async ({ params, body: { email, role } }, { parent }) => {
    const { outcome } = await project.inviteMember({ projectId: params.id, email, role: role ?? '' }, parent);
    return {
      data: {
        member: outcome?.$case === 'member' ? presentMember(outcome.value) : null,
        invitation: outcome?.$case === 'invitation' ? presentInvitation(outcome.value) : null,
      },
    };
  }),
  route(operations.withdrawInvitation, async ({ params }, { parent }) => {
    await project.withdrawInvitation({ projectId: params.id, id: params.invitationId }, parent);
    return success();
  }),
  route(operations.acceptInvitation, async ({ body }, { parent }) => ({
    data: { project_id: (await project.acceptInvitation(body, parent)).projectId },
  })),
];
