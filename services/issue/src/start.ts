import { ServiceHost, createFolderStore, type Clock, type RunningService, type ServiceModule } from '@symbio/kit';
import { IdentityServiceService } from '@symbio/proto/identity';
import { IssueServiceService } from '@symbio/proto/issue';
import { createComments } from './comments.js';
import { readConfig, type IssueConfig } from './config.js';
import { consumers } from './events.js';
import { createHandlers } from './handlers.js';
import { createIssues } from './issues.js';
import { issueModels } from './model.js';
import { policies } from './policy.js';
import { issueRepository } from './repository.js';
import { createScreenshots } from './screenshots.js';

/** Starts the service; tests hand in a clock. */
export async function start(config: IssueConfig, clock?: Clock): Promise<RunningService> {
  const host = await ServiceHost.connect({ name: 'issue', config, clock });
  const models = issueModels(host.mongo);
  const repo = issueRepository(models, { issues: host.writer(models.issues), comments: host.writer(models.comments) });
  const blobs = createFolderStore({
    dir: config.BLOB_DIR,
    secret: config.FILES_SECRET,
    publicUrl: config.FILES_PUBLIC_URL,
    clock: host.clock,
  });
  host.lifecycle.onStop('close-mongo', 'blobs', () => blobs.close());
  const people = host.client(IdentityServiceService, config.SYMBIO_IDENTITY_ADDR);
  const screenshots = createScreenshots({ repo, blobs, clock: host.clock });
  const handlers = createHandlers({
    issues: createIssues({ repo, people }),
    comments: createComments({ repo, people }),
    screenshots,
    blobs,
  });
  host.serve(IssueServiceService, handlers, policies);
  host.consume(...consumers((issueId) => screenshots.cleanUp(issueId)));
  return host.run();
}

export const service: ServiceModule<IssueConfig> = { name: 'issue', readConfig, start };
