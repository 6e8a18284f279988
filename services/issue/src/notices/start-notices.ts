import { beginAtZero, createSweep, type Logger, type Metrics, type Sweep } from '@symbio/runtime';
import type { CallParent, Client } from '@symbio/rpc';
import { createMailer, type Mailer } from '@symbio/mail';
import type { IdentityServiceService } from '@symbio/proto/identity';
import type { ProjectServiceService } from '@symbio/proto/project';
import { isProjectRole } from '@symbio/proto/project/vocabulary';
import type { IssueConfig } from '../config.js';
import type { NoticeRepository } from './notice-repository.js';
import { recordNotices } from './recording.js';
import { sendDue } from './sending.js';
import type { UnfollowTokens } from './unfollow-tokens.js';

/** Interval of sending due mail, in milliseconds. */
const SEND_MS = 5_000;

export interface NoticesOptions {
  config: Pick<IssueConfig, 'SMTP_URL' | 'MAIL_FROM' | 'PUBLIC_URL' | 'NOTICE_DELAY_SECONDS' | 'ISSUE_ACCESS'>;
  repository: NoticeRepository;
  identity: Pick<Client<typeof IdentityServiceService>, 'getMailAddresses'>;
  projects: Pick<Client<typeof ProjectServiceService>, 'checkAccessOf'>;
  asSelf: () => Promise<CallParent>;
  tokens: Pick<UnfollowTokens, 'make'>;
  metrics: Metrics;
  log: Logger;
}

export interface Notices {
  record: ReturnType<typeof recordNotices>;
  sweep: Sweep;
  mailer: Pick<Mailer, 'close'>;
}

/** undefined without a mail server: then no notices are stored. */
export function createNotices(options: NoticesOptions): Notices | undefined {
  const { config, repository, identity, projects, asSelf, tokens, metrics, log } = options;
  if (config.SMTP_URL === '') {
    log.info('SMTP_URL is not set: mail about issues is disabled');
    return undefined;
  }
  beginAtZero(metrics.mails, [{ outcome: 'sent' }, { outcome: 'failed' }, { outcome: 'given_up' }]);
  const mailer = createMailer({ smtpUrl: config.SMTP_URL, from: config.MAIL_FROM });
  const origin = config.PUBLIC_URL.replace(/\/+$/, '');
  const run = sendDue({
    repository,
    addressesOf: async (ids) => (await identity.getMailAddresses({ ids }, await asSelf())).addresses,
    readableOf: async ({ userId, role, organizationId }, projectIds) => {
      const reader = { userId, role, organizationId, limits: [] };
      const { roles } = await projects.checkAccessOf({ ...reader, projectIds }, await asSelf());
      return new Set(projectIds.filter((id) => isProjectRole(roles[id] ?? '')));
    },
    send: (to, mail, oneClick) => mailer.send(to, mail, oneClick),
    linksFor: (userId) => {
      const token = (issueId: string): string => tokens.make({ userId, issueId });
      return {
        issue: (key) => `${origin}/issues/${key}`,
        page: (path) => `${origin}${path}`,
        unfollow: (issueId) => `${origin}/unfollow?token=${token(issueId)}`,
        oneClick: (issueId) => `${origin}/api/issue-unfollow?token=${token(issueId)}`,
      };
    },
    issueAccess: config.ISSUE_ACCESS,
    metrics,
    log,
  });
  return {
    record: recordNotices(repository, config.NOTICE_DELAY_SECONDS * 1_000),
    sweep: createSweep({ what: 'sending mail about issues', everyMs: SEND_MS, run, log }),
    mailer,
  };
}
