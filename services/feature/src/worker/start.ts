import { ServiceHost, type RunningService, type ServiceModule } from '@symbio/kit';
import { AnnotationServiceService } from '@symbio/proto/annotation';
import { DocumentServiceService } from '@symbio/proto/document';
import { FeatureServiceService } from '@symbio/proto/feature';
import { IdentityServiceService } from '@symbio/proto/identity';
import { readConfig, type WorkerConfig } from './config.js';
import { consumers } from './consumers.js';
import { spotModel } from './model.js';
import { spotRepository } from './repository.js';
import { createSpotting } from './spotting.js';

const name = 'feature-worker';
/** Milliseconds for all calls about one page; an event is delivered again after a minute. */
const SPOTTING_MS = 45_000;

/** Starts a worker: it reads analysed pages for land uses and proposes what it finds. */
export async function start(config: WorkerConfig): Promise<RunningService> {
  const host = await ServiceHost.connect({ name, config });
  const spotting = createSpotting({
    spots: spotRepository(spotModel(host.mongo)),
    documents: host.client(DocumentServiceService, config.SYMBIO_DOCUMENT_ADDR),
    annotations: host.client(AnnotationServiceService, config.SYMBIO_ANNOTATION_ADDR),
    mentions: host.client(FeatureServiceService, config.SYMBIO_FEATURE_ADDR),
    identity: host.client(IdentityServiceService, config.SYMBIO_IDENTITY_ADDR),
    asSelf: () => host.asSelf(AbortSignal.timeout(SPOTTING_MS)),
    clock: host.clock,
    log: host.log,
  });
  host.consume(...consumers(spotting));
  return host.run();
}

/** The worker as a process. */
export const service: ServiceModule<WorkerConfig> = { name, readConfig, start };
