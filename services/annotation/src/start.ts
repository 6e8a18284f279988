import { DatabaseHost, type DatabaseHostOptions } from '@symbio/mongo';
import { erasePeopleIn, namesIn } from '@symbio/people';
import { unlessNotFound, type RunningService, type ServiceModule } from '@symbio/runtime';
import { authorship, isMissing, onceErased, projectAccess, projectErased, type IsErased } from '@symbio/project-access';
import { AnnotationServiceService } from '@symbio/proto/annotation';
import { DocumentServiceService } from '@symbio/proto/document';
import { IdentityServiceService, userEvents } from '@symbio/proto/identity';
import { ProjectServiceService } from '@symbio/proto/project';
import { createAnnotations } from './annotations/annotations.js';
import { createCopySample } from './annotations/copy-sample.js';
import { blindRepository } from './blind/blind-repository.js';
import { createBlindSamples } from './blind/blind-samples.js';
import { createBlindSheets } from './blind/blind-sheets.js';
import { blindSampleModel, blindSheetModel } from './blind/model.js';
import { readConfig, type AnnotationConfig } from './config.js';
import { consumers, type ErasureChecks } from './consumers.js';
import { createHandlers } from './handlers.js';
import { migrations } from './migrations/index.js';
import { annotationModel, runModel } from './model.js';
import { annotationNames, blindNames, reviewRuleNames, runNames } from './names-of-people.js';
import { policies } from './policy.js';
import { annotationRepository } from './repository.js';
import { reviewRuleModel } from './review-rules/model.js';
import { reviewRuleRepository } from './review-rules/review-rule-repository.js';
import { createReviewRules } from './review-rules/review-rules.js';
import { createReviews } from './reviews/reviews.js';
import { runRepository } from './runs/run-repository.js';
import { createRuns } from './runs/runs.js';
import { createRunActions } from './runs/run-actions.js';
import { scorecardRepository } from './scorecards/scorecard-repository.js';
import { createScorecards } from './scorecards/scorecards.js';

const name = 'annotation';

export async function start(
  config: AnnotationConfig,
  options: Pick<DatabaseHostOptions, 'clock'> = {},
): Promise<RunningService> {
  const host = await DatabaseHost.connect({ name, config, serves: AnnotationServiceService, ...options });
  const model = annotationModel(host.mongo);
  const runsModel = runModel(host.mongo);
  const rulesModel = reviewRuleModel(host.mongo);
  const samplesModel = blindSampleModel(host.mongo);
  const sheetsModel = blindSheetModel(host.mongo);
  await host.migrate(migrations);
  const projects = host.client(ProjectServiceService, config.SYMBIO_PROJECT_ADDR);
  const base = {
    repository: annotationRepository(model, host.writer(model)),
    runs: runRepository(runsModel, host.writer(runsModel)),
    access: projectAccess(projects, host.broker),
    clock: host.clock,
    self: host.self,
    authors: authorship(host.client(IdentityServiceService, config.SYMBIO_IDENTITY_ADDR)),
    documents: host.client(DocumentServiceService, config.SYMBIO_DOCUMENT_ADDR),
    tombstones: await host.tombstones(),
  };
  const blind = blindRepository(
    { model: samplesModel, writer: host.writer(samplesModel) },
    { model: sheetsModel, writer: host.writer(sheetsModel) },
    model,
  );
  const blindSheets = createBlindSheets({ ...base, blind });
  const shared = { ...base, blind: blindSheets };
  const reviews = createReviews(shared);
  const rules = {
    annotations: createAnnotations(shared),
    reviews,
    runs: createRuns(shared),
    runActions: createRunActions({ ...shared, reviews }),
    reviewRules: createReviewRules({
      ...shared,
      reviewRules: reviewRuleRepository(rulesModel, host.writer(rulesModel), model),
    }),
    scorecards: createScorecards({ ...shared, scores: scorecardRepository(model, sheetsModel) }),
    blindSheets,
    blindSamples: createBlindSamples({ blind, sheets: blindSheets, access: shared.access }),
  };
  host.serve(AnnotationServiceService, createHandlers(rules), policies);
  const { documents } = shared;
  const checked = (isErased: IsErased) => (remove: (id: string) => Promise<void>) =>
    onceErased(isErased, host.log, remove);
  const once: ErasureChecks = {
    page: checked(async (id) => isMissing(documents.getPage({ id }, await host.asSelf()))),
    document: checked(async (id) => isMissing(documents.getDocument({ id }, await host.asSelf()))),
    project: checked(projectErased(projects, () => host.asSelf())),
  };
  const pictureSize = async (id: string) => {
    const page = (await unlessNotFound(documents.getPage({ id }, await host.asSelf())))?.page;
    return page?.status === 'ready' ? { width: page.width, height: page.height } : undefined;
  };
  const copying = { projects, asSelf: () => host.asSelf(), copy: createCopySample(shared) };
  host.consume(...consumers({ ...rules, once, pictureSize, copying }));
  await erasePeopleIn(host, userEvents.erased, [
    namesIn(model, annotationNames),
    namesIn(runsModel, runNames),
    namesIn(rulesModel, reviewRuleNames),
    namesIn(samplesModel, blindNames),
    namesIn(sheetsModel, blindNames),
  ]);
  return host.run();
}

export const service: ServiceModule<AnnotationConfig> = { name, readConfig, start: (config) => start(config) };
