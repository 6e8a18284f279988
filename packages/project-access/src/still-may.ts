import { notAuthorized, notFound, type Actor } from '@symbio/runtime';
import type { CallParent, Client } from '@symbio/rpc';
import type { ProjectServiceService } from '@symbio/proto/project';
import { isProjectRole, type ProjectRole } from '@symbio/proto/project/vocabulary';
import { atLeast } from './roles.js';

/** Rechecks permission before a long operation, such as an upload, takes effect. */
export type StillMay = (actor: Actor, projectId: string, needed: ProjectRole) => Promise<void>;

/** Bypasses the cache and calls as this process, because the user's token may have expired during the upload. */
export const stillMay =
  (
    projects: Pick<Client<typeof ProjectServiceService>, 'checkAccessOf'>,
    asSelf: () => Promise<CallParent>,
  ): StillMay =>
  async ({ via, sub: userId, role, scopes: limits, organizationId = '' }, projectId, needed) => {
    if (via === 'service') return;
    const { roles } = await projects.checkAccessOf(
      { userId, role, organizationId, limits: [...limits], projectIds: [projectId] },
      await asSelf(),
    );
    const now = roles[projectId] ?? '';
    if (!isProjectRole(now)) throw notFound('Project');
    if (!atLeast(now, needed)) throw notAuthorized();
  };
