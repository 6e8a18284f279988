import { hostname } from 'node:os';
import { hostBlobs } from '@symbio/blobs';
import { newId, type RunningService, type ServiceModule } from '@symbio/runtime';
import { ServiceHost } from '@symbio/events';
import { createOcrReader } from '@symbio/page-engine/lettering';
import { createPipelineRunner } from '@symbio/page-engine/pipeline';
import { createPageReader } from '@symbio/page-engine/reading';
import { DocumentServiceService } from '@symbio/proto/document';
import { isJobType } from '@symbio/proto/job/vocabulary';
import { JobServiceService } from '@symbio/proto/job';
import { createAttempts } from './attempts.js';
import { removeStaleScratch } from '../files/scratch.js';
import { readConfig, type WorkerConfig } from './config.js';
import { WORK } from './work-by-type.js';
import { slots } from './lanes.js';
import type { Peers } from './peers.js';
import { retryingCalls } from './retrying-calls.js';

const NAME = 'document-worker';

export async function start(config: WorkerConfig): Promise<RunningService> {
  const host = await ServiceHost.connect({ name: NAME, config });
  const { lifecycle, log, metrics } = host;
  await removeStaleScratch(log);
  const blobs = await hostBlobs(host, config);
  const runner = createPipelineRunner();
  lifecycle.onStop('drain-work', 'pipeline', () => runner.close());
  const asSelf: Peers['asSelf'] = (signal, requestId) => host.asSelf(signal, requestId);
  const jobs = host.client(JobServiceService, config.SYMBIO_JOB_ADDR);
  const peers: Peers = {
    documents: retryingCalls(host.client(DocumentServiceService, config.SYMBIO_DOCUMENT_ADDR), asSelf),
    // no retries: the next heartbeat makes up for a lost one
    jobs: { ...retryingCalls(jobs, asSelf), reportProgress: jobs.reportProgress },
    asSelf,
  };
  const attempts = createAttempts({
    tools: {
      peers,
      blobs,
      runner,
      reader: createPageReader(),
      ocr: createOcrReader({ models: config.MODELS_DIR || undefined }),
      metrics,
      log,
    },
    workerId: `${hostname()}-${process.pid}-${newId().slice(-6)}`,
    heartbeatMs: config.WORKER_HEARTBEAT_SECONDS * 1_000,
    workOf: (type) => (isJobType(type) ? WORK[type] : undefined),
  });
  host.work({ slots: slots(config), claim: attempts.claim });
  return host.run();
}

export const service: ServiceModule<WorkerConfig> = { name: NAME, readConfig, start };
