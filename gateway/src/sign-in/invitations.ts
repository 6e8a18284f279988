import { act, about, unseen } from '../http/audit/audit-subject.js';
import { type Router, json } from 'express';
import type { Client } from '@symbio/rpc';
import type { ProjectServiceService } from '@symbio/proto/project';
import { z } from 'zod';
import { body, textOrEmpty } from '../http/input.js';
import { requestOf } from '../http/request.js';
import { jsonOnly, methods, strictRouter } from '../http/routing.js';
import type { Callers } from '../http/auth/callers.js';
import type { RateLimits } from '../http/auth/rate-limits.js';
import { sameOriginOnly } from '../http/same-origin.js';
import { moment } from '../present/json.js';

export interface InvitationRoutesOptions {
  callers: Pick<Callers, 'self'>;
  project: Pick<Client<typeof ProjectServiceService>, 'getInvitation' | 'registerInvited'>;
  limits: Pick<RateLimits, 'invitation'>;
}

const link = z.strictObject({ token: textOrEmpty });
const registration = z.strictObject({ token: textOrEmpty, name: textOrEmpty, password: textOrEmpty });

/**
 * Page behind an invitation's link, without an account: /api/invitations/look and /api/invitations/register. The token
 * is in the body, so no log of addresses holds it.
 */
export function invitationRoutes({ callers, project, limits }: InvitationRoutesOptions): Router {
  const router = strictRouter();
  const first = [sameOriginOnly, limits.invitation, jsonOnly, json()];
  methods(router, '/invitations/look', about('project', { post: unseen }), {
    post: [
      ...first,
      async (request, response) => {
        const found = await project.getInvitation(body(request, link), await callers.self(requestOf(request)));
        response.json({
          data: {
            email: found.email,
            project_title: found.projectTitle,
            role: found.role,
            invited_by_name: found.invitedByName || null,
            has_account: found.hasAccount,
            good_until: moment(found.goodUntil),
          },
        });
      },
    ],
  });
  methods(router, '/invitations/register', about('user', { post: act('created', 'invitation.accepted') }), {
    post: [
      ...first,
      async (request, response) => {
        const parent = await callers.self(requestOf(request));
        const { userId, projectId, email } = await project.registerInvited(body(request, registration), parent);
        requestOf(request).userId = userId;
        response.status(201).json({ data: { project_id: projectId, email } });
      },
    ],
  });
  return router;
}
