import {
  AppError,
  conflict,
  hashOfToken,
  newId,
  notFound,
  parseFields,
  seesOrganization,
  type Clock,
} from '@symbio/runtime';
import type { CallContext, CallParent, Client } from '@symbio/rpc';
import type { IdentityServiceService } from '@symbio/proto/identity';
import type { Invitation, Member } from '@symbio/proto/project';
import type { Access } from './access.js';
import { addressForm } from './email-address.js';
import type { InvitationRepository } from './invitation-repository.js';
import { invitationMessage } from './mapping.js';
import { checkRole, type Members } from './members.js';
import type { InvitationRow } from './model.js';
import { nameOf, namesOf } from './people.js';
import { may } from './policy.js';
import { VALID_MS, type ProjectMails } from './project-mails.js';
import type { ProjectRepository, StoredProject } from './repository.js';

export interface InvitationDeps {
  invitations: InvitationRepository;
  mails: Pick<ProjectMails, 'checkPerson' | 'checkAddress' | 'invited'>;
  projects: Pick<ProjectRepository, 'find'>;
  members: Pick<Members, 'has' | 'set' | 'join'>;
  access: Pick<Access, 'require' | 'rolesOf'>;
  identity: Pick<
    Client<typeof IdentityServiceService>,
    'findPerson' | 'createInvitedAccount' | 'getCaller' | 'getUserNames'
  >;
  asSelf: () => Promise<CallParent>;
  clock: Clock;
}

export interface NewInvitation {
  projectId: string;
  email: string;
  /** Empty: viewer. */
  role: string;
}

const linkOver = (): AppError =>
  new AppError(
    'NOT_FOUND',
    'invitation_over',
    'This invitation was accepted, withdrawn or replaced by a newer one. If you need access, ask the person who invited you for another one.',
  );

const linkExpired = (invitedBy: string): AppError =>
  new AppError(
    'NOT_FOUND',
    'invitation_expired',
    `This invitation has expired. Ask ${invitedBy || 'the person who invited you'} for another one.`,
  );

/**
 * Invitations by e-mail address (D-74). People with an account are added at once; others get a link, good once and for
 * seven days, while the person who sent it may change members.
 */
