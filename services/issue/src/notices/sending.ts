import { seesOrganization, type Logger, type Metrics } from '@symbio/runtime';
import type { Mail } from '@symbio/mail';
import { seesOnlyOwnIssues, type IssueAccess } from '@symbio/proto/issue/vocabulary';
import { digest, type DigestLinks } from './digest.js';
import { projectOfPath } from '@symbio/proto/feature/path';
import type { NoticeRow } from '../model.js';
import type { NoticeRepository } from './notice-repository.js';

/** Retry delays in milliseconds, by number of failed attempts; then the mail is dropped. */
const RETRY_DELAYS_MS = [60_000, 300_000, 1_800_000, 7_200_000, 43_200_000] as const;

export interface Address {
  userId: string;
  name: string;
  email: string;
  role: string;
  /** Empty: the operator of the installation. */
  organizationId: string;
}

export interface PersonLinks extends DigestLinks {
  /** One-click unfollow URL for POST (RFC 8058). */
  oneClick: (issueId: string) => string;
}

export interface SendingDeps {
  repository: NoticeRepository;
  /** Omits people who cannot get mail. */
  addressesOf: (userIds: string[]) => Promise<Address[]>;
  readableOf: (person: Address, projectIds: string[]) => Promise<ReadonlySet<string>>;
  /** @throws when the mail server refuses */
  send: (to: Address, mail: Mail, oneClick: string | undefined) => Promise<void>;
  linksFor: (userId: string) => PersonLinks;
  issueAccess: IssueAccess;
  metrics: Metrics;
  log: Logger;
}

/** Notices that the person may read at the time of sending. */
async function stillReadable(
  { issueAccess, readableOf }: Pick<SendingDeps, 'issueAccess' | 'readableOf'>,
  person: Address,
  rows: readonly NoticeRow[],
): Promise<NoticeRow[]> {
  const projectOf = ({ path }: NoticeRow): string => (path && projectOfPath(path)) || '';
  const asked = [...new Set(rows.map(projectOf))].filter(Boolean);
  const readable = asked.length > 0 ? await readableOf(person, asked) : new Set<string>();
  const reader = { via: 'user', role: person.role, organizationId: person.organizationId || undefined } as const;
  return rows.filter((row) =>
    row.path
      ? readable.has(projectOf(row))
      : seesOrganization(reader, row.organizationId) &&
        (row.reporterId === person.userId || !seesOnlyOwnIssues(issueAccess, person.role)),
  );
}

/** Sends everything due. A crash just after the mail server accepted a mail sends it twice. */
export const sendDue =
  (deps: SendingDeps) =>
  async (signal: AbortSignal): Promise<void> => {
    const { repository, addressesOf, send, linksFor, metrics, log } = deps;
    metrics.noticesWaiting.set(await repository.count());
    const due = await repository.due();
    if (due.length === 0) return;
    const addresses = new Map((await addressesOf(due)).map((address) => [address.userId, address]));
    for (const userId of due) {
      if (signal.aborted) return;
      const { claim, rows: taken } = await repository.take(userId);
      if (taken.length === 0) continue;
      const address = addresses.get(userId);
      try {
        const rows = address ? await stillReadable(deps, address, taken) : [];
        const [first] = rows;
        if (address && first) {
          const links = linksFor(userId);
          const isOfOne = rows.every(({ issueId, path }) => !path && issueId === first.issueId);
          await send(address, digest(rows, links), isOfOne ? links.oneClick(first.issueId) : undefined);
          metrics.mails.inc({ outcome: 'sent' });
        }
      } catch (error) {
        const delay = RETRY_DELAYS_MS[Math.max(...taken.map(({ tries }) => tries))];
        metrics.mails.inc({ outcome: delay === undefined ? 'given_up' : 'failed' });
        log.warn({ err: error, user_id: userId, notices: taken.length }, 'sending mail about issues failed');
        if (delay === undefined) await repository.done(claim);
        else await repository.release(claim, delay);
        continue;
      }
      await repository.done(claim);
    }
  };
