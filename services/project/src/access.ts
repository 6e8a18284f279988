import { notAuthorized, notFound, type Actor, type CallContext } from '@symbio/kit';
import type { ProjectRole } from '@symbio/proto/project/vocabulary';
import { may, refuseForAgent, roleIn, type Action, type MemberRole } from './policy.js';
import type { MemberRepository, ProjectOwner, ProjectRepository, StoredProject, Visibility } from './repository.js';

export interface AccessDeps {
  projects: Pick<ProjectRepository, 'find' | 'findKept' | 'owners' | 'visible' | 'removedIds'>;
  members: Pick<MemberRepository, 'roles' | 'usersOf'>;
}

/** Who may enter which project. */
export function createAccess({ projects, members }: AccessDeps) {
  const seesEverything = (actor: Actor): boolean => actor.via === 'service' || actor.role === 'administrator';

  /** A caller's roles as a member, unless they see everything anyway. */
  const memberships = (actor: Actor, projectIds?: readonly string[]): Promise<Map<string, MemberRole>> =>
    seesEverything(actor) ? Promise.resolve(new Map<string, MemberRole>()) : members.roles(actor.sub, projectIds);

  const visibilityOf = (actor: Actor, memberOf: ReadonlyMap<string, MemberRole>): Visibility => ({
    everything: seesEverything(actor),
    userId: actor.sub,
    memberOf: [...memberOf.keys()],
    only: actor.scopes,
  });

  const rolesIn = (
    actor: Actor,
    rows: readonly ProjectOwner[],
    memberOf: ReadonlyMap<string, MemberRole>,
  ): Record<string, ProjectRole> =>
    Object.fromEntries(
      rows.flatMap((row) => {
        const role = roleIn(actor, row, memberOf.get(row._id));
        return role ? [[row._id, role]] : [];
      }),
    );

  async function rolesAmong(projectIds: readonly string[], actor: Actor): Promise<Record<string, ProjectRole>> {
    if (projectIds.length === 0) return {};
    const [rows, memberOf] = await Promise.all([projects.owners(projectIds), memberships(actor, projectIds)]);
    return rolesIn(actor, rows, memberOf);
  }

  function allowed(
    actor: Actor,
    project: StoredProject | undefined,
    memberOf: ReadonlyMap<string, MemberRole>,
    action: Action,
  ): { project: StoredProject; role: ProjectRole } {
    const role = project && roleIn(actor, project, memberOf.get(project._id));
    if (!project || !role) throw notFound('Project');
    if (!may(role, action)) throw notAuthorized();
    refuseForAgent(actor, project, action);
    return { project, role };
  }

  return {
    /**
     * A project and the caller's role in it. Processes of ours find it also while it is deleted and can be restored: what they
     * keep of it follows what it is.
     * @throws AppError NOT_FOUND when it is not for the caller, PERMISSION_DENIED when the role does not allow the action
     */
    async require(
      { actor }: CallContext,
      projectId: string,
      action: Action,
    ): Promise<{ project: StoredProject; role: ProjectRole }> {
      const find = actor.via === 'service' ? projects.findKept : projects.find;
      const [project, roles] = await Promise.all([find(projectId), memberships(actor, [projectId])]);
      return allowed(actor, project, roles, action);
    },

    /** As `require`, of a project that was deleted. @throws AppError NOT_FOUND, PERMISSION_DENIED */
    async requireOf(
      { actor }: CallContext,
      project: StoredProject | undefined,
      action: Action,
    ): Promise<{ project: StoredProject; role: ProjectRole }> {
      return allowed(actor, project, project ? await memberships(actor, [project._id]) : new Map(), action);
    },

    /** The caller's role in each of the projects; those that are not for the caller are left out. */
    roles: (projectIds: readonly string[], { actor }: CallContext): Promise<Record<string, ProjectRole>> =>
      rolesAmong(projectIds, actor),

    /** As `roles`, of somebody who does not call: a user by id and role, perhaps limited as a key of theirs is. */
    rolesOf: (
      projectIds: readonly string[],
      { userId, role, limits }: { userId: string; role: string; limits: readonly string[] },
    ): Promise<Record<string, ProjectRole>> =>
      rolesAmong(projectIds, {
        sub: userId,
        role,
        scopes: limits,
        via: 'user',
        authorId: '',
        name: '',
        permissions: [],
      }),

    /**
     * The caller's role in each project they may see. Of callers who are admin in every project there is only the exceptions:
     * those that were deleted and can be restored.
     */
    async allRoles({
      actor,
    }: CallContext): Promise<{ roles: Record<string, ProjectRole> } | { all: true; removedIds: string[] }> {
      if (seesEverything(actor) && actor.scopes.length === 0)
        return { all: true, removedIds: await projects.removedIds() };
      const memberOf = await memberships(actor);
      return { roles: rolesIn(actor, await projects.visible(visibilityOf(actor, memberOf)), memberOf) };
    },

    /** The people of all projects that a caller may see, and whether the caller owns one; empty for who sees everything. */
    async colleagues({ actor }: CallContext): Promise<{ userIds: string[]; ownsProject: boolean }> {
      if (seesEverything(actor)) return { userIds: [], ownsProject: true };
      const memberOf = await memberships(actor);
      const rows = await projects.visible(visibilityOf(actor, memberOf));
      const roles = Object.values(rolesIn(actor, rows, memberOf));
      const memberIds = await members.usersOf(rows.map(({ _id }) => _id));
      return {
        userIds: [...new Set([...rows.map(({ createdBy }) => createdBy), ...memberIds])],
        ownsProject: roles.some((role) => may(role, 'change members')),
      };
    },

    /**
     * What a list may show the caller, and how to tell the role in each project of it.
     * @param action what the caller is to be allowed in each
     */
    async visibility(
      { actor }: CallContext,
      action: Action = 'read the project',
    ): Promise<{ visibility: Visibility; roleOf: (project: ProjectOwner) => ProjectRole | undefined }> {
      const all = await memberships(actor);
      const memberOf = new Map([...all].filter(([, role]) => may(role, action)));
      return {
        visibility: visibilityOf(actor, memberOf),
        roleOf: (project) => roleIn(actor, project, memberOf.get(project._id)),
      };
    },
  };
}

export type Access = ReturnType<typeof createAccess>;
