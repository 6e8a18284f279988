/** Mails people when someone else creates an API key in their name or rotates its secret. */
import type { Actor, Clock, Logger } from '@symbio/runtime';
import { createMailSweep, escapeHtml, type Mail, type MailSweep, type Mailer } from '@symbio/mail';
import type { ApiKeyRow, UserRow } from './model.js';
import type { ApiKeyRepository, UserRepository } from './repository.js';

export type KeyNotice = NonNullable<ApiKeyRow['notice']>;
type KeyWithNotice = ApiKeyRow & { notice: KeyNotice };

/** A UTC day for messages: YYYY-MM-DD. */
const dayOf = (at: Date): string => at.toISOString().slice(0, 10);

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
  const action = notice.kind === 'made' ? 'made an API key' : 'gave a new secret to an API key';
  const permission = access === 'read' ? 'read' : 'read and write';
  const where = projectIds.length === 0 ? 'all projects that you may see' : 'these projects:';
  const links = projectIds.map((id) => new URL(`/projects/${id}`, publicUrl).href);
  const end = expiresAt ? `It ends on ${dayOf(expiresAt)}.` : 'It does not end by itself.';
  const paragraphs = [
    user.name === '' ? 'Hello,' : `Hello ${user.name},`,
    `${notice.byName} ${action} in your name: “${name}”. A program that has this key can ${permission} as you in ${where}`,
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
  apiKeys: Pick<ApiKeyRepository, 'noticesDue' | 'claimNotice' | 'noticeDone'>;
  users: Pick<UserRepository, 'find'>;
  /** Absent without a configured mail server. */
  mailer: Pick<Mailer, 'send'> | undefined;
  publicUrl: string;
  clock: Clock;
  log: Logger;
}

/**
 * Notices are stored in the key's own write and mailed afterwards, at least once: after a crash another process sends
 * them.
 */
export function createKeyNotices({ apiKeys, users, mailer, publicUrl, clock, log }: KeyNoticeDeps): MailSweep {
  return createMailSweep<KeyWithNotice>({
    what: 'mailing notices of API keys',
    mails: {
      due: (now, limit) => apiKeys.noticesDue(now, limit),
      async claim(id, now, until) {
        const row = await apiKeys.claimNotice(id, now, until);
        return row?.notice && { ...row, notice: row.notice };
      },
      done: (id, { notice }) => apiKeys.noticeDone(id, notice.id),
    },
    triesOf: ({ notice }) => notice.tries,
    async send(row, send) {
      const user = await users.find(row.userId);
      if (!user || user.disabled || user.email === '') return;
      await send({ name: user.name, email: user.email }, keyNoticeMail(row, user, publicUrl));
    },
    mailer,
    clock,
    log,
  });
}

/** Whether to notify the person: someone else issued a key that acts as them. */
export const isNoticed = (
  key: { userId: string },
  author: { authorType: string },
  actor: Pick<Actor, 'sub'>,
): boolean => author.authorType === 'human' && key.userId !== actor.sub;
