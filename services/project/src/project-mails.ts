import { AppError, hashOfToken, newToken, type Clock, type Logger } from '@symbio/runtime';
import type { CallParent, Client } from '@symbio/rpc';
import { createMailSweep, type Mailer } from '@symbio/mail';
import type { IdentityServiceService } from '@symbio/proto/identity';
import type { InvitationRepository, PendingProjectMail, ProjectMailRepository } from './invitation-repository.js';
import { addedMail, answeredMail, invitationMail, questionnaireMail, VALID_DAYS } from './mail-texts.js';
import type { InvitationRow } from './model.js';
import { nameOf } from './people.js';
import { storeToken } from './questionnaires/tokens.js';
import type { MemberRepository, ProjectRepository } from './repository.js';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
export const VALID_MS = VALID_DAYS * DAY_MS;
/** Maximum mails of a kind that a person causes, and links that an address gets, within an hour. */
const MAX_BY_PERSON = 30;
const MAX_TO_ADDRESS = 3;
/** Milliseconds for which the notice waits, so that an addition can be undone. */
const ADDED_DELAY_MS = 15_000;

export interface ProjectMailDeps {
  mails: ProjectMailRepository;
  invitations: Pick<InvitationRepository, 'find' | 'setLink'>;
  projects: Pick<ProjectRepository, 'find' | 'change'>;
  members: Pick<MemberRepository, 'find' | 'list'>;
  identity: Pick<Client<typeof IdentityServiceService>, 'getUserNames' | 'getMailAddresses'>;
  asSelf: () => Promise<CallParent>;
  /** Absent without a configured mail server. */
  mailer: Pick<Mailer, 'send'> | undefined;
  publicUrl: string;
  clock: Clock;
  log: Logger;
}

const tooMany = (message: string): AppError =>
  new AppError('RESOURCE_EXHAUSTED', 'too_many_invitations', `${message} Please try again in an hour.`);

/**
 * Mails to invited and added people. Requests only store pending mails, so nothing is lost while the mail server is
 * unavailable. Each attempt makes a new token, since only the mail contains it.
 */