export function createInvitations(deps: InvitationDeps) {
  const { invitations, mails, projects, members, access, identity, asSelf, clock } = deps;

  const inviterOf = async ({ invitedBy }: InvitationRow): Promise<string> =>
    (await nameOf(identity, invitedBy, await asSelf())) ?? '';

  async function mayInvite(userId: string, projectId: string): Promise<boolean> {
    const { caller } = await identity.getCaller({ userId, apiKeyId: '' }, await asSelf());
    if (!caller) return false;
    const inviter = { userId, role: caller.role, limits: [], organizationId: caller.organizationId };
    const role = (await access.rolesOf([projectId], inviter))[projectId];
    return role !== undefined && may(role, 'change members');
  }

  /** The person of an address, and whether the person may not work in the project's organization. */
  async function personOf(email: string, { organizationId }: StoredProject) {
    const found = await identity.findPerson({ email }, await asSelf());
    const person = { via: 'user' as const, role: found.role, organizationId: found.organizationId || undefined };
    return { userId: found.userId, isOutside: !seesOrganization(person, organizationId) };
  }

  /** The invitation of a link, and its project. @throws AppError NOT_FOUND */
  async function valid(token: string): Promise<{ row: InvitationRow; project: StoredProject }> {
    const row = token === '' ? undefined : await invitations.findByToken(hashOfToken(token));
    const project = row && (await projects.find(row.projectId));
    if (!row || !project) throw linkOver();
    if (row.goodUntil <= clock.now()) throw linkExpired(await inviterOf(row));
    if (!(await mayInvite(row.invitedBy, row.projectId))) throw linkOver();
    return { row, project };
  }

  /** Uses a link once; a failed use leaves it valid. @throws AppError NOT_FOUND */
  async function use<T>(token: string, run: (row: InvitationRow) => Promise<T>): Promise<T> {
    const tokenHash = hashOfToken(token);
    const row = await invitations.useLink(tokenHash, clock.now());
    if (!row) throw linkOver();
    let result: T;
    try {
      result = await run(row);
    } catch (thrown) {
      await invitations.restoreLink(row, tokenHash);
      throw thrown;
    }
    await invitations.accepted(row);
    return result;
  }

  return {
    /**
     * Adds the holder of an address, or mails a link to an address without account.
     * @throws AppError NOT_FOUND, PERMISSION_DENIED, INVALID_ARGUMENT, FAILED_PRECONDITION (already_member, no_mail),
     * RESOURCE_EXHAUSTED (too_many_invitations)
     */
    async invite(
      { projectId, email: input, role: wanted }: NewInvitation,
      context: CallContext,
    ): Promise<{ member: Member } | { invitation: Invitation }> {
      const { project } = await access.require(context, projectId, 'change members');
      const { email } = parseFields<{ email: string }>(addressForm, { email: input });
      const role = checkRole(wanted);
      const invitedBy = context.actor.sub;
      await mails.checkPerson(invitedBy, 'invited');
      const { userId, isOutside } = await personOf(email, project);
      // a person of another organization is answered as an unknown address
      if (userId !== '' && !isOutside) {
        if (await members.has(project, userId))
          throw conflict('already_member', 'The person with this address is a member already.');
        const member = await members.set({ projectId, userId, role }, context);
        const open = await invitations.find(projectId, email);
        if (open) await invitations.remove(projectId, open._id);
        return { member };
      }
      await mails.checkAddress(email);
      const invitedAt = clock.now();
      const goodUntil = new Date(invitedAt.getTime() + VALID_MS);
      const values = { projectId, email, role, invitedBy, invitedAt, linkId: newId(), goodUntil };
      const row = await invitations.put(values);
      await mails.invited(row);
      return { invitation: invitationMessage(row, context.actor.name) };
    },

    /** Open and recently expired invitations, newest first. @throws AppError NOT_FOUND, PERMISSION_DENIED */
    async list(projectId: string, context: CallContext): Promise<Invitation[]> {
      await access.require(context, projectId, 'change members');
      const rows = await invitations.list(projectId);
      const names = await namesOf(
        identity,
        rows.map(({ invitedBy }) => invitedBy),
        context,
      );
      return rows.map((row) => invitationMessage(row, names.get(row.invitedBy) ?? ''));
    },

    /** @throws AppError NOT_FOUND, also when repeated; PERMISSION_DENIED */
    async withdraw(projectId: string, id: string, context: CallContext): Promise<void> {
      await access.require(context, projectId, 'change members');
      if (!(await invitations.remove(projectId, id))) throw notFound('Invitation');
    },

    /** What the page behind a link shows. @throws AppError NOT_FOUND (invitation_over, invitation_expired) */
    async get(token: string) {
      const { row, project } = await valid(token);
      const { hasAccount } = await identity.findPerson({ email: row.email }, await asSelf());
      return {
        email: row.email,
        projectTitle: project.title,
        role: row.role,
        invitedByName: await inviterOf(row),
        hasAccount,
        goodUntil: row.goodUntil,
      };
    },

    /**
     * Creates the account of the invited address and adds it to the project.
     * @throws AppError NOT_FOUND, INVALID_ARGUMENT, FAILED_PRECONDITION (account_exists), UNAVAILABLE
     */
    async register({ token, name, password }: { token: string; name: string; password: string }, context: CallContext) {
      const { project } = await valid(token);
      return use(token, async ({ projectId, email, role }) => {
        const { organizationId = '' } = project;
        const account = { email, name, password, organizationId };
        const { userId, authorId } = await identity.createInvitedAccount(account, await asSelf());
        const actor = { ...context.actor, sub: userId, authorId, name, via: 'user' as const, role: 'customer' };
        await members.join(project, { userId, role }, { actor }, await asSelf());
        return { userId, projectId, email };
      });
    },

    /**
     * Adds the signed-in holder of the invited address to the project.
     * @throws AppError NOT_FOUND, PERMISSION_DENIED (other_address, other_organization)
     */
    async accept(token: string, context: CallContext): Promise<{ projectId: string }> {
      const { row, project } = await valid(token);
      const { userId, isOutside } = await personOf(row.email, project);
      if (userId === context.actor.sub && isOutside)
        throw new AppError(
          'PERMISSION_DENIED',
          'other_organization',
          'Your account belongs to another organization. Ask the person who invited you to invite another address.',
        );
      if (userId !== context.actor.sub)
        throw new AppError(
          'PERMISSION_DENIED',
          'other_address',
          `This invitation is for ${row.email}. Sign in with the account of this address to accept it.`,
        );
      return use(token, async ({ projectId, role }) => {
        await members.join(project, { userId, role }, context, await asSelf());
        return { projectId };
      });
    },
  };
}

export type Invitations = ReturnType<typeof createInvitations>;
