import {
  AppError,
  newId,
  normalizeError,
  parseFields,
  type Clock,
  type Logger,
  hashOfToken,
  newToken,
} from '@symbio/runtime';
import { createMailSweep, type Mailer } from '@symbio/mail';
import { z } from 'zod';
import type { Accounts } from './accounts.js';
import type { PendingPasswordMail, PasswordMailRepository } from './password-mail-repository.js';
import { accountMail, changedMail, resetMail } from './password-mails.js';
import type { UserRepository } from './repository.js';
import { checkAddress, passwordSchema } from './sign-up.js';

/** Hours. */
const VALID_HOURS = 1;
const HOUR_MS = 3_600_000;
/** Maximum links per address and hour: enough if one got lost, too few to annoy anyone. */
const MAX_LINKS = 3;
/** Milliseconds within which one address gets at most one notice that it already has an account. */
const NOTICE_MS = 600_000;

const linkExpired = (): AppError =>
  new AppError('NOT_FOUND', 'reset_link_over', 'This link was used before or has expired. Please ask for a new one.');

const passwordForm = z.object({ password: passwordSchema });
const checkPassword = (password: string): string =>
  parseFields<{ password: string }>(passwordForm, { password }).password;

export interface PasswordDeps {
  passwordMails: PasswordMailRepository;
  users: Pick<UserRepository, 'find'>;
  accounts: Pick<Accounts, 'findAccount' | 'changePassword'>;
  /** Absent without a configured mail server. */
  mailer: Pick<Mailer, 'send'> | undefined;
  publicUrl: string;
  clock: Clock;
  log: Logger;
}

/**
 * Forgotten and changed passwords. The identity provider stores the passwords; the links are ours, so they are the same
 * with every provider.
 */
export function createPasswords({ passwordMails, users, accounts, mailer, publicUrl, clock, log }: PasswordDeps) {
  const { sendDue, sweep } = createMailSweep<PendingPasswordMail>({
    what: 'mailing about passwords',
    mails: passwordMails,
    triesOf: ({ tries }) => tries,
    send: (pending, send) => mails[pending.kind](pending, send),
    mailer,
    clock,
    log,
  });
  const address = (path: string): string => new URL(path, publicUrl).href;

  async function scheduleMail(kind: PendingPasswordMail['kind'], email: string): Promise<void> {
    const now = clock.now();
    await passwordMails.add({ _id: newId(), kind, email, askedAt: now, due: now, tries: 0 });
    sweep.wake();
  }

  /** Mails a link unless the address has no account or a disabled one. */
  async function mailLink({ _id: id, email }: PendingPasswordMail, send: Mailer['send']): Promise<void> {
    const account = await accounts.findAccount(email);
    const user = account && (await users.find(account.id));
    if (!account || user?.disabled) return;
    const token = newToken();
    const goodUntil = new Date(clock.now().getTime() + VALID_HOURS * HOUR_MS);
    // before the mail: a mailed link must be known
    await passwordMails.setLink(id, { userId: account.id, tokenHash: hashOfToken(token), goodUntil });
    const name = user?.name ?? '';
    await send({ name: '', email }, resetMail(name, address(`/reset-password?token=${token}`), VALID_HOURS));
  }

  async function mailChanged({ email }: PendingPasswordMail, send: Mailer['send']): Promise<void> {
    await send({ name: '', email }, changedMail('', address('/forgot-password')));
  }

  /** Unless it is disabled. */
  async function mailAccount({ email }: PendingPasswordMail, send: Mailer['send']): Promise<void> {
    const account = await accounts.findAccount(email);
    const user = account && (await users.find(account.id));
    if (!account || user?.disabled) return;
    await send({ name: '', email }, accountMail(user?.name ?? '', address('/login'), address('/forgot-password')));
  }

  const mails = { reset: mailLink, changed: mailChanged, account: mailAccount } as const;

  /** Sets a password, invalidates all existing sessions and reset links, and notifies the owner by mail. */
  async function set(userId: string, password: string, provesAddress: boolean): Promise<void> {
    await accounts.changePassword(userId, password, provesAddress);
    await passwordMails.invalidateLinks(userId);
    const user = await users.find(userId);
    if (mailer && user?.email) await scheduleMail('changed', user.email);
  }

  return {
    /**
     * Schedules a reset link, unless the address got three within the hour.
     * @throws AppError INVALID_ARGUMENT, FAILED_PRECONDITION (no_mail)
     */
    async requestReset(input: string): Promise<void> {
      const email = checkAddress(input);
      if (!mailer)
        throw new AppError(
          'FAILED_PRECONDITION',
          'no_mail',
          'This installation sends no mail. Please ask an administrator for a new password.',
        );
      const hourAgo = new Date(clock.now().getTime() - HOUR_MS);
      if ((await passwordMails.count('reset', email, hourAgo)) < MAX_LINKS) await scheduleMail('reset', email);
    },

    /**
     * Sets a password with the token of a mailed link. A rejected call does not use up the link.
     * @returns its user id
     * @throws AppError INVALID_ARGUMENT (password), NOT_FOUND (reset_link_over), UNAVAILABLE
     */
    async reset(token: string, input: string): Promise<string> {
      const password = checkPassword(input);
      const tokenHash = hashOfToken(token);
      const used = await passwordMails.useLink(tokenHash, clock.now());
      if (!used) throw linkExpired();
      try {
        await set(used.userId, password, true);
      } catch (thrown) {
        const { code, reason } = normalizeError(thrown);
        if (reason === 'account_not_found') throw linkExpired();
        if (code === 'INVALID_ARGUMENT' || code === 'UNAVAILABLE') await passwordMails.restoreLink(used.id, tokenHash);
        throw thrown;
      }
      return used.userId;
    },

    /**
     * Sets the password of a person who just proved the current one. @throws AppError INVALID_ARGUMENT (password),
     * UNAVAILABLE
     */
    async change(userId: string, input: string): Promise<void> {
      await set(userId, checkPassword(input), false);
    },

    /** At most once within ten minutes. */
    async noticeAccount(email: string): Promise<void> {
      const since = new Date(clock.now().getTime() - NOTICE_MS);
      if (mailer && (await passwordMails.count('account', email, since)) === 0) await scheduleMail('account', email);
    },

    sendDue,
    sweep,
  };
}

export type Passwords = ReturnType<typeof createPasswords>;
