import { notAuthorized, notFound, ownedByOrganization, seesAllOrganizations, type Actor } from '@symbio/runtime';
import type { CallContext } from '@symbio/rpc';
import type { ProjectRole } from '@symbio/proto/project/vocabulary';
import { isVisitor, may, refuseForAgent, roleIn, type Action, type MemberRole } from './policy.js';
import type { MemberRepository, ProjectOwner, ProjectRepository, StoredProject, Visibility } from './repository.js';

export interface AccessDeps {
  projects: Pick<ProjectRepository, 'find' | 'findStored' | 'owners' | 'visible' | 'removedIds'>;
  members: Pick<MemberRepository, 'roles' | 'usersOf'>;
}

/** A user whose access another process asks for. */
export interface OtherUser {
  userId: string;
  role: string;
  /** Of an API key; empty: none. */
  limits: readonly string[];
  /** Empty: the operator of the installation. */
  organizationId: string;
}

export function createAccess({ projects, members }: AccessDeps) {
  /** In their organization. */
  const seesEverything = (actor: Actor): boolean => actor.via === 'service' || actor.role === 'administrator';

  const memberships = (actor: Actor, projectIds?: readonly string[]): Promise<Map<string, MemberRole>> =>
    seesEverything(actor) ? Promise.resolve(new Map<string, MemberRole>()) : members.roles(actor.sub, projectIds);

  const visibilityOf = (actor: Actor, memberOf: ReadonlyMap<string, MemberRole>, samples: boolean): Visibility => ({
    everything: seesEverything(actor),
    inOrganization: ownedByOrganization(actor),
    userId: actor.sub,
    memberOf: [...memberOf.keys()],
    samples,
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

  async function rolesAmong(
    projectIds: readonly string[],
    actor: Actor,
  ): Promise<{ roles: Record<string, ProjectRole>; sampleIds: string[] }> {
    if (projectIds.length === 0) return { roles: {}, sampleIds: [] };
    const [rows, memberOf] = await Promise.all([projects.owners(projectIds), memberships(actor, projectIds)]);
    const sampleIds = rows.filter((row) => isVisitor(actor, row, memberOf.get(row._id))).map(({ _id }) => _id);
    return { roles: rolesIn(actor, rows, memberOf), sampleIds };
  }

  function allowed(
    actor: Actor,
    project: StoredProject | undefined,
    memberOf: ReadonlyMap<string, MemberRole>,
    action: Action,
  ): { project: StoredProject; role: ProjectRole; isVisitor: boolean } {
    const role = project && roleIn(actor, project, memberOf.get(project._id));
    if (!project || !role) throw notFound('Project');
    if (!may(role, action)) throw notAuthorized();
    refuseForAgent(actor, project, action);
    return { project, role, isVisitor: isVisitor(actor, project, memberOf.get(project._id)) };
  }

  return {
    /**
     * A project and the caller's role in it. Internal processes also find deleted, restorable projects, because their
     * copies follow the project.
     * @throws AppError NOT_FOUND when not visible, PERMISSION_DENIED when the role does not allow the action
     */
    async require(
      { actor }: CallContext,
      projectId: string,
      action: Action,
    ): Promise<{ project: StoredProject; role: ProjectRole; isVisitor: boolean }> {
      const find = actor.via === 'service' ? projects.findStored : projects.find;
      const [project, roles] = await Promise.all([find(projectId), memberships(actor, [projectId])]);
      return allowed(actor, project, roles, action);
    },

    /** As `require`, for a deleted project. @throws AppError NOT_FOUND, PERMISSION_DENIED */
    async requireOf(
      { actor }: CallContext,
      project: StoredProject | undefined,
      action: Action,
    ): Promise<{ project: StoredProject; role: ProjectRole }> {
      return allowed(actor, project, project ? await memberships(actor, [project._id]) : new Map(), action);
    },

    /** The caller's roles in the visible projects, and those visible only as samples. */
    access: (projectIds: readonly string[], { actor }: CallContext) => rolesAmong(projectIds, actor),

    /** As `access` for another user, by id and role, optionally with the limits of an API key. */
    rolesOf: async (
      projectIds: readonly string[],
      { userId, role, limits, organizationId }: OtherUser,
    ): Promise<Record<string, ProjectRole>> =>
      (
        await rolesAmong(projectIds, {
          sub: userId,
          role,
          scopes: limits,
          via: 'user',
          authorId: '',
          name: '',
          permissions: [],
          ...(organizationId === '' ? {} : { organizationId }),
        })
      ).roles,

    /**
     * The caller's role in each visible project. For callers with access to every project only the exceptions: deleted,
     * restorable ones.
     */
    async allRoles({
      actor,
    }: CallContext): Promise<{ roles: Record<string, ProjectRole> } | { all: true; removedIds: string[] }> {
      if (seesEverything(actor) && seesAllOrganizations(actor) && actor.scopes.length === 0)
        return { all: true, removedIds: await projects.removedIds() };
      const memberOf = await memberships(actor);
      return { roles: rolesIn(actor, await projects.visible(visibilityOf(actor, memberOf, true)), memberOf) };
    },

    /** The people of all visible projects but samples, and whether the caller owns one; empty for callers who see everything. */
    async colleagues({ actor }: CallContext): Promise<{ userIds: string[]; ownsProject: boolean }> {
      if (seesEverything(actor)) return { userIds: [], ownsProject: true };
      const memberOf = await memberships(actor);
      const rows = await projects.visible(visibilityOf(actor, memberOf, false));
      const roles = Object.values(rolesIn(actor, rows, memberOf));
      const memberIds = await members.usersOf(rows.map(({ _id }) => _id));
      return {
        userIds: [...new Set([...rows.map(({ createdBy }) => createdBy), ...memberIds])],
        ownsProject: roles.some((role) => may(role, 'change members')),
      };
    },

    /**
     * List visibility of the caller, with a role lookup for listed projects.
     * @param action that must be allowed
     */
    async visibility(
      { actor }: CallContext,
      action: Action = 'read the project',
    ): Promise<{ visibility: Visibility; roleOf: (project: ProjectOwner) => ProjectRole | undefined }> {
      const all = await memberships(actor);
      const memberOf = new Map([...all].filter(([, role]) => may(role, action)));
      return {
        visibility: visibilityOf(actor, memberOf, may('viewer', action)),
        roleOf: (project) => roleIn(actor, project, memberOf.get(project._id)),
      };
    },
  };
}

export type Access = ReturnType<typeof createAccess>;
