import { AppError, createSweep, IDLE_LOOK_MS, type Actor, type Clock, type Logger } from '@symbio/kit';
import type { Mailer } from '@symbio/kit/mailer';
import { userEvents } from '@symbio/proto/identity';
import type { Accounts } from './accounts.js';
import { confirmationMail } from './password-mails.js';
import { userEvent } from './events.js';
import type { UserRow } from './model.js';
import { hashOf, type Registrations } from './registrations.js';
import type { GrantRepository, UserRepository } from './repository.js';
import type { By } from './users.js';

/** Confirmations that one address gets at most within WINDOW_MS: enough when one got lost, too few to annoy anybody. */
const MOST_CONFIRMATIONS = 3;
const WINDOW_MS = 3_600_000;
/** For how many hours a link is good. */
const GOOD_HOURS = 12;
const HOUR_MS = 3_600_000;
/** Milliseconds after which a confirmation that could not be mailed is tried again, and how often that is done. */
const RETRY_MS = 60_000;
const MOST_TRIES = 24 * 60;
/** Confirmations mailed in one go. */
const BATCH = 50;

export interface ConfirmationDeps {
  users: Pick<UserRepository, 'find' | 'findAwaiting' | 'findByConfirmation' | 'change' | 'confirmationsDue'>;
  grants: Pick<GrantRepository, 'read'>;
  accounts: Pick<Accounts, 'grantRole' | 'findAccount' | 'confirmAccount'>;
  registrations: Registrations;
  /** Absent where no mail server is configured. */
  mailer: Pick<Mailer, 'send'> | undefined;
  /** Origin of the product. */
  publicUrl: string;
  clock: Clock;
  log: Logger;
  /** The service itself: it records what was mailed. */
  self: Actor;
}

/** Confirmations of an address that were mailed within the last hour. */
const recentOf = (row: UserRow, now: number): Date[] =>
  (row.confirmationsSent ?? []).filter((at) => at.getTime() > now - WINDOW_MS);

/** What is owed to a person concerns nobody else: it is not published. */
const silently = () => [];

const linkOver = (): AppError =>
  new AppError(
    'NOT_FOUND',
    'confirmation_link_over',
    'This link was used before or has expired. Please register again.',
  );

/**
 * Mails confirmation links (AUTH-21), and follows them. The mail that is owed is recorded with the user and sent after the
 * registration was answered: the time of the answer does not reveal whether the address was new, and nothing is lost while
 * the mail server or the identity provider is unavailable.
 */
