import { jobStream, ServiceHost, type Clock, type RunningService, type ServiceModule } from '@symbio/kit';
import { projectAccess } from '@symbio/project-access';
import { DocumentServiceService } from '@symbio/proto/document';
import { JobServiceService } from '@symbio/proto/job';
import { ProjectServiceService } from '@symbio/proto/project';
import { readConfig, type JobConfig } from './config.js';
import { consumers } from './events.js';
import { handlers } from './handlers.js';
import { JOB_TYPES } from './job-types.js';
import { Jobs } from './jobs.js';
import { jobModels } from './model.js';
import { policies } from './policy.js';
import { JobRepository } from './repository.js';
import { Scheduler } from './scheduler.js';

/** Starts the job service. */
export async function start(config: JobConfig, options: { clock?: Clock } = {}): Promise<RunningService> {
  const host = await ServiceHost.connect({ name: 'job', config, ...options });
  // a ticket needs its queue even while no worker has ever run
  for (const type of JOB_TYPES) await host.broker.ensureStream(jobStream(type));
  const models = jobModels(host.mongo);
  const leaseMs = config.JOB_LEASE_SECONDS * 1_000;
  const jobs = new Jobs({
    repository: new JobRepository(models),
    writer: host.writer(models.jobs),
    access: projectAccess(host.client(ProjectServiceService, config.SYMBIO_PROJECT_ADDR), host.broker),
    documents: host.client(DocumentServiceService, config.SYMBIO_DOCUMENT_ADDR),
    asSelf: (signal) => host.asSelf(signal),
    queueDepths: (type) => host.broker.depths(jobStream(type).name),
    clock: host.clock,
    metrics: host.metrics,
    log: host.log,
    leaseMs,
    retryDelaysMs: config.JOB_RETRY_SECONDS.map((seconds) => seconds * 1_000),
  });
  host.serve(JobServiceService, handlers(jobs, leaseMs), policies);
  host.consume(...consumers(jobs));
  const scheduler = new Scheduler(() => jobs.sweep(), config.JOB_SWEEP_SECONDS * 1_000, host.log);
  const caretaker = new Scheduler(() => jobs.tend(), config.JOB_TEND_SECONDS * 1_000, host.log);
  host.lifecycle.onStop('stop-intake', 'scheduler', () => scheduler.stop());
  host.lifecycle.onStop('stop-intake', 'caretaker', () => caretaker.stop());
  const running = await host.run();
  scheduler.start();
  caretaker.start();
  return running;
}

export const service: ServiceModule<JobConfig> = { name: 'job', readConfig, start };
