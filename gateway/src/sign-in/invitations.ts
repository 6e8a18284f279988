import { app } from '@symbio/api';
import type { Client } from '@symbio/rpc';
import type { ProjectServiceService } from '@symbio/proto/project';
import type { Callers } from '../http/auth/callers.js';
import { requestOf } from '../http/request.js';
import { rawRoute, type RawRoute } from '../http/serve.js';
import { moment } from '../present/json.js';

export interface InvitationRoutesOptions {
  callers: Pick<Callers, 'self'>;
  project: Pick<Client<typeof ProjectServiceService>, 'getInvitation' | 'registerInvited'>;
}

/** Page behind an invitation's link, without an account. */
export const invitationRoutes = ({ callers, project }: InvitationRoutesOptions): RawRoute[] => [
  rawRoute(app.invitations.viewInvitation, async ({ body }, request) => {
    const found = await project.getInvitation(body, await callers.self(requestOf(request)));
    return {
      data: {
        email: found.email,
        project_title: found.projectTitle,
        role: found.role,
        invited_by_name: found.invitedByName || null,
        has_account: found.hasAccount,
        good_until: moment(found.goodUntil),
      },
    };
  }),
  rawRoute(app.invitations.registerInvited, async ({ body }, request) => {
    const { userId, projectId, email } = await project.registerInvited(body, await callers.self(requestOf(request)));
    requestOf(request).userId = userId;
    return { data: { project_id: projectId, email } };
  }),
];
