import { ServiceHost, type HostOptions, type RunningService, type ServiceModule } from '@symbio/kit';
import { authorship, projectAccess } from '@symbio/project-access';
import { AnnotationServiceService } from '@symbio/proto/annotation';
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

const name = 'feature';

/** Starts the feature service. `options` is for tests. */
export async function start(config: FeatureConfig, options: Pick<HostOptions, 'clock'> = {}): Promise<RunningService> {
  const host = await ServiceHost.connect({ name, config, ...options });
  const featureRows = featureModel(host.mongo);
  const mentionRows = mentionModel(host.mongo);
  const featuresRepository = featureRepository(featureRows, host.writer(featureRows));
  const shared = {
    features: featuresRepository,
    access: projectAccess(host.client(ProjectServiceService, config.SYMBIO_PROJECT_ADDR), host.broker),
    authors: authorship(host.client(IdentityServiceService, config.SYMBIO_IDENTITY_ADDR)),
    gone: await host.gone(),
    self: host.self,
  };
  const mentions = createMentions({
    ...shared,
    mentions: mentionRepository(mentionRows, host.writer(mentionRows)),
    annotations: host.client(AnnotationServiceService, config.SYMBIO_ANNOTATION_ADDR),
    clock: host.clock,
  });
  const features = createFeatures({
    ...shared,
    detachMentions: (featureId) => mentions.detachFrom(featureId),
    moveMentions: (from, to, actor) => mentions.moveAll(from, to, actor),
  });
  host.serve(FeatureServiceService, createHandlers(features, mentions), policies);
  host.consume(...consumers(features, mentions));
  return host.run();
}

/** The feature service as a process. */
export const service: ServiceModule<FeatureConfig> = { name, readConfig, start: (config) => start(config) };
