import { hostname } from 'node:os';
import { createFolderStore, newId, ServiceHost, type RunningService, type ServiceModule } from '@symbio/kit';
import { DocumentServiceService } from '@symbio/proto/document';
import { JobServiceService, JobTicket } from '@symbio/proto/job';
import { createPipelineRunner } from '../pipeline/run-pipeline.js';
import { createPageReader } from '../reading/page-reader.js';
import { Attempts } from './attempts.js';
import { readConfig, type WorkerConfig } from './config.js';
import { WORK } from './kinds.js';

const NAME = 'document-worker';

/** Starts a worker: it takes the jobs that work on documents. */
export async function start(config: WorkerConfig): Promise<RunningService> {
  const host = await ServiceHost.connect({ name: NAME, config });
  const { lifecycle, log, metrics } = host;
  const blobs = createFolderStore({ dir: config.BLOB_DIR, secret: config.FILES_SECRET });
  lifecycle.onStop('close-mongo', 'blobs', () => blobs.close());
  const runner = createPipelineRunner();
  lifecycle.onStop('drain-work', 'pipeline', () => runner.close());
  const peers = {
    documents: host.client(DocumentServiceService, config.SYMBIO_DOCUMENT_ADDR),
    jobs: host.client(JobServiceService, config.SYMBIO_JOB_ADDR),
    asSelf: (signal?: AbortSignal) => host.asSelf(signal),
  };
  const attempts = new Attempts({
    tools: { peers, blobs, runner, reader: createPageReader(), metrics, log },
    workerId: `${hostname()}-${process.pid}-${newId().slice(-6)}`,
    concurrency: config.WORKER_CONCURRENCY,
    heartbeatMs: config.WORKER_HEARTBEAT_SECONDS * 1_000,
  });
  for (const [kind, work] of Object.entries(WORK)) {
    host.work({
      kind,
      concurrency: config.WORKER_CONCURRENCY,
      parse: (json) => JobTicket.fromJSON(json),
      handle: (ticket, context) => attempts.handle(ticket, work, context),
    });
  }
  return host.run();
}

export const service: ServiceModule<WorkerConfig> = { name: NAME, readConfig, start };
