import { DatabaseHost } from '@symbio/mongo';
import { believedSecrets, hostBlobs } from '@symbio/blobs';
import { chatEndpointOf, createChatEndpoint, type ChatEndpoint } from '@symbio/language-model';
import { createSweep, type Clock, type RunningService, type ServiceModule } from '@symbio/runtime';
import { erasePeopleIn, namesIn } from '@symbio/people';
import { IdentityServiceService, userEvents } from '@symbio/proto/identity';
import { IssueServiceService } from '@symbio/proto/issue';
import { ProjectServiceService } from '@symbio/proto/project';
import { createCleanUp } from './clean-up.js';
import { commentRepository } from './comment-repository.js';
import { createComments } from './comments.js';
import { readConfig, type IssueConfig } from './config.js';
import { consumers } from './consumers.js';
import { createHandlers } from './handlers.js';
import { createIssueAccess } from './issue-access.js';
import { issueRepository } from './issue-repository.js';
import { createIssues } from './issues.js';
import { migrations } from './migrations/index.js';
import { issueModels } from './model.js';
import { commentNames, issueNames, noticeNames } from './names-of-people.js';
import { noticeRepository } from './notices/notice-repository.js';
import { createNotices } from './notices/start-notices.js';
import { createUnfollowByToken } from './notices/unfollow.js';
import { unfollowTokens } from './notices/unfollow-tokens.js';
import { policies, sightOf } from './policy.js';
import { createScreenshots, type ScreenshotDeps } from './screenshots.js';
import { createSuggest } from './suggestion/suggest.js';

/** Interval of permanent removal, in milliseconds. */
const PURGE_MS = 3_600_000;

function endpointOf(config: IssueConfig): ChatEndpoint | undefined {
  const settings = chatEndpointOf(config);
  return settings && createChatEndpoint(settings);
}

/** @param redraw re-encodes screenshots; default: in a child process */
export async function start(
  config: IssueConfig,
  clock?: Clock,
  redraw?: ScreenshotDeps['redraw'],
): Promise<RunningService> {
  const host = await DatabaseHost.connect({ name: 'issue', config, clock, serves: IssueServiceService });
  const models = issueModels(host.mongo);
  await host.migrate(migrations);
  const { clock: now, log, self } = host;
  const repository = issueRepository(models.issues, host.writer(models.issues), models.counters, now);
  const commentRows = commentRepository(models.comments, host.writer(models.comments));
  const blobs = await hostBlobs(host, config);
  const people = host.client(IdentityServiceService, config.SYMBIO_IDENTITY_ADDR);
  const tombstones = await host.tombstones();
  const access = createIssueAccess(repository, sightOf(config.ISSUE_ACCESS));
  const issues = createIssues({ repository, access, people, tombstones, clock: now, self });
  const comments = createComments({ repository: commentRows, access, people, tombstones });
  const screenshots = createScreenshots({ issues: repository, access, blobs, clock: now, redraw });
  const tokens = unfollowTokens(believedSecrets(config), now);
  const handlers = createHandlers({
    issues,
    comments,
    screenshots,
    suggest: createSuggest(endpointOf(config)),
    unfollowByToken: createUnfollowByToken({ tokens, issues: repository }),
    blobs,
  });
  host.serve(IssueServiceService, handlers, policies);
  const cleanUp = createCleanUp({ issues: repository, links: issues.links, comments: commentRows, blobs, tombstones });
  const notices = createNotices({
    config,
    repository: noticeRepository(models.notices, now),
    identity: people,
    projects: host.client(ProjectServiceService, config.SYMBIO_PROJECT_ADDR),
    asSelf: () => host.asSelf(),
    tokens,
    metrics: host.metrics,
    log,
  });
  const claims = await host.claims();
  host.consume(...consumers(cleanUp, notices && { issues: repository, record: notices.record, claims }));
  await erasePeopleIn(host, userEvents.erased, [
    namesIn(models.issues, issueNames),
    namesIn(models.comments, commentNames),
    namesIn(models.notices, noticeNames),
  ]);
  if (notices) {
    host.sweep(notices.sweep);
    host.lifecycle.onStop('close-mongo', 'mail', () => notices.mailer.close());
  }
  host.sweep(
    createSweep({
      what: 'purging deleted issues',
      everyMs: PURGE_MS,
      atOnce: true,
      run: () => issues.purge(),
      log,
    }),
  );
  return host.run();
}

export const service: ServiceModule<IssueConfig> = { name: 'issue', readConfig, start };
