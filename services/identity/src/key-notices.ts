/** Mail to the person in whose name someone else made an API key, or gave one a new secret. */
import { createSweep, IDLE_LOOK_MS, type Actor, type Clock, type Logger } from '@symbio/kit';
import { escapeHtml, type Mail, type Mailer } from '@symbio/kit/mailer';
import type { ApiKeyRow, UserRow } from './model.js';
import type { ApiKeyRepository, UserRepository } from './repository.js';

/** Milliseconds after which a mail that could not be sent is tried again, and how often that is done. */
const RETRY_MS = 60_000;
const MOST_TRIES = 60;
/** Mails sent in one go. */
const BATCH = 50;

export type KeyNotice = NonNullable<ApiKeyRow['notice']>;

/** A day as sentences name it, in UTC: YYYY-MM-DD. */
const dayOf = (at: Date): string => at.toISOString().slice(0, 10);

/** What the mail says. */
export function keyNoticeMail(
  {
    name,
    projectIds,
    access,
    expiresAt,
    notice,
  }: Pick<ApiKeyRow, 'name' | 'projectIds' | 'access' | 'expiresAt'> & {
    notice: Pick<KeyNotice, 'kind' | 'byName'>;
  },
  user: Pick<UserRow, 'name'>,
  publicUrl: string,
): Mail {
  const did = notice.kind === 'made' ? 'made an API key' : 'gave a new secret to an API key';
  const may = access === 'read' ? 'read' : 'read and write';
  const where = projectIds.length === 0 ? 'all projects that you may see' : 'these projects:';
  const links = projectIds.map((id) => new URL(`/projects/${id}`, publicUrl).href);
  const end = expiresAt ? `It ends on ${dayOf(expiresAt)}.` : 'It does not end by itself.';
  const paragraphs = [
    user.name === '' ? 'Hello,' : `Hello ${user.name},`,
    `${notice.byName} ${did} in your name: “${name}”. A program that has this key can ${may} as you in ${where}`,
    ...links,
    `${end} What it writes is marked “by API key”.`,
    'If you did not expect this, ask an administrator to revoke the key in Settings / Public API:',
    new URL('/settings/public-api', publicUrl).href,
  ];
  return {
    subject: `An API key in your name: ${name}`,
    text: `${paragraphs.join('\n\n')}\n`,
    html: `<div style="font-family:sans-serif;font-size:14px;line-height:1.5;color:#242424">${paragraphs.map((text) => `<p>${escapeHtml(text)}</p>`).join('')}</div>`,
  };
}

export interface KeyNoticeDeps {
  apiKeys: Pick<ApiKeyRepository, 'noticesDue' | 'takeNotice' | 'noticeDone'>;
  users: Pick<UserRepository, 'find'>;
  /** Absent where no mail server is configured. */
  mailer: Pick<Mailer, 'send'> | undefined;
  /** Origin of the product. */
  publicUrl: string;
  clock: Clock;
  log: Logger;
}

/**
 * Notices are stored with the key's own write and mailed afterwards, at least once: a process that dies between the two leaves
 * them to the next one.
 */
export function createKeyNotices({ apiKeys, users, mailer, publicUrl, clock, log }: KeyNoticeDeps) {
  async function send(row: ApiKeyRow, notice: KeyNotice, { send: mail }: Pick<Mailer, 'send'>): Promise<void> {
    const user = await users.find(row.userId);
    if (!user || user.disabled || user.email === '') return;
    await mail({ name: user.name, email: user.email }, keyNoticeMail({ ...row, notice }, user, publicUrl));
  }

  async function sendOne(id: string, by: Pick<Mailer, 'send'>): Promise<void> {
    const now = clock.now();
    // put off first, so that one process of several mails it
    const row = await apiKeys.takeNotice(id, now, new Date(now.getTime() + RETRY_MS));
    const notice = row?.notice;
    if (!row || !notice) return;
    try {
      await send(row, notice, by);
    } catch (error) {
      const givenUp = notice.tries >= MOST_TRIES;
      log[givenUp ? 'error' : 'warn'](
        { err: error, key: id, given_up: givenUp },
        'a notice of an API key was not sent',
      );
      if (!givenUp) return;
    }
    await apiKeys.noticeDone(id, notice.id);
  }

  async function sendDue(signal: AbortSignal): Promise<void> {
    if (!mailer) return;
    for (const id of await apiKeys.noticesDue(clock.now(), BATCH)) {
      if (signal.aborted) return;
      await sendOne(id, mailer);
    }
  }

  return {
    sendDue,
    sweep: createSweep({ what: 'mailing notices of API keys', everyMs: IDLE_LOOK_MS, atOnce: true, run: sendDue, log }),
  };
}

/** Whether the person is to be notified: someone else gave out a key that acts as the person. */
export const isNoticed = (
  key: { userId: string },
  author: { authorType: string },
  actor: Pick<Actor, 'sub'>,
): boolean => author.authorType === 'human' && key.userId !== actor.sub;