export function createConfirmations(deps: ConfirmationDeps) {
  const { users, grants, accounts, registrations, mailer, publicUrl, clock, log, self } = deps;
  const sweep = createSweep({ what: 'mailing confirmations', everyMs: IDLE_LOOK_MS, atOnce: true, run: mailDue, log });

  /** @returns whether there was a link to mail */
  async function mailLink({ _id: id, email, role, registration }: UserRow): Promise<boolean> {
    await accounts.grantRole(id, role);
    const token = registration && registrations.tokenOf(registration);
    if (!token) {
      // registered before links belonged to the identity service, or its secret was changed twice since
      log.warn({ user_id: id }, 'a registration has no link that can be mailed: the person has to register again');
      return false;
    }
    if (!mailer) throw new Error('SMTP_URL is not set');
    const goodUntil = new Date(clock.now().getTime() + GOOD_HOURS * HOUR_MS);
    // before the mail: its link has to work when it arrives
    const limit = (row: UserRow) =>
      row.registration?.id === registration.id ? { registration: { ...row.registration, goodUntil } } : undefined;
    await users.change(id, self, limit, silently);
    const link = new URL(`/api/auth/confirm?token=${token}`, publicUrl).href;
    await mailer.send({ name: '', email }, confirmationMail(registration.name, link, GOOD_HOURS, registration.again));
    return true;
  }

  async function mail(id: string): Promise<void> {
    let owed: UserRow | undefined;
    // postponed first: of several processes one mails it, and if that one dies another tries again
    const claim = (row: UserRow) => {
      const now = clock.now().getTime();
      owed = row.confirmationDue && row.confirmationDue.getTime() <= now ? row : undefined;
      return owed && { confirmationDue: new Date(now + RETRY_MS), confirmationTries: (row.confirmationTries ?? 0) + 1 };
    };
    await users.change(id, self, claim, silently);
    if (!owed) return;
    const { registration, confirmationTries = 0 } = owed;
    // a registration that came while this one was being mailed gets a mail of its own
    const done = (row: UserRow) => ({
      confirmationDue: row.registration?.id === registration?.id ? undefined : clock.now(),
      confirmationTries: undefined,
    });
    let isMailed: boolean;
    try {
      isMailed = await mailLink(owed);
    } catch (error) {
      const givenUp = confirmationTries + 1 >= MOST_TRIES;
      log[givenUp ? 'error' : 'warn']({ err: error, user_id: id, given_up: givenUp }, 'a confirmation was not mailed');
      if (givenUp) await users.change(id, self, done, silently);
      return;
    }
    const sent = (row: UserRow) => {
      const now = clock.now();
      const recent = recentOf(row, now.getTime());
      return { ...done(row), confirmationsSent: isMailed ? [...recent, now] : recent };
    };
    await users.change(id, self, sent, silently);
  }

  async function mailDue(signal: AbortSignal): Promise<void> {
    for (const id of await users.confirmationsDue(clock.now(), BATCH)) {
      if (signal.aborted) return;
      await mail(id);
    }
  }

  const isSpent = (row: UserRow): boolean =>
    recentOf(row, clock.now().getTime()).length >= MOST_CONFIRMATIONS && !row.confirmationDue;

  return {
    /**
     * Has the link of a new registration mailed soon. It ends the links of earlier registrations, unless the address got
     * three mails within the hour: then nothing changes, so that the last link that was mailed stays good. An address
     * without a stored registration, pending from an earlier version, has no such link and always gets one.
     */
    async register(userId: string, { name, password }: { name: string; password: string }, { actor }: By) {
      const again = (await users.find(userId))?.registration !== undefined;
      const registration = await registrations.make(name, password, again);
      const decide = (row: UserRow) =>
        row.registration && isSpent(row)
          ? undefined
          : { confirmationDue: row.confirmationDue ?? clock.now(), registration };
      await users.change(userId, actor, decide, silently);
      sweep.wake();
    },

    /** Has the link of the registration mailed again, within the same limit. */
    async resend(userId: string, { actor }: By): Promise<void> {
      const decide = (row: UserRow) =>
        row.confirmationDue || !row.registration || isSpent(row) ? undefined : { confirmationDue: clock.now() };
      await users.change(userId, actor, decide, silently);
      sweep.wake();
    },

    /**
     * Follows a link: only now do name and password of its registration become those of the account.
     * @returns whose it is
     * @throws AppError NOT_FOUND (confirmation_link_over), INVALID_ARGUMENT (password: the provider does not take it), UNAVAILABLE
     */
    async confirm(token: string): Promise<string> {
      const user = await users.findByConfirmation(hashOf(token));
      const registration = user?.registration;
      if (!user || !registration?.goodUntil || registration.goodUntil <= clock.now() || user.disabled) throw linkOver();
      const account = await accounts.findAccount(user.email);
      // confirmed in another way meanwhile, or used before: its password is not this registration's to set
      if (account?.id !== user._id || !account.awaitsConfirmation || !user.awaitsFirstSignIn) throw linkOver();
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

    /** Whether an address waits for its confirmation and a password is the one of its registration (AUTH-10). */
    async awaits(email: string, password: string): Promise<boolean> {
      const user = await users.findAwaiting(email.trim().toLowerCase());
      return registrations.isPasswordOf(user?.registration, password);
    },

    /** Mails what is owed; what is left at its end is mailed after the next start. */
    sweep,
  };
}

export type Confirmations = ReturnType<typeof createConfirmations>;
