import type { Logger, Metrics } from '@symbio/runtime';
import type { Mail } from '@symbio/mail';
import { digest, type DigestLinks } from './digest.js';
import type { NoticeRepository } from './notice-repository.js';

/** Retry delays in milliseconds, by number of failed attempts; then the mail is dropped. */
const RETRY_DELAYS_MS = [60_000, 300_000, 1_800_000, 7_200_000, 43_200_000] as const;

export interface Address {
  userId: string;
  name: string;
  email: string;
}

export interface PersonLinks extends DigestLinks {
  /** One-click unfollow URL for POST (RFC 8058). */
  oneClick: (issueId: string) => string;
}

export interface SendingDeps {
  repository: NoticeRepository;
  /** Omits people who cannot get mail. */
  addressesOf: (userIds: string[]) => Promise<Address[]>;
  /** @throws when the mail server refuses */
  send: (to: Address, mail: Mail, oneClick: string | undefined) => Promise<void>;
  linksFor: (userId: string) => PersonLinks;
  metrics: Metrics;
  log: Logger;
}

/** Sends everything due. A crash just after the mail server accepted a mail sends it twice. */
export const sendDue =
  ({ repository, addressesOf, send, linksFor, metrics, log }: SendingDeps) =>
  async (signal: AbortSignal): Promise<void> => {
    metrics.noticesWaiting.set(await repository.count());
    const due = await repository.due();
    if (due.length === 0) return;
    const addresses = new Map((await addressesOf(due)).map((address) => [address.userId, address]));
    for (const userId of due) {
      if (signal.aborted) return;
      const { claim, rows } = await repository.take(userId);
      if (rows.length === 0) continue;
      const address = addresses.get(userId);
      if (!address) {
        await repository.done(claim);
        continue;
      }
      const links = linksFor(userId);
      const [first] = rows;
      const isOfOne = rows.every(({ issueId }) => issueId === first!.issueId);
      try {
        await send(address, digest(rows, links), isOfOne ? links.oneClick(first!.issueId) : undefined);
      } catch (error) {
        const delay = RETRY_DELAYS_MS[Math.max(...rows.map(({ tries }) => tries))];
        metrics.mails.inc({ outcome: delay === undefined ? 'given_up' : 'failed' });
        log.warn({ err: error, user_id: userId, notices: rows.length }, 'sending mail about issues failed');
        if (delay === undefined) await repository.done(claim);
        else await repository.release(claim, delay);
        continue;
      }
      metrics.mails.inc({ outcome: 'sent' });
      await repository.done(claim);
    }
  };
