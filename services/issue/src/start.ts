import { ServiceHost, createFolderStore, type Clock, type RunningService, type ServiceModule } from '@symbio/kit';
import { IdentityServiceService } from '@symbio/proto/identity';
import { IssueServiceService } from '@symbio/proto/issue';
import { createCleanUp } from './clean-up.js';
import { createComments } from './comments.js';
import { readConfig, type IssueConfig } from './config.js';
import { consumers } from './consumers.js';
import { createHandlers } from './handlers.js';
import { createIssues } from './issues.js';
import { issueModels } from './model.js';
import { policies } from './policy.js';
import { commentRepository, issueRepository } from './repository.js';
import { createScreenshots } from './screenshots.js';

/** Starts the service; tests hand in a clock. */
export async function start(config: IssueConfig, clock?: Clock): Promise<RunningService> {
  const host = await ServiceHost.connect({ name: 'issue', config, clock });
  const models = issueModels(host.mongo);
  const issues = issueRepository(models.issues, host.writer(models.issues));
  const comments = commentRepository(models.comments, host.writer(models.comments));
  const blobs = createFolderStore({
    dir: config.BLOB_DIR,
    secret: config.FILES_SECRET,
    publicUrl: config.FILES_PUBLIC_URL,
    clock: host.clock,
  });
  host.lifecycle.onStop('close-mongo', 'blobs', () => blobs.close());
  const people = host.client(IdentityServiceService, config.SYMBIO_IDENTITY_ADDR);
  const tombstones = await host.tombstones();
  const handlers = createHandlers({
    issues: createIssues({ repository: issues, people, tombstones }),
    comments: createComments({ repository: comments, issues, people, tombstones }),
    screenshots: createScreenshots({ issues, blobs, clock: host.clock }),
    blobs,
  });
  host.serve(IssueServiceService, handlers, policies);
  host.consume(...consumers(createCleanUp({ issues, comments, blobs, tombstones, self: host.self })));
  return host.run();
}

export const service: ServiceModule<IssueConfig> = { name: 'issue', readConfig, start };
