import { createSweep, IDLE_LOOK_MS, type Clock, type Logger, type Sweep } from '@symbio/runtime';
import type { Mailer } from './mailer.js';

/** Milliseconds between attempts to send a mail, and maximum attempts unless stated. */
const RETRY_MS = 60_000;
const MAX_TRIES = 60;
const BATCH = 50;

/** Stored mails, from which several processes send. */
export interface PendingMails<Pending> {
  /** Longest waiting first. */
  due(now: Date, limit: number): Promise<string[]>;
  /** Claims and postpones a pending mail, so that only one process sends it; undefined if already claimed. */
  claim(id: string, now: Date, until: Date): Promise<Pending | undefined>;
  /** Marks a mail as sent, as having no recipient, or as failed permanently. */
  done(id: string, pending: Pending): Promise<void>;
}

export interface MailSweepOptions<Pending> {
  /** Description for the log, e.g. `mailing about projects`. */
  what: string;
  mails: PendingMails<Pending>;
  /** Attempts, including this one. */
  triesOf: (pending: Pending) => number;
  maxTries?: number;
  /** Sends nothing where the mail has no recipient any more. */
  send: (pending: Pending, send: Mailer['send']) => Promise<void>;
  /** Absent without a configured mail server: then mails stay pending. */
  mailer: Pick<Mailer, 'send'> | undefined;
  clock: Clock;
  log: Logger;
}

export interface MailSweep {
  /** Sends due mails. */
  sendDue: (signal: AbortSignal) => Promise<void>;
  /** Sends due mails until stopped; the rest is sent after the next start. */
  sweep: Sweep;
}

/**
 * Sends stored mails at least once: requests only store them, so nothing is lost while the mail server is unavailable.
 * A mail that fails `maxTries` times in a row (60), a minute apart, is given up with an error in the log.
 */
export function createMailSweep<Pending>(options: MailSweepOptions<Pending>): MailSweep {
  const { what, mails, triesOf, maxTries = MAX_TRIES, send, mailer, clock, log } = options;

  async function mail(id: string, by: Mailer['send']): Promise<void> {
    const now = clock.now();
    // postponed first: if this process dies, another retries
    const pending = await mails.claim(id, now, new Date(now.getTime() + RETRY_MS));
    if (!pending) return;
    try {
      await send(pending, by);
    } catch (error) {
      const givenUp = triesOf(pending) >= maxTries;
      log[givenUp ? 'error' : 'warn']({ err: error, mail: id, given_up: givenUp }, `${what}: a mail was not sent`);
      if (!givenUp) return;
    }
    await mails.done(id, pending);
  }

  async function sendDue(signal: AbortSignal): Promise<void> {
    if (!mailer) return;
    for (const id of await mails.due(clock.now(), BATCH)) {
      if (signal.aborted) return;
      await mail(id, (...letter) => mailer.send(...letter));
    }
  }

  return { sendDue, sweep: createSweep({ what, everyMs: IDLE_LOOK_MS, atOnce: true, run: sendDue, log }) };
}
