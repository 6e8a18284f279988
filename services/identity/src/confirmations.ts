import { AppError, hashOfToken, type Actor, type Clock, type Logger } from '@symbio/runtime';
import { createMailSweep, type Mailer } from '@symbio/mail';
import { userEvents } from '@symbio/proto/identity';
import type { Accounts } from './accounts.js';
import { confirmationMail } from './password-mails.js';
import { userEvent } from './events.js';
import type { UserRow } from './model.js';
import type { Registrations } from './registrations.js';
import type { GrantRepository, UserRepository } from './repository.js';
import type { By } from './users.js';

/** Maximum confirmations per address within WINDOW_MS: enough if one got lost, too few to annoy anyone. */
const MAX_CONFIRMATIONS = 3;
const WINDOW_MS = 3_600_000;
/** Hours. */
const VALID_HOURS = 12;
const HOUR_MS = 3_600_000;
/** Attempts to mail a confirmation, a minute apart. */
const MAX_TRIES = 24 * 60;

export interface ConfirmationDeps {
  users: Pick<UserRepository, 'find' | 'findAwaiting' | 'findByConfirmation' | 'change' | 'confirmationsDue'>;
  grants: Pick<GrantRepository, 'read'>;
  accounts: Pick<Accounts, 'grantRole' | 'findAccount' | 'confirmAccount'>;
  registrations: Registrations;
  /** Absent without a configured mail server. */
  mailer: Pick<Mailer, 'send'> | undefined;
  publicUrl: string;
  clock: Clock;
  log: Logger;
  /** Actor of the service, which records sent mails. */
  self: Actor;
}

/** Confirmations mailed to an address within the last hour. */
const recentOf = (row: UserRow, now: number): Date[] =>
  (row.confirmationsSent ?? []).filter((at) => at.getTime() > now - WINDOW_MS);

/** Pending mails are private: changes are not published. */
const noEvents = () => [];

const linkExpired = (): AppError =>
  new AppError(
    'NOT_FOUND',
    'confirmation_link_over',
    'This link was used before or has expired. Please register again.',
  );

/**
 * Mails confirmation links (AUTH-21) and handles their use. The pending mail is stored with the user and sent after the
 * response: its time does not reveal whether the address was new, and nothing is lost while mail server or identity
 * provider are unavailable.
 */
export function createConfirmations(deps: ConfirmationDeps) {
  const { users, grants, accounts, registrations, mailer, publicUrl, clock, log, self } = deps;
  const { sweep } = createMailSweep<UserRow>({
    what: 'mailing confirmations',
    mails: { due: (now, limit) => users.confirmationsDue(now, limit), claim, done },
    triesOf: ({ confirmationTries = 0 }) => confirmationTries,
    maxTries: MAX_TRIES,
    send: mailLink,
    mailer,
    clock,
    log,
  });

  async function claim(id: string, now: Date, until: Date): Promise<UserRow | undefined> {
    let isClaimed = false;
    const postpone = (row: UserRow) => {
      isClaimed = row.confirmationDue !== undefined && row.confirmationDue <= now;
      return isClaimed ? { confirmationDue: until, confirmationTries: (row.confirmationTries ?? 0) + 1 } : undefined;
    };
    const row = await users.change(id, self, postpone, noEvents);
    return isClaimed ? row : undefined;
  }

  async function done(id: string, { registration }: UserRow): Promise<void> {
    // a registration that arrived during the mailing gets its own mail
    const settle = (row: UserRow) => ({
      confirmationDue: row.registration?.id === registration?.id ? undefined : clock.now(),
      confirmationTries: undefined,
    });
    await users.change(id, self, settle, noEvents);
  }

  async function mailLink({ _id: id, email, role, registration }: UserRow, send: Mailer['send']): Promise<void> {
    await accounts.grantRole(id, role);
    const token = registration && registrations.tokenOf(registration);
    if (!token) {
      // registered before links belonged to the identity service, or its secret was changed twice since
      log.warn({ user_id: id }, 'a registration has no link that can be mailed: the person has to register again');
      return;
    }
    const goodUntil = new Date(clock.now().getTime() + VALID_HOURS * HOUR_MS);
    // before the mail: its link must work on arrival
    const limit = (row: UserRow) =>
      row.registration?.id === registration.id ? { registration: { ...row.registration, goodUntil } } : undefined;
    await users.change(id, self, limit, noEvents);
    const link = new URL(`/api/auth/confirm?token=${token}`, publicUrl).href;
    await send({ name: '', email }, confirmationMail(registration.name, link, VALID_HOURS, registration.again));
    const sent = (row: UserRow) => {
      const now = clock.now();
      return { confirmationsSent: [...recentOf(row, now.getTime()), now] };
    };
    await users.change(id, self, sent, noEvents);
  }

  const isLimitReached = (row: UserRow): boolean =>
    recentOf(row, clock.now().getTime()).length >= MAX_CONFIRMATIONS && !row.confirmationDue;

  return {
    /**
     * Has the link of a new registration mailed soon. It ends the links of earlier registrations, unless the address
     * got three mails within the hour: then the last mailed link stays good. An address without a stored registration,
     * pending from an earlier version, has no such link and always gets one.
     */
    async register(userId: string, { name, password }: { name: string; password: string }, { actor }: By) {
      const again = (await users.find(userId))?.registration !== undefined;
      const registration = await registrations.make(name, password, again);
      const decide = (row: UserRow) =>
        row.registration && isLimitReached(row)
          ? undefined
          : { confirmationDue: row.confirmationDue ?? clock.now(), registration };
      await users.change(userId, actor, decide, noEvents);
      sweep.wake();
    },

    /** Schedules the registration's link again, within the same limit. */
    async resend(userId: string, { actor }: By): Promise<void> {
      const decide = (row: UserRow) =>
        row.confirmationDue || !row.registration || isLimitReached(row) ? undefined : { confirmationDue: clock.now() };
      await users.change(userId, actor, decide, noEvents);
      sweep.wake();
    },

    /**
     * Handles a link: only now do the registration's name and password apply to the account.
     * @returns its user id
     * @throws AppError NOT_FOUND (confirmation_link_over), INVALID_ARGUMENT (the provider rejects the password),
     * UNAVAILABLE
     */
    async confirm(token: string): Promise<string> {
      const user = await users.findByConfirmation(hashOfToken(token));
      const registration = user?.registration;
      if (!user || !registration?.goodUntil || registration.goodUntil <= clock.now() || user.disabled)
        throw linkExpired();
      const account = await accounts.findAccount(user.email);
      // confirmed in another way, or used before: this registration must not set the password
      if (account?.id !== user._id || !account.awaitsConfirmation || !user.awaitsFirstSignIn) throw linkExpired();
      const { name } = registration;
      await accounts.confirmAccount(user._id, { name, password: registrations.open(registration, token) });
      const stored = await grants.read();
      const settle = () => ({
        name,
        registration: undefined,
        confirmationDue: undefined,
        confirmationTries: undefined,
      });
      const publish = (row: UserRow) => (user.name === name ? [] : [userEvent(userEvents.changed, row, stored)]);
      await users.change(user._id, self, settle, publish);
      return user._id;
    },

    /** Whether an address awaits confirmation and the password matches its registration (AUTH-10). */
    async awaits(email: string, password: string): Promise<boolean> {
      const user = await users.findAwaiting(email.trim().toLowerCase());
      return registrations.isPasswordOf(user?.registration, password);
    },

    /** Mails pending confirmations; the rest is mailed after the next start. */
    sweep,
  };
}

export type Confirmations = ReturnType<typeof createConfirmations>;
