import { notAuthorized, notFound, type Actor } from '@symbio/kit';
import type { ProjectRole } from '@symbio/project-access';
import type { ProjectRow } from './model.js';
import { may, roleIn, type Action, type MemberRole } from './policy.js';
import type { ProjectRepository, Visibility } from './repository.js';

/** Who may enter which project. */
export function createAccess(repo: ProjectRepository) {
  const seesEverything = (actor: Actor): boolean => actor.via === 'service' || actor.role === 'administrator';

  /** A caller's roles as a member, unless they see everything anyway. */
  const memberships = (actor: Actor, projectIds?: readonly string[]): Promise<Map<string, MemberRole>> =>
    seesEverything(actor) ? Promise.resolve(new Map<string, MemberRole>()) : repo.memberships(actor.sub, projectIds);

  return {
    /**
     * A project and the caller's role in it.
     * @throws AppError NOT_FOUND when it is not for the caller, PERMISSION_DENIED when the role does not allow the action
     */
    async require(
      actor: Actor,
      projectId: string,
      action: Action,
    ): Promise<{ project: ProjectRow; role: ProjectRole }> {
      const [project, roles] = await Promise.all([repo.project(projectId), memberships(actor, [projectId])]);
      const role = project && roleIn(actor, project, roles.get(projectId));
      if (!project || !role) throw notFound('Project');
      if (!may(role, action)) throw notAuthorized();
      return { project, role };
    },

    /** The caller's role in each of the projects; those that are not for the caller are left out. */
    async roles(actor: Actor, projectIds: readonly string[]): Promise<Record<string, ProjectRole>> {
      if (projectIds.length === 0) return {};
      const [rows, members] = await Promise.all([repo.projects(projectIds), memberships(actor, projectIds)]);
      const roles: Record<string, ProjectRole> = {};
      for (const row of rows) {
        const role = roleIn(actor, row, members.get(row._id));
        if (role) roles[row._id] = role;
      }
      return roles;
    },

    /** What a list may show the caller, and how to tell the role in each project of it. */
    async visibility(
      actor: Actor,
    ): Promise<{ visibility: Visibility; roleOf: (project: ProjectRow) => ProjectRole | undefined }> {
      const members = await memberships(actor);
      return {
        visibility: {
          everything: seesEverything(actor),
          userId: actor.sub,
          memberOf: [...members.keys()],
          only: actor.scopes,
        },
        roleOf: (project) => roleIn(actor, project, members.get(project._id)),
      };
    },
  };
}

export type Access = ReturnType<typeof createAccess>;
