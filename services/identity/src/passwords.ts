import { createHash, randomBytes } from 'node:crypto';
import {
  AppError,
  createSweep,
  IDLE_LOOK_MS,
  newId,
  normalizeError,
  parseFields,
  type Clock,
  type Logger,
} from '@symbio/kit';
import type { Mailer } from '@symbio/kit/mailer';
import { z } from 'zod';
import type { Accounts } from './accounts.js';
import type { OwedPasswordMail, PasswordMailRepository } from './password-mail-repository.js';
import { accountMail, changedMail, resetMail } from './password-mails.js';
import type { UserRepository } from './repository.js';
import { checkAddress, passwordSchema } from './sign-up.js';

/** Bytes of a link's token: nobody guesses it. */
const TOKEN_BYTES = 32;
/** For how many hours a link is good. */
const GOOD_HOURS = 1;
const HOUR_MS = 3_600_000;
/** Links that one address gets at most within an hour: enough for one that got lost, useless for annoying somebody. */
const MOST_LINKS = 3;
/** Milliseconds within which one address gets at most one notice that it already has an account. */
const NOTICE_MS = 600_000;
/** Milliseconds after which a mail that could not be sent is tried again, and how often that is done. */
const RETRY_MS = 60_000;
const MOST_TRIES = 60;
/** Mails sent in one go. */
const BATCH = 50;

const linkOver = (): AppError =>
  new AppError('NOT_FOUND', 'reset_link_over', 'This link was used before or has expired. Please ask for a new one.');

const passwordForm = z.object({ password: passwordSchema });
const checkPassword = (password: string): string =>
  parseFields<{ password: string }>(passwordForm, { password }).password;

/** What of a token is kept: who reads the database cannot make the link from it. */
const hashOf = (token: string): string => createHash('sha256').update(token).digest('hex');

export interface PasswordDeps {
  passwordMails: PasswordMailRepository;
  users: Pick<UserRepository, 'find'>;
  accounts: Pick<Accounts, 'findAccount' | 'changePassword'>;
  /** Absent where no mail server is configured. */
  mailer: Pick<Mailer, 'send'> | undefined;
  /** Origin of the product. */
  publicUrl: string;
  clock: Clock;
  log: Logger;
}

/**
 * Forgotten and changed passwords. The identity provider keeps the passwords; the links are ours, so that they are the same
 * with every provider. That a mail is owed is written down, and whether the address has an account is found out afterwards:
 * neither the answer nor the time that it takes says so.
 */
export function createPasswords({ passwordMails, users, accounts, mailer, publicUrl, clock, log }: PasswordDeps) {
  const sweep = createSweep({
    what: 'mailing about passwords',
    everyMs: IDLE_LOOK_MS,
    atOnce: true,
    run: mailDue,
    log,
  });
  const address = (path: string): string => new URL(path, publicUrl).href;

  async function owe(kind: OwedPasswordMail['kind'], email: string): Promise<void> {
    const now = clock.now();
    await passwordMails.add({ _id: newId(), kind, email, askedAt: now, due: now, tries: 0 });
    sweep.wake();
  }

  /** Mails a link, unless the address has no account, or one that an administrator has closed. */
  async function mailLink({ _id: id, email }: OwedPasswordMail, send: Mailer['send']): Promise<void> {
    const account = await accounts.findAccount(email);
    const user = account && (await users.find(account.id));
    if (!account || user?.disabled) return;
    const token = randomBytes(TOKEN_BYTES).toString('base64url');
    const goodUntil = new Date(clock.now().getTime() + GOOD_HOURS * HOUR_MS);
    // before the mail: nobody may hold a link that is not known
    await passwordMails.setLink(id, { userId: account.id, tokenHash: hashOf(token), goodUntil });
    const name = user?.name ?? '';
    await send({ name: '', email }, resetMail(name, address(`/reset-password?token=${token}`), GOOD_HOURS));
  }

  async function mailChanged({ email }: OwedPasswordMail, send: Mailer['send']): Promise<void> {
    await send({ name: '', email }, changedMail('', address('/forgot-password')));
  }

  /** Mails that an address that was registered again has an account, unless an administrator has closed it. */
  async function mailAccount({ email }: OwedPasswordMail, send: Mailer['send']): Promise<void> {
    const account = await accounts.findAccount(email);
    const user = account && (await users.find(account.id));
    if (!account || user?.disabled) return;
    await send({ name: '', email }, accountMail(user?.name ?? '', address('/login'), address('/forgot-password')));
  }

  const mails = { reset: mailLink, changed: mailChanged, account: mailAccount } as const;

  async function mail(id: string, send: Mailer['send']): Promise<void> {
    const now = clock.now();
    // put off first: of several processes one mails it, and if that one dies another tries again
    const owed = await passwordMails.take(id, now, new Date(now.getTime() + RETRY_MS));
    if (!owed) return;
    try {
      await mails[owed.kind](owed, send);
    } catch (error) {
      const givenUp = owed.tries >= MOST_TRIES;
      log[givenUp ? 'error' : 'warn'](
        { err: error, mail: id, given_up: givenUp },
        'a mail about a password was not sent',
      );
      if (!givenUp) return;
    }
    await passwordMails.done(id);
  }

  async function mailDue(signal: AbortSignal): Promise<void> {
    if (!mailer) return;
    for (const id of await passwordMails.due(clock.now(), BATCH)) {
      if (signal.aborted) return;
      await mail(id, (...letter) => mailer.send(...letter));
    }
  }

  /** Sets a password, after which no session and no link of before is good, and says so by mail. */
  async function set(userId: string, password: string, provesAddress: boolean): Promise<void> {
    await accounts.changePassword(userId, password, provesAddress);
    await passwordMails.spendAllOf(userId);
    const user = await users.find(userId);
    if (mailer && user?.email) await owe('changed', user.email);
  }

  return {
    /**
     * Has a link mailed soon, unless the address got three within the hour.
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
      if ((await passwordMails.count('reset', email, hourAgo)) < MOST_LINKS) await owe('reset', email);
    },

    /**
     * Sets a password with the token of a mailed link. What is refused spends nothing.
     * @returns whose it is
     * @throws AppError INVALID_ARGUMENT (password), NOT_FOUND (reset_link_over), UNAVAILABLE
     */
    async reset(token: string, input: string): Promise<string> {
      const password = checkPassword(input);
      const tokenHash = hashOf(token);
      const spent = await passwordMails.spend(tokenHash, clock.now());
      if (!spent) throw linkOver();
      try {
        await set(spent.userId, password, true);
      } catch (thrown) {
        const { code, reason } = normalizeError(thrown);
        if (reason === 'account_not_found') throw linkOver();
        if (code === 'INVALID_ARGUMENT' || code === 'UNAVAILABLE') await passwordMails.giveBack(spent.id, tokenHash);
        throw thrown;
      }
      return spent.userId;
    },

    /** Sets the password of somebody who just proved to know the present one. @throws AppError INVALID_ARGUMENT (password), UNAVAILABLE */
    async change(userId: string, input: string): Promise<void> {
      await set(userId, checkPassword(input), false);
    },

    /** Has a person mailed that they already have an account, at most once within ten minutes. */
    async noticeAccount(email: string): Promise<void> {
      const since = new Date(clock.now().getTime() - NOTICE_MS);
      if (mailer && (await passwordMails.count('account', email, since)) === 0) await owe('account', email);
    },

    /** Mails what is owed by now. */
    sendDue: mailDue,

    /** Does so; what is left at its end is mailed after the next start. */
    sweep,
  };
}

export type Passwords = ReturnType<typeof createPasswords>;
