import { beginAtZero, createSweep, type Clock, type RunningService, type ServiceModule } from '@symbio/runtime';
import { erasePeopleIn, namesIn } from '@symbio/people';
import { JOBS_STREAM } from '@symbio/events';
import { DatabaseHost } from '@symbio/mongo';
import { onceErased, projectAccess, projectErased, removedProjects } from '@symbio/project-access';
import { userEvents } from '@symbio/proto/identity';
import { JobServiceService } from '@symbio/proto/job';
import { JOB_TYPES } from '@symbio/proto/job/vocabulary';
import { ProjectServiceService } from '@symbio/proto/project';
import { FORMER_JOB_STREAMS } from '@symbio/proto/publishing';
import { readConfig, type JobConfig } from './config.js';
import { consumers } from './consumers.js';
import { createHandlers } from './handlers.js';
import { createJobs } from './jobs.js';
import { migrations } from './migrations/index.js';
import { jobModels } from './model.js';
import { logNames } from './names-of-people.js';
import { policies } from './policy.js';
import { jobRepository } from './repository.js';

export async function start(config: JobConfig, options: { clock?: Clock } = {}): Promise<RunningService> {
  const host = await DatabaseHost.connect({ name: 'job', config, serves: JobServiceService, ...options });
  // messages need their stream even before any worker has run
  await host.prepared(async () => {
    await host.broker.ensureStream(JOBS_STREAM);
    for (const former of FORMER_JOB_STREAMS) await host.broker.deleteStream(former);
  });
  const kinds = JOB_TYPES.map((kind) => ({ kind }));
  beginAtZero(host.metrics.jobsGivenUp, kinds);
  beginAtZero(host.metrics.jobWait, kinds);
  const models = jobModels(host.mongo);
  await host.migrate(migrations);
  const repository = jobRepository(models);
  const leaseMs = config.JOB_LEASE_SECONDS * 1_000;
  const projects = host.client(ProjectServiceService, config.SYMBIO_PROJECT_ADDR);
  const jobs = createJobs({
    repository,
    writer: host.writer(models.jobs),
    tombstones: await host.tombstones(),
    access: projectAccess(projects, host.broker),
    pausedProjects: removedProjects(projects, host.broker, () => host.asSelf()),
    clock: host.clock,
    metrics: host.metrics,
    log: host.log,
    self: host.self,
    leaseMs,
    retryDelaysMs: config.JOB_RETRY_SECONDS.map((seconds) => seconds * 1_000),
    maxBlockedMs: config.JOB_PATIENCE_HOURS * 3_600_000,
  });
  host.serve(JobServiceService, createHandlers(jobs, leaseMs), policies);
  const isErased = projectErased(projects, () => host.asSelf());
  host.consume(...consumers(jobs, (remove) => onceErased(isErased, host.log, remove)));
  await erasePeopleIn(host, userEvents.erased, [namesIn(models.logs, logNames)]);
  const { log } = host;
  host.sweep(
    createSweep({ what: 'sweeping jobs', everyMs: config.JOB_SWEEP_SECONDS * 1_000, run: () => jobs.sweep(), log }),
  );
  return host.run();
}

export const service: ServiceModule<JobConfig> = { name: 'job', readConfig, start };
