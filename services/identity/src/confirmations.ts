import type { Actor, Clock, Logger } from '@symbio/kit';
import type { Accounts } from './accounts.js';
import type { UserRow } from './model.js';
import type { IdentityRepository } from './repository.js';

/** Confirmations that one address gets at most within WINDOW_MS: enough for one that got lost, useless for annoying somebody. */
export const MOST_CONFIRMATIONS = 3;
export const WINDOW_MS = 3_600_000;
/** Milliseconds after which a confirmation that could not be mailed is tried again, and how often that is done. */
export const RETRY_MS = 60_000;
const MOST_TRIES = 24 * 60;
/** Milliseconds between looks for confirmations that are owed: what a crash left behind waits no longer. */
const SWEEP_MS = 2_000;
/** Confirmations mailed in one go. */
const BATCH = 50;

export interface ConfirmationsDeps {
  repo: IdentityRepository;
  accounts: Pick<Accounts, 'grantRole' | 'sendConfirmation'>;
  clock: Clock;
  log: Logger;
  /** The service itself: it writes down what was mailed. */
  actor: Actor;
}

/** Confirmations of an address that were mailed not long ago. */
const recentOf = (row: UserRow, now: number): Date[] =>
  (row.confirmationsSent ?? []).filter((at) => at.getTime() > now - WINDOW_MS);

/** When the row changes, nobody else needs to hear of it. */
const silently = () => [];

/**
 * Mails confirmation links (AUTH-21). That one is owed is written down with the user, and it is mailed after the
 * registration was answered: how long that takes tells nobody whether the address was new, and while the mail server or the
 * identity provider is away nothing is lost.
 */
export class Confirmations {
  readonly #deps: ConfirmationsDeps;
  #timer: NodeJS.Timeout | undefined;
  #running: Promise<void> | undefined;
  #again = false;
  #stopped = false;

  constructor(deps: ConfirmationsDeps) {
    this.#deps = deps;
  }

  /** Has a link mailed soon, unless the address got three within the hour, or one is owed already. */
  async ask(userId: string, actor: Actor): Promise<void> {
    const { repo, clock } = this.#deps;
    const decide = (row: UserRow) => {
      const now = clock.now();
      if (row.confirmationDue || recentOf(row, now.getTime()).length >= MOST_CONFIRMATIONS) return undefined;
      return { confirmationDue: now };
    };
    await repo.changeUser(userId, actor, decide, silently);
    this.wake();
  }

  start(): void {
    this.#timer = setInterval(() => this.wake(), SWEEP_MS);
    this.wake();
  }

  /** Looks for what is owed, soon. Never throws. */
  wake(): void {
    if (this.#stopped) return;
    if (this.#running) {
      this.#again = true;
      return;
    }
    this.#running = this.#sweep()
      .catch((error: unknown) => this.#deps.log.warn({ err: error }, 'confirmations wait, will try again'))
      .then(() => {
        this.#running = undefined;
        if (!this.#again) return;
        this.#again = false;
        this.wake();
      });
  }

  /** Ends the timer and waits for the mail in hand; the rest is mailed after the next start. */
  async stop(): Promise<void> {
    this.#stopped = true;
    clearInterval(this.#timer);
    await this.#running;
  }

  async #sweep(): Promise<void> {
    const { repo, clock } = this.#deps;
    for (const id of await repo.confirmationsDue(clock.now(), BATCH)) {
      if (this.#stopped) return;
      await this.#mail(id);
    }
  }

  async #mail(id: string): Promise<void> {
    const { repo, accounts, clock, log, actor } = this.#deps;
    let owed: UserRow | undefined;
    // put off first: of several processes one mails it, and if that one dies another tries again
    const claim = (row: UserRow) => {
      const now = clock.now().getTime();
      owed = row.confirmationDue && row.confirmationDue.getTime() <= now ? row : undefined;
      return owed && { confirmationDue: new Date(now + RETRY_MS), confirmationTries: (row.confirmationTries ?? 0) + 1 };
    };
    await repo.changeUser(id, actor, claim, silently);
    if (!owed) return;
    const done = { confirmationDue: undefined, confirmationTries: undefined };
    try {
      await accounts.grantRole(id, owed.role);
      await accounts.sendConfirmation(id);
    } catch (error) {
      const givenUp = (owed.confirmationTries ?? 0) + 1 >= MOST_TRIES;
      log[givenUp ? 'error' : 'warn']({ err: error, user_id: id, given_up: givenUp }, 'a confirmation was not mailed');
      if (givenUp) await repo.changeUser(id, actor, () => done, silently);
      return;
    }
    const sent = (row: UserRow) => {
      const now = clock.now();
      return { ...done, confirmationsSent: [...recentOf(row, now.getTime()), now] };
    };
    await repo.changeUser(id, actor, sent, silently);
  }
}
