import { DatabaseHost } from '@symbio/mongo';
import { unlessNotFound, type RunningService, type ServiceModule } from '@symbio/runtime';
import { isMissing, onceErased, projectErased, type IsErased } from '@symbio/project-access';
import { AnnotationServiceService } from '@symbio/proto/annotation';
import { DocumentServiceService } from '@symbio/proto/document';
import { FeatureServiceService } from '@symbio/proto/feature';
import { IdentityServiceService } from '@symbio/proto/identity';
import { ProjectServiceService } from '@symbio/proto/project';
import { readConfig, type WorkerConfig } from './config.js';
import { consumers, type ErasureChecks } from './consumers.js';
import { spotModel } from './model.js';
import { spotRepository } from './repository.js';
import { createListingPages } from './listing-pages.js';
import { createProposer } from './proposer.js';
import { createSpotting } from './spotting.js';

const name = 'feature-worker';
/** Milliseconds for all calls about one page; an event is redelivered after a minute. */
const SPOTTING_MS = 45_000;

export async function start(config: WorkerConfig): Promise<RunningService> {
  const host = await DatabaseHost.connect({ name, config });
  const spots = spotRepository(spotModel(host.mongo));
  const projects = host.client(ProjectServiceService, config.SYMBIO_PROJECT_ADDR);
  const documents = host.client(DocumentServiceService, config.SYMBIO_DOCUMENT_ADDR);
  const proposer = createProposer({
    spots,
    annotations: host.client(AnnotationServiceService, config.SYMBIO_ANNOTATION_ADDR),
    mentions: host.client(FeatureServiceService, config.SYMBIO_FEATURE_ADDR),
    identity: host.client(IdentityServiceService, config.SYMBIO_IDENTITY_ADDR),
    log: host.log,
  });
  const asSelf = () => host.asSelf(AbortSignal.timeout(SPOTTING_MS));
  const isStopping = () => host.lifecycle.stopping;
  const parts = { spots, documents, proposer, asSelf, isStopping, clock: host.clock };
  const pagesOf = async (documentId: string) =>
    (await unlessNotFound(documents.listPages({ documentId }, await asSelf())))?.pages ?? [];
  const checked = (isErased: IsErased) => (remove: (id: string) => Promise<void>) =>
    onceErased(isErased, host.log, remove);
  const once: ErasureChecks = {
    page: checked(async (id) => isMissing(documents.getPage({ id }, await asSelf()))),
    document: checked(async (id) => isMissing(documents.getDocument({ id }, await asSelf()))),
    project: checked(projectErased(projects, asSelf)),
  };
  const [spotting, listings] = [createSpotting(parts), createListingPages(parts)];
  host.consume(...consumers({ spots, spotting, listings, once, pagesOf, copying: { projects, asSelf } }));
  return host.run();
}

export const service: ServiceModule<WorkerConfig> = { name, readConfig, start };
