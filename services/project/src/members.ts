import { conflict, event, invalidFields, notFound, type Actor, type CallContext } from '@symbio/kit';
import type { Member } from '@symbio/proto/project';
import type { Access } from './access.js';
import { accessChanged } from './events.js';
import { creatorMessage, memberMessage } from './mapping.js';
import type { MemberRow } from './model.js';
import { nameOf, type People } from './people.js';
import { MEMBER_ROLES, isMemberRole, type MemberRole } from './policy.js';
import type { ProjectRepository } from './repository.js';

export interface MembersDeps {
  repo: ProjectRepository;
  access: Access;
  people: People;
}

/** How often adding a member is tried against somebody who adds or removes the same one. */
const TRIES = 3;

const changed = (row: MemberRow, role: string) => [
  event(accessChanged, row.projectId, { projectId: row.projectId, userId: row.userId, role }),
];

/** The role in a request; none means viewer (AUTH-38). @throws AppError INVALID_ARGUMENT */
export function checkRole(role: string): MemberRole {
  const asked = role || 'viewer';
  if (!isMemberRole(asked)) throw invalidFields({ role: `Role must be one of ${MEMBER_ROLES.join(', ')}` });
  return asked;
}

/** Rules about the people of a project. */
export function createMembers({ repo, access, people }: MembersDeps) {
  const creatorStays = () => conflict('creator_is_owner', 'The creator of a project is always its owner.');

  async function put(
    projectId: string,
    userId: string,
    values: Pick<MemberRow, 'role' | 'name'>,
    actor: Actor,
  ): Promise<MemberRow> {
    for (let attempt = 0; attempt < TRIES; attempt++) {
      const existing = await repo.member(projectId, userId);
      const row = existing
        ? await repo.changeMember(existing._id, values, actor, (after) => changed(after, after.role))
        : await repo.insertMember({ projectId, userId, ...values }, actor, (after) => changed(after, after.role));
      if (row) return row;
    }
    throw conflict('member_in_use', 'Somebody else is changing this member. Please try again.');
  }

  return {
    /** The creator first, then members, the longest one first. @throws AppError NOT_FOUND */
    async list(actor: Actor, projectId: string): Promise<Member[]> {
      const { project } = await access.require(actor, projectId, 'read members');
      return [creatorMessage(project), ...(await repo.listMembers(projectId)).map(memberMessage)];
    },

    /** Adds a member or changes the role. @throws AppError NOT_FOUND, PERMISSION_DENIED, INVALID_ARGUMENT, FAILED_PRECONDITION */
    async set(context: CallContext, projectId: string, userId: string, role: string): Promise<Member> {
      const { actor } = context;
      const { project } = await access.require(actor, projectId, 'change members');
      const checked = checkRole(role);
      if (!userId) throw invalidFields({ user_id: 'User is required' });
      if (userId === project.createdBy) throw creatorStays();
      const name = await nameOf(people, userId, context);
      if (name === undefined) throw invalidFields({ user_id: 'There is no such user' });
      return memberMessage(await put(projectId, userId, { role: checked, name }, actor));
    },

    /** @throws AppError NOT_FOUND, PERMISSION_DENIED, FAILED_PRECONDITION */
    async remove(actor: Actor, projectId: string, userId: string): Promise<void> {
      const { project } = await access.require(actor, projectId, 'change members');
      if (userId === project.createdBy) throw creatorStays();
      const member = await repo.member(projectId, userId);
      const removed = member && (await repo.removeMember(member._id, actor, (row) => changed(row, '')));
      if (!removed) throw notFound('Member');
    },
  };
}

export type Members = ReturnType<typeof createMembers>;
