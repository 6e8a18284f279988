import { conflict, invalidFields, notFound } from '@symbio/runtime';
import type { CallContext, CallParent } from '@symbio/rpc';
import type { Propagation } from '@symbio/events';
import type { Member } from '@symbio/proto/project';
import type { Access } from './access.js';
import { accessEvent } from './events.js';
import { creatorMessage, memberMessage } from './mapping.js';
import type { MemberRow } from './model.js';
import { nameWithin, type People } from './people.js';
import type { ProjectMails } from './project-mails.js';
import { MEMBER_ROLES, isMemberRole, type MemberRole } from './policy.js';
import type { MemberRepository, ProjectOwner } from './repository.js';

export interface MembersDeps {
  repository: Omit<MemberRepository, 'roles' | 'usersOf' | 'removeAllOf'>;
  access: Pick<Access, 'require'>;
  people: People;
  mails: Pick<ProjectMails, 'added'>;
  /** Waits until other services have received a change. */
  propagation: Pick<Propagation, 'after'>;
}

export interface NewMember {
  projectId: string;
  userId: string;
  /** Empty: viewer, unless only a role is changed. */
  role: string;
  /** Only changes an existing member's role. */
  changeOnly?: boolean;
}

/** Attempts to add a member against concurrent changes. */
const TRIES = 3;

/** The requested role; defaults to viewer (AUTH-38). @throws AppError INVALID_ARGUMENT */
export function checkRole(role: string): MemberRole {
  const requestedRole = role || 'viewer';
  if (!isMemberRole(requestedRole)) throw invalidFields({ role: `Role must be one of ${MEMBER_ROLES.join(', ')}` });
  return requestedRole;
}

export function createMembers({ repository, access, people, mails, propagation }: MembersDeps) {
  const creatorIsOwner = () => conflict('creator_is_owner', 'The creator of a project is always its owner.');

  async function put(
    { projectId, userId, ...values }: Pick<MemberRow, 'projectId' | 'userId' | 'role' | 'name'>,
    changeOnly: boolean,
    { actor }: Pick<CallContext, 'actor'>,
  ): Promise<{ row: MemberRow; isNew: boolean }> {
    const events = (after: MemberRow) => [accessEvent(after, after.role)];
    for (let attempt = 0; attempt < TRIES; attempt++) {
      const existing = await repository.find(projectId, userId);
      if (!existing && changeOnly) throw notFound('Member');
      if (existing?.role === values.role && existing.name === values.name) return { row: existing, isNew: false };
      const row = existing
        ? await propagation.after(() => repository.change(existing._id, values, actor, events))
        : await repository.insert({ projectId, userId, ...values }, actor, events);
      if (row) return { row, isNew: existing === undefined };
    }
    throw conflict('member_in_use', 'Another person is changing this member. Please try again.');
  }

  return {
    /** The creator first, then members by time of joining. @throws AppError NOT_FOUND */
    async list(projectId: string, context: CallContext): Promise<Member[]> {
      const { project, isVisitor } = await access.require(context, projectId, 'read members');
      // visitors of a sample are of different firms
      if (isVisitor) return [];
      return [creatorMessage(project), ...(await repository.list(projectId)).map(memberMessage)];
    },

    /**
     * Adds a member or changes the role; with `changeOnly` only the latter. An unchanged role is not published.
     * @throws AppError NOT_FOUND, PERMISSION_DENIED, INVALID_ARGUMENT, FAILED_PRECONDITION
     */
    async set({ projectId, userId, role, changeOnly = false }: NewMember, context: CallContext): Promise<Member> {
      const { project } = await access.require(context, projectId, 'change members');
      if (changeOnly && !role) throw invalidFields({ role: 'Role is required' });
      const checked = checkRole(role);
      if (!userId) throw invalidFields({ user_id: 'User is required' });
      if (userId === project.createdBy) throw creatorIsOwner();
      const name = await nameWithin(people, userId, project, context);
      if (name === undefined)
        throw changeOnly ? notFound('Member') : invalidFields({ user_id: 'There is no such user' });
      const { row, isNew } = await put({ projectId, userId, role: checked, name }, changeOnly, context);
      if (isNew) await mails.added(projectId, userId, context.actor.sub);
      return memberMessage(row);
    },

    /** Whether a person is the creator or a member. */
    has: async ({ _id, createdBy }: ProjectOwner, userId: string): Promise<boolean> =>
      userId === createdBy || (await repository.find(_id, userId)) !== undefined,

    /** Adds a person who accepted an invitation. The creator and members keep their role. @throws AppError NOT_FOUND */
    async join(
      project: ProjectOwner,
      { userId, role }: Pick<MemberRow, 'userId' | 'role'>,
      context: Pick<CallContext, 'actor'>,
      parent: CallParent,
    ): Promise<void> {
      const { _id: projectId, createdBy } = project;
      if (createdBy === userId || (await repository.find(projectId, userId))) return;
      const name = await nameWithin(people, userId, project, parent);
      if (name === undefined) throw notFound('User');
      await put({ projectId, userId, role, name }, false, context);
    },

    /** @throws AppError NOT_FOUND, also when repeated; PERMISSION_DENIED, FAILED_PRECONDITION */
    async remove({ projectId, userId }: Pick<NewMember, 'projectId' | 'userId'>, context: CallContext): Promise<void> {
      const { project } = await access.require(context, projectId, 'change members');
      if (userId === project.createdBy) throw creatorIsOwner();
      const member = await repository.find(projectId, userId);
      const removed =
        member &&
        (await propagation.after(() => repository.remove(member._id, context.actor, (row) => [accessEvent(row, '')])));
      if (!removed) throw notFound('Member');
    },
  };
}

export type Members = ReturnType<typeof createMembers>;
