import { createSweep, IDLE_LOOK_MS, type Actor, type Clock, type Logger } from '@symbio/kit';
import type { Accounts } from './accounts.js';
import type { UserRow } from './model.js';
import type { UserRepository } from './repository.js';
import type { By } from './users.js';

/** Confirmations that one address gets at most within WINDOW_MS: enough for one that got lost, useless for annoying somebody. */
const MOST_CONFIRMATIONS = 3;
const WINDOW_MS = 3_600_000;
/** Milliseconds after which a confirmation that could not be mailed is tried again, and how often that is done. */
const RETRY_MS = 60_000;
const MOST_TRIES = 24 * 60;
/** Confirmations mailed in one go. */
const BATCH = 50;

export interface ConfirmationDeps {
  users: Pick<UserRepository, 'change' | 'confirmationsDue'>;
  accounts: Pick<Accounts, 'grantRole' | 'sendConfirmation'>;
  clock: Clock;
  log: Logger;
  /** The service itself: it writes down what was mailed. */
  self: Actor;
}

/** Confirmations of an address that were mailed not long ago. */
const recentOf = (row: UserRow, now: number): Date[] =>
  (row.confirmationsSent ?? []).filter((at) => at.getTime() > now - WINDOW_MS);

/** What is owed to a person concerns nobody else: it is not published. */
const silently = () => [];

/**
 * Mails confirmation links (AUTH-21). That one is owed is written down with the user, and it is mailed after the
 * registration was answered: how long that takes says nothing of whether the address was new, and while the mail server or
 * the identity provider is away nothing is lost.
 */
export function createConfirmations({ users, accounts, clock, log, self }: ConfirmationDeps) {
  const sweep = createSweep({ what: 'mailing confirmations', everyMs: IDLE_LOOK_MS, atOnce: true, run: mailDue, log });

  async function mail(id: string): Promise<void> {
    let owed: UserRow | undefined;
    // put off first: of several processes one mails it, and if that one dies another tries again
    const claim = (row: UserRow) => {
      const now = clock.now().getTime();
      owed = row.confirmationDue && row.confirmationDue.getTime() <= now ? row : undefined;
      return owed && { confirmationDue: new Date(now + RETRY_MS), confirmationTries: (row.confirmationTries ?? 0) + 1 };
    };
    await users.change(id, self, claim, silently);
    if (!owed) return;
    const done = { confirmationDue: undefined, confirmationTries: undefined };
    try {
      await accounts.grantRole(id, owed.role);
      await accounts.sendConfirmation(id);
    } catch (error) {
      const givenUp = (owed.confirmationTries ?? 0) + 1 >= MOST_TRIES;
      log[givenUp ? 'error' : 'warn']({ err: error, user_id: id, given_up: givenUp }, 'a confirmation was not mailed');
      if (givenUp) await users.change(id, self, () => done, silently);
      return;
    }
    const sent = (row: UserRow) => {
      const now = clock.now();
      return { ...done, confirmationsSent: [...recentOf(row, now.getTime()), now] };
    };
    await users.change(id, self, sent, silently);
  }

  async function mailDue(signal: AbortSignal): Promise<void> {
    for (const id of await users.confirmationsDue(clock.now(), BATCH)) {
      if (signal.aborted) return;
      await mail(id);
    }
  }

  return {
    /** Has a link mailed soon, unless the address got three within the hour, or one is owed already. */
    async ask(userId: string, { actor }: By): Promise<void> {
      const decide = (row: UserRow) => {
        const now = clock.now();
        if (row.confirmationDue || recentOf(row, now.getTime()).length >= MOST_CONFIRMATIONS) return undefined;
        return { confirmationDue: now };
      };
      await users.change(userId, actor, decide, silently);
      sweep.wake();
    },

    /** Mails what is owed; what is left at its end is mailed after the next start. */
    sweep: sweep,
  };
}

export type Confirmations = ReturnType<typeof createConfirmations>;
