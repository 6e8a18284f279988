import { ServiceHost, type HostOptions, type RunningService, type ServiceModule } from '@symbio/kit';
import { authorship, projectAccess } from '@symbio/project-access';
import { AnnotationServiceService } from '@symbio/proto/annotation';
import { DocumentServiceService } from '@symbio/proto/document';
import { FeatureServiceService } from '@symbio/proto/feature';
import { IdentityServiceService } from '@symbio/proto/identity';
import { ProjectServiceService } from '@symbio/proto/project';
import { readConfig, type FeatureConfig } from './config.js';
import { consumers } from './events.js';
import { createFeatures } from './features.js';
import { createHandlers } from './handlers.js';
import { createMentions } from './mentions.js';
import { featureModel, mentionModel } from './model.js';
import { policies } from './policy.js';
import { featureRepository, mentionRepository } from './repository.js';
import { spotModel } from './spotting/model.js';
import { spotRepository } from './spotting/repository.js';
import { createSpotting } from './spotting/spotting.js';

const name = 'feature';
/** Milliseconds for all calls about one page; an event is delivered again after a minute. */
const SPOTTING_MS = 45_000;

/** Starts the feature service. `options` is for tests. */
export async function start(config: FeatureConfig, options: Pick<HostOptions, 'clock'> = {}): Promise<RunningService> {
  const host = await ServiceHost.connect({ name, config, ...options });
  const featureRows = featureModel(host.mongo);
  const mentionRows = mentionModel(host.mongo);
  const featuresRepository = featureRepository(featureRows, host.writer(featureRows));
  const identity = host.client(IdentityServiceService, config.SYMBIO_IDENTITY_ADDR);
  const annotations = host.client(AnnotationServiceService, config.SYMBIO_ANNOTATION_ADDR);
  const shared = {
    features: featuresRepository,
    access: projectAccess(host.client(ProjectServiceService, config.SYMBIO_PROJECT_ADDR), host.broker),
    authors: authorship(identity),
    gone: await host.gone(),
    self: host.self,
  };
  const mentions = createMentions({
    ...shared,
    mentions: mentionRepository(mentionRows, host.writer(mentionRows)),
    annotations,
    clock: host.clock,
  });
  const features = createFeatures({
    ...shared,
    detachMentions: (featureId) => mentions.detachFrom(featureId),
    moveMentions: (from, to, actor) => mentions.moveAll(from, to, actor),
  });
  host.serve(FeatureServiceService, createHandlers(features, mentions), policies);
  const spotting = createSpotting({
    spots: spotRepository(spotModel(host.mongo)),
    documents: host.client(DocumentServiceService, config.SYMBIO_DOCUMENT_ADDR),
    annotations,
    identity,
    mentions,
    asSelf: async () => {
      const signal = AbortSignal.timeout(SPOTTING_MS);
      const deadline = new Date(Date.now() + SPOTTING_MS);
      return { ...(await host.asSelf(signal)), actor: host.self, signal, deadline, log: host.log };
    },
    clock: host.clock,
    log: host.log,
  });
  host.consume(...consumers(features, mentions, spotting));
  return host.run();
}

/** The feature service as a process. */
export const service: ServiceModule<FeatureConfig> = { name, readConfig, start: (config) => start(config) };