export function createProjectMails(deps: ProjectMailDeps) {
  const { mails, invitations, projects, members, identity, asSelf, mailer, publicUrl, clock, log } = deps;
  const { sendDue, sweep } = createMailSweep<PendingProjectMail>({
    what: 'mailing about projects',
    mails,
    triesOf: ({ tries }) => tries,
    send: (pending, send) => SENDERS[pending.kind](pending, send),
    mailer,
    clock,
    log,
  });
  const address = (path: string): string => new URL(path, publicUrl).href;
  const hourAgo = (): Date => new Date(clock.now().getTime() - HOUR_MS);

  async function mailInvitation({ projectId, email, linkId }: PendingProjectMail, send: Mailer['send']): Promise<void> {
    const [project, row] = await Promise.all([projects.find(projectId), invitations.find(projectId, email)]);
    if (!project || !row || row.linkId !== linkId) return;
    const invitedBy = await nameOf(identity, row.invitedBy, await asSelf());
    const token = newToken();
    const goodUntil = new Date(clock.now().getTime() + VALID_MS);
    // before the mail: a mailed link must be known
    if (!(await invitations.setLink(row._id, linkId, { tokenHash: hashOfToken(token), goodUntil }))) return;
    const link = address(`/invitation?token=${token}`);
    await send(
      { name: '', email },
      invitationMail({ invitedBy: invitedBy ?? '', project: project.title, role: row.role, link }),
    );
  }

  async function mailAdded({ projectId, userId, invitedBy }: PendingProjectMail, send: Mailer['send']): Promise<void> {
    const [project, member] = await Promise.all([projects.find(projectId), members.find(projectId, userId)]);
    if (!project || !member) return;
    const { addresses } = await identity.getMailAddresses({ ids: [userId] }, await asSelf());
    const [to] = addresses;
    if (!to) return;
    const by = await nameOf(identity, invitedBy, await asSelf());
    const link = address(`/projects/${projectId}`);
    await send(to, addedMail(to.name, { invitedBy: by ?? '', project: project.title, role: member.role, link }));
  }

  async function mailQuestionnaire(
    { projectId, email, linkId, invitedBy }: PendingProjectMail,
    send: Mailer['send'],
  ): Promise<void> {
    const project = await projects.find(projectId);
    if (!project) return;
    const token = newToken();
    // before the mail: a mailed link must be known
    const link = await storeToken(projects, projectId, linkId, token);
    if (!link) return;
    const by = await nameOf(identity, invitedBy, await asSelf());
    const property = `${project.propertyAddress}, ${project.propertyCity}`;
    const facts = { askedBy: by ?? '', property, lastDay: link.lastDay };
    await send(
      { name: link.name, email },
      questionnaireMail(link.name, { ...facts, link: address(`/questionnaire?token=${token}`) }),
    );
  }

  async function mailAnswered({ projectId, userId }: PendingProjectMail, send: Mailer['send']): Promise<void> {
    const project = await projects.find(projectId);
    const isOwner = project?.createdBy === userId || (await members.find(projectId, userId))?.role === 'owner';
    if (!project || !isOwner) return;
    const { addresses } = await identity.getMailAddresses({ ids: [userId] }, await asSelf());
    const [to] = addresses;
    if (!to) return;
    await send(to, answeredMail(to.name, { project: project.title, link: address(`/projects/${projectId}/coverage`) }));
  }

  const SENDERS = {
    invited: mailInvitation,
    added: mailAdded,
    questionnaire: mailQuestionnaire,
    answered: mailAnswered,
  } satisfies Record<PendingProjectMail['kind'], unknown>;

  const isBusy = async (kind: PendingProjectMail['kind'], invitedBy: string): Promise<boolean> =>
    (await mails.count({ kind, invitedBy }, hourAgo())) >= MAX_BY_PERSON;

  return {
    /** Before a person is invited or added by address. @throws AppError RESOURCE_EXHAUSTED (too_many_invitations) */
    async checkPerson(invitedBy: string, kind: 'invited' | 'questionnaire'): Promise<void> {
      if (await isBusy(kind, invitedBy)) throw tooMany('You have mailed links to many people within the hour.');
    },

    /**
     * Before a link is mailed to an address.
     * @throws AppError FAILED_PRECONDITION (no_mail), RESOURCE_EXHAUSTED (too_many_invitations)
     */
    async checkAddress(email: string): Promise<void> {
      if (!mailer)
        throw new AppError(
          'FAILED_PRECONDITION',
          'no_mail',
          'This installation sends no mail. Ask the person to register, then add them by name.',
        );
      if ((await mails.count({ email }, hourAgo())) >= MAX_TO_ADDRESS)
        throw tooMany(`${email} got ${MAX_TO_ADDRESS} links within the hour.`);
    },

    async invited({ projectId, email, linkId, invitedBy }: InvitationRow): Promise<void> {
      const now = clock.now();
      await mails.add({ kind: 'invited', projectId, email, userId: '', linkId, invitedBy, askedAt: now, due: now });
      sweep.wake();
    },

    /** Schedules the notice to an added person, once within a day, and within the limits of the other. */
    async added(projectId: string, userId: string, invitedBy: string): Promise<void> {
      const now = clock.now();
      const dayAgo = new Date(now.getTime() - DAY_MS);
      if (!mailer || userId === invitedBy || (await isBusy('added', invitedBy))) return;
      if ((await mails.count({ projectId, userId }, dayAgo)) > 0) return;
      const due = new Date(now.getTime() + ADDED_DELAY_MS);
      await mails.add({ kind: 'added', projectId, email: '', userId, linkId: '', invitedBy, askedAt: now, due });
    },

    async questionnaire(of: Pick<InvitationRow, 'projectId' | 'email' | 'linkId' | 'invitedBy'>): Promise<void> {
      const now = clock.now();
      await mails.add({ ...of, kind: 'questionnaire', userId: '', askedAt: now, due: now });
      sweep.wake();
    },

    /** Notifies the owners of a project that the user of the report answered, a few times within an hour. */
    async answered(projectId: string, creator: string): Promise<void> {
      if (!mailer) return;
      const now = clock.now();
      const owners = (await members.list(projectId)).filter(({ role }) => role === 'owner').map(({ userId }) => userId);
      for (const userId of new Set([creator, ...owners])) {
        if ((await mails.count({ kind: 'answered', projectId, userId }, hourAgo())) >= MAX_TO_ADDRESS) continue;
        await mails.add({
          ...{ kind: 'answered', projectId, userId, email: '', linkId: '', invitedBy: '', askedAt: now, due: now },
        });
      }
      sweep.wake();
    },

    sendDue,
    sweep,
  };
}

export type ProjectMails = ReturnType<typeof createProjectMails>;
