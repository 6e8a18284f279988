import { ServiceHost, type Clock, type RunningService, type ServiceModule } from '@symbio/kit';
import { IdentityServiceService } from '@symbio/proto/identity';
import { ProjectServiceService } from '@symbio/proto/project';
import { createAccess } from './access.js';
import { readConfig, type ProjectConfig } from './config.js';
import { consumers } from './events.js';
import { createHandlers } from './handlers.js';
import { createMembers } from './members.js';
import { projectModels } from './model.js';
import { policies } from './policy.js';
import { createProgress } from './progress.js';
import { createProjects } from './projects.js';
import { projectRepository } from './repository.js';
import { createSiteVisits } from './site-visits.js';

/** Starts the service; tests hand in a clock. */
export async function start(config: ProjectConfig, clock?: Clock): Promise<RunningService> {
  const host = await ServiceHost.connect({ name: 'project', config, clock });
  const models = projectModels(host.mongo);
  const repo = projectRepository(models, {
    projects: host.writer(models.projects),
    members: host.writer(models.members),
    siteVisits: host.writer(models.siteVisits),
  });
  const people = host.client(IdentityServiceService, config.SYMBIO_IDENTITY_ADDR);
  const access = createAccess(repo);
  const handlers = createHandlers({
    access,
    projects: createProjects({ repo, access, clock: host.clock }),
    members: createMembers({ repo, access, people }),
    siteVisits: createSiteVisits({ repo, access, people }),
  });
  host.serve(ProjectServiceService, handlers, policies);
  const progress = createProgress(repo, host.log);
  host.consume(...consumers(progress, (projectId) => repo.removeBelongings(projectId)));
  host.lifecycle.onStop('drain-work', 'progress', () => progress.stop());
  await progress.start();
  return host.run();
}

export const service: ServiceModule<ProjectConfig> = { name: 'project', readConfig, start };
