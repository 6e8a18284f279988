import { hostBlobs } from '@symbio/blobs';
import { DatabaseHost } from '@symbio/mongo';
import { erasePeopleIn, namesIn } from '@symbio/people';
import { onceErased, projectAccess, projectErased } from '@symbio/project-access';
import { DocumentServiceService } from '@symbio/proto/document';
import { FeatureServiceService } from '@symbio/proto/feature';
import { userEvents } from '@symbio/proto/identity';
import { ProjectServiceService } from '@symbio/proto/project';
import { RecordsServiceService } from '@symbio/proto/records';
import {
  createSweep,
  IDLE_LOOK_MS,
  UPLOAD_DRAIN_MS,
  UPLOAD_LAST_RESORT_MS,
  type Clock,
  type RunningService,
  type ServiceModule,
} from '@symbio/runtime';
import { readConfig, type RecordsConfig } from './config.js';
import { consumers } from './consumers.js';
import { createDistances } from './distances.js';
import { createDataSets } from './data-sets.js';
import { createDispositions } from './decisions/dispositions.js';
import { createRecordFeatures } from './decisions/features.js';
import { createKnownHits } from './decisions/known-hits.js';
import { createPlaces } from './decisions/places.js';
import { createProposals } from './decisions/proposals.js';
import { decisionRepository } from './decisions/repository.js';
import { createRules } from './decisions/rules.js';
import { createHitWriter } from './decisions/write-hit.js';
import { createHandlers } from './handlers.js';
import { createImporter } from './importing.js';
import { createListUploads, PARTS_SWEEP_MS } from './list-uploads.js';
import { recordsModels } from './model.js';
import {
  dataSetNames,
  decidedHitNames,
  distanceNames,
  proposalNames,
  radiusReportNames,
  requestNames,
  ruleNames,
  searchNames,
  versionNames,
} from './names-of-people.js';
import { createOriginalRows } from './original-rows.js';
import { policies } from './policy.js';
import { createReportPlacing } from './radius/place-reports.js';
import { createProjectHits } from './radius/project-hits.js';
import { createRadiusReports } from './radius/reports.js';
import { radiusRepository } from './radius/repository.js';
import { recordsRepository } from './repository.js';
import { requestRepository } from './requests/repository.js';
import { createAgencyRequests } from './requests/requests.js';
import { createReruns } from './reruns/reruns.js';
import { rerunRepository } from './reruns/repository.js';
import { createSearches } from './searches.js';

/** Between looks for imports that a dead process left; new ones start at once. */
const IMPORT_MS = 15_000;
/** Without changes, before a search is repeated. */
const PAUSE_MS = 20_000;

/** @param pauseMs milliseconds without changes, before a search is repeated */
export async function start(config: RecordsConfig, clock?: Clock, pauseMs = PAUSE_MS): Promise<RunningService> {
  const host = await DatabaseHost.connect({
    ...{ name: 'records', config, clock, serves: RecordsServiceService },
    drainMs: UPLOAD_DRAIN_MS,
  });
  const models = recordsModels(host.mongo);
  const writers = { dataSets: host.writer(models.dataSets), searches: host.writer(models.searches) };
  const repository = recordsRepository(models, writers, host.clock);
  const blobs = await hostBlobs(host, config);
  const projects = host.client(ProjectServiceService, config.SYMBIO_PROJECT_ADDR);
  const documents = host.client(DocumentServiceService, config.SYMBIO_DOCUMENT_ADDR);
  const features = host.client(FeatureServiceService, config.SYMBIO_FEATURE_ADDR);
  const originals = createOriginalRows({ repository });
  const reruns = rerunRepository(models, pauseMs, host.clock);
  const imports = createSweep({
    what: 'importing lists',
    everyMs: IMPORT_MS,
    atOnce: true,
    run: createImporter({ repository, originals, blobs, listsChanged: () => reruns.askAll(), self: host.self }),
    log: host.log,
  });
  const dataSets = createDataSets({
    ...{ repository, blobs, clock: host.clock, wake: () => imports.wake(), listsChanged: () => reruns.askAll() },
  });
  const listUploads = createListUploads({ dataSets, blobs, clock: host.clock, log: host.log });
  const access = projectAccess(projects, host.broker);
  const decisions = decisionRepository(models, {
    decidedHits: host.writer(models.decidedHits),
    rules: host.writer(models.rules),
    proposals: host.writer(models.proposals),
  });
  const reports = radiusRepository(models.radiusReports, host.writer(models.radiusReports));
  const placing = createReportPlacing({ reports, documents, projects, self: host.self });
  const projectHits = createProjectHits({ repository, reports });
  const searches = createSearches({ repository, decisions, projectHits, placing, reruns, access, projects });
  const rerunning = createReruns({
    ...{ reruns, searches, projects, self: host.self, clock: host.clock, log: host.log },
    asSelf: (signal) => host.asSelf(signal),
  });
  const knownHits = createKnownHits({ repository, projectHits, decisions });
  const writer = createHitWriter({ decisions, clock: host.clock });
  const deciding = { knownHits, decisions, repository, originals, access, writer, features, clock: host.clock };
  const requests = requestRepository(models.requests, host.writer(models.requests));
  const handlers = createHandlers({
    requests: createAgencyRequests({ requests, knownHits, access, projects, documents, clock: host.clock }),
    distances: createDistances({ repository, access, reruns, clock: host.clock }),
    radiusReports: createRadiusReports({ reports, documents, access, placing, searches, clock: host.clock }),
    places: createPlaces({ ...deciding, streets: documents }),
    ...{ dataSets, listUploads, searches, dispositions: createDispositions(deciding) },
    ...{ rules: createRules(deciding), proposals: createProposals(deciding) },
    features: createRecordFeatures(deciding),
  });
  host.serve(RecordsServiceService, handlers, policies);
  const isErased = projectErased(projects, () => host.asSelf());
  const remove = async (projectId: string): Promise<void> => {
    await requests.removeProject(projectId);
    await reports.removeProject(projectId);
    await searches.projectErased(projectId);
  };
  host.consume(...consumers(onceErased(isErased, host.log, remove), rerunning));
  await erasePeopleIn(host, userEvents.erased, [
    namesIn(models.dataSets, dataSetNames),
    namesIn(models.versions, versionNames),
    namesIn(models.searches, searchNames),
    namesIn(models.distances, distanceNames),
    namesIn(models.decidedHits, decidedHitNames),
    namesIn(models.rules, ruleNames),
    namesIn(models.proposals, proposalNames),
    namesIn(models.requests, requestNames),
    namesIn(models.radiusReports, radiusReportNames),
  ]);
  host.sweep(imports);
  host.sweep(
    createSweep({
      ...{ what: 'removing abandoned uploads', everyMs: PARTS_SWEEP_MS, log: host.log },
      run: () => listUploads.sweep(),
    }),
  );
  host.sweep(
    createSweep({
      ...{ what: 'repeating searches', everyMs: Math.min(pauseMs, IDLE_LOOK_MS) },
      run: (signal) => rerunning.sweep(signal),
      log: host.log,
    }),
  );
  return host.run();
}

export const service: ServiceModule<RecordsConfig> = {
  name: 'records',
  readConfig,
  start: (config) => start(config),
  lastResortMs: UPLOAD_LAST_RESORT_MS,
};
