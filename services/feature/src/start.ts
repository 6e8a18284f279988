import { DatabaseHost, type DatabaseHostOptions } from '@symbio/mongo';
import type { RunningService, ServiceModule } from '@symbio/runtime';
import { authorship, onceErased, projectAccess, projectErased } from '@symbio/project-access';
import { AnnotationServiceService } from '@symbio/proto/annotation';
import { FeatureServiceService } from '@symbio/proto/feature';
import { IdentityServiceService } from '@symbio/proto/identity';
import { ProjectServiceService } from '@symbio/proto/project';
import { createAssociate } from './associate.js';
import { readConfig, type FeatureConfig } from './config.js';
import { consumers } from './consumers.js';
import { createFeatures } from './features.js';
import { createHandlers } from './handlers.js';
import { createMentions } from './mentions.js';
import { featureModel, mentionModel } from './model.js';
import { policies } from './policy.js';
import { orphanSweep } from './orphan-sweep.js';
import { createRunUndoing } from './undo-run.js';
import { featureRepository, mentionRepository } from './repository.js';

const name = 'feature';

export async function start(
  config: FeatureConfig,
  options: Pick<DatabaseHostOptions, 'clock'> = {},
): Promise<RunningService> {
  const host = await DatabaseHost.connect({ name, config, serves: FeatureServiceService, ...options });
  const featureRows = featureModel(host.mongo);
  const mentionRows = mentionModel(host.mongo);
  const featuresRepository = featureRepository(featureRows, host.writer(featureRows));
  const identity = host.client(IdentityServiceService, config.SYMBIO_IDENTITY_ADDR);
  const annotations = host.client(AnnotationServiceService, config.SYMBIO_ANNOTATION_ADDR);
  const projects = host.client(ProjectServiceService, config.SYMBIO_PROJECT_ADDR);
  const shared = {
    features: featuresRepository,
    access: projectAccess(projects, host.broker),
    authors: authorship(identity),
    annotations,
    tombstones: await host.tombstones(),
    clock: host.clock,
    self: host.self,
  };
  const mentionsRepository = mentionRepository(mentionRows, host.writer(mentionRows));
  const mentionDeps = { ...shared, mentions: mentionsRepository };
  const mentions = createMentions(mentionDeps);
  const featureDeps = {
    ...shared,
    mentionAuthors: mentionsRepository.authorsOf,
    detachMentions: (featureId: string) => mentions.detachFrom(featureId),
    moveMentions: mentions.moveAll,
    returnMentions: mentions.moveAllBack,
  };
  const features = createFeatures(featureDeps);
  const associate = createAssociate({ ...mentionDeps, ...featureDeps }, features, mentions);
  const runs = createRunUndoing(mentionDeps, featureDeps);
  host.serve(FeatureServiceService, createHandlers(features, mentions, associate, runs), policies);
  const isErased = projectErased(projects, () => host.asSelf());
  host.consume(...consumers(features, mentions, runs, (remove) => onceErased(isErased, host.log, remove)));
  host.sweep(orphanSweep(mentions, features, host.log));
  return host.run();
}

export const service: ServiceModule<FeatureConfig> = { name, readConfig, start: (config) => start(config) };
