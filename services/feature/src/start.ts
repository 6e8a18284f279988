import { DatabaseHost, type DatabaseHostOptions } from '@symbio/mongo';
import { erasePeopleIn, namesIn } from '@symbio/people';
import type { RunningService, ServiceModule } from '@symbio/runtime';
import { authorship, onceErased, projectAccess, projectErased } from '@symbio/project-access';
import { AnnotationServiceService } from '@symbio/proto/annotation';
import { FeatureServiceService } from '@symbio/proto/feature';
import { IdentityServiceService, userEvents } from '@symbio/proto/identity';
import { ProjectServiceService } from '@symbio/proto/project';
import { cleanupSweep } from './cleanup-sweep.js';
import { assignmentModel, commentModel } from './comments/model.js';
import { assignmentRepository, commentRepository, hiddenWithSubject } from './comments/repository.js';
import { determinationModel, proposalModel } from './determinations/model.js';
import { determinationRepository, judgmentsOfFeatures, proposalRepository } from './determinations/repository.js';
import { readConfig, type FeatureConfig } from './config.js';
import { consumers } from './consumers.js';
import { createHandlers } from './handlers.js';
import { migrations } from './migrations/index.js';
import { featureModel, mentionModel } from './model.js';
import { assignmentNames, commentNames, determinationNames, proposalNames } from './names-of-people.js';
import { policies } from './policy.js';
import { featureRepository, mentionRepository } from './repository.js';
import { createRules } from './rules.js';

const name = 'feature';

export async function start(
  config: FeatureConfig,
  options: Pick<DatabaseHostOptions, 'clock'> = {},
): Promise<RunningService> {
  const host = await DatabaseHost.connect({ name, config, serves: FeatureServiceService, ...options });
  const featureRows = featureModel(host.mongo);
  const mentionRows = mentionModel(host.mongo);
  const commentRows = commentModel(host.mongo);
  const assignmentRows = assignmentModel(host.mongo);
  const determinationRows = determinationModel(host.mongo);
  const proposalRows = proposalModel(host.mongo);
  const identity = host.client(IdentityServiceService, config.SYMBIO_IDENTITY_ADDR);
  const projects = host.client(ProjectServiceService, config.SYMBIO_PROJECT_ADDR);
  const rules = createRules({
    features: featureRepository(featureRows, host.writer(featureRows)),
    mentions: mentionRepository(mentionRows, host.writer(mentionRows)),
    comments: commentRepository(commentRows, host.writer(commentRows)),
    assignments: assignmentRepository(assignmentRows, host.writer(assignmentRows)),
    hidden: hiddenWithSubject(commentRows, assignmentRows),
    determinations: determinationRepository(determinationRows, host.writer(determinationRows)),
    proposals: proposalRepository(proposalRows, host.writer(proposalRows)),
    judgments: judgmentsOfFeatures(determinationRows, proposalRows),
    projects,
    access: projectAccess(projects, host.broker),
    authors: authorship(identity),
    annotations: host.client(AnnotationServiceService, config.SYMBIO_ANNOTATION_ADDR),
    tombstones: await host.tombstones(),
    clock: host.clock,
    self: host.self,
  });
  await host.migrate(migrations((signal) => rules.mentions.removeOrphans(signal)));
  host.serve(FeatureServiceService, createHandlers(rules), policies);
  const isErased = projectErased(projects, () => host.asSelf());
  const copying = { projects, asSelf: () => host.asSelf(), copy: rules.copySample };
  host.consume(...consumers(rules, (remove) => onceErased(isErased, host.log, remove), copying));
  await erasePeopleIn(host, userEvents.erased, [
    namesIn(commentRows, commentNames),
    namesIn(assignmentRows, assignmentNames),
    namesIn(determinationRows, determinationNames),
    namesIn(proposalRows, proposalNames),
  ]);
  host.sweep(cleanupSweep(rules, host.log));
  return host.run();
}

export const service: ServiceModule<FeatureConfig> = { name, readConfig, start: (config) => start(config) };
