import type { Router } from 'express';
import type { Invitation } from '@symbio/proto/project';
import { z } from 'zod';
import { about, act, administered } from '../http/audit/audit-subject.js';
import type { Clients } from '../clients.js';
import { body, listOf, pathId, text, textOrEmpty } from '../http/input.js';
import { parentOf } from '../http/request.js';
import { methods, strictRouter } from '../http/routing.js';
import { moment } from '../present/json.js';
import { presentMember } from '../present/projects.js';

const invitation = z.strictObject({ email: z.string({ error: 'email is required' }), role: text });
const link = z.strictObject({ token: textOrEmpty });

const presentInvitation = (row: Invitation) => ({
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
export function invitations({ project }: Pick<Clients, 'project'>): Router {
  const router = strictRouter();
  methods(router, '/projects/:id/invitations', about('project', { post: administered('member.invited') }), {
    get: [
      async (request, response) => {
        const projectId = pathId(request, 'Project');
        const { invitations: rows } = await project.listInvitations({ projectId }, parentOf(request));
        response.json(listOf(request, rows.map(presentInvitation)));
      },
    ],
    post: [
      async (request, response) => {
        const { email, role } = body(request, invitation);
        const { outcome } = await project.inviteMember(
          { projectId: pathId(request, 'Project'), email, role: role ?? '' },
          parentOf(request),
        );
        response.status(201).json({
          data: {
            member: outcome?.$case === 'member' ? presentMember(outcome.value) : null,
            invitation: outcome?.$case === 'invitation' ? presentInvitation(outcome.value) : null,
          },
        });
      },
    ],
  });
  methods(
    router,
    '/projects/:id/invitations/:invitationId',
    about('project', { delete: administered('invitation.withdrawn') }),
    {
      delete: [
        async (request, response) => {
          await project.withdrawInvitation(
            { projectId: pathId(request, 'Project'), id: pathId(request, 'Invitation', 'invitationId') },
            parentOf(request),
          );
          response.json({ success: true });
        },
      ],
    },
  );
  methods(router, '/invitations/accept', about('user', { post: act('changed', 'invitation.accepted') }), {
    post: [
      async (request, response) => {
        const { projectId } = await project.acceptInvitation(body(request, link), parentOf(request));
        response.json({ data: { project_id: projectId } });
      },
    ],
  });
  return router;
}
