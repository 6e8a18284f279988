import { notAuthorized, notFound, type Actor, type CallParent, type Client } from '@symbio/kit';
import type { ProjectServiceService } from '@symbio/proto/project';
import { isProjectRole, type ProjectRole } from '@symbio/proto/project/vocabulary';
import { atLeast } from './roles.js';

/**
 * Asks once more whether somebody may still do what they began, before it counts: of what took long, such as an upload.
 * @throws AppError NOT_FOUND when the project is no longer for them, PERMISSION_DENIED when the role has become too weak
 */
export type StillMay = (actor: Actor, projectId: string, needed: ProjectRole) => Promise<void>;

/**
 * Asks the project service itself, past what is kept, and in the name of this process: a person's token may be over by the end
 * of an upload that was right when it began.
 */
export const stillMay =
  (
    projects: Pick<Client<typeof ProjectServiceService>, 'checkAccessOf'>,
    asSelf: () => Promise<CallParent>,
  ): StillMay =>
  async ({ via, sub: userId, role, scopes: limits }, projectId, needed) => {
    if (via === 'service') return;
    const { roles } = await projects.checkAccessOf(
      { userId, role, limits: [...limits], projectIds: [projectId] },
      await asSelf(),
    );
    const now = roles[projectId] ?? '';
    if (!isProjectRole(now)) throw notFound('Project');
    if (!atLeast(now, needed)) throw notAuthorized();
  };
