import { tmpdir } from 'node:os';
import path from 'node:path';
import { hostBlobs } from '@symbio/blobs';
import { DatabaseHost } from '@symbio/mongo';
import { erasePeopleIn, namesIn } from '@symbio/people';
import { onceErased, projectAccess, projectErased, removedProjects, type ProjectEnd } from '@symbio/project-access';
import { AnnotationServiceService } from '@symbio/proto/annotation';
import { DocumentServiceService } from '@symbio/proto/document';
import { FeatureServiceService } from '@symbio/proto/feature';
import { IdentityServiceService, userEvents } from '@symbio/proto/identity';
import { ProjectServiceService } from '@symbio/proto/project';
import { RecordsServiceService } from '@symbio/proto/records';
import { ReportsServiceService } from '@symbio/proto/reports';
import {
  createSweep,
  processFolder,
  removeLeftFolders,
  type Clock,
  type RunningService,
  type ServiceModule,
} from '@symbio/runtime';
import { createComposer } from './composing/composer.js';
import { composeInChild, type Compose } from './composing/run-child.js';
import { readConfig, type ReportConfig } from './config.js';
import { consumers } from './consumers.js';
import { createCitedPages } from './evidence/cited-pages.js';
import { createEvidences } from './evidence/lock.js';
import { fileReader } from './files.js';
import { createHandlers } from './handlers.js';
import { reportModels } from './model.js';
import { reportNames, shareLinkNames, templateNames, versionNames } from './names-of-people.js';
import { policies } from './policy.js';
import { reportRepository } from './repository.js';
import { createRetention } from './retention.js';
import { createSections } from './sections.js';
import { createShareLinks } from './share-links.js';
import { createTemplates } from './templates.js';
import { createUnusedTemplates } from './unused-templates.js';
import { createVersions } from './versions.js';

/** Between looks for versions that a dead process left; new ones start at once. */
const COMPOSE_MS = 15_000;
const UNUSED_TEMPLATES_MS = 3_600_000;
const RETENTION_MS = 3_600_000;

/** @param compose writes a report; default: in a child process */
export async function start(
  config: ReportConfig,
  clock?: Clock,
  compose: Compose = composeInChild(config.REPORT_SIGNING_KEY),
): Promise<RunningService> {
  const host = await DatabaseHost.connect({ name: 'reports', config, clock, serves: ReportsServiceService });
  const models = reportModels(host.mongo);
  const writers = { reports: host.writer(models.reports), versions: host.writer(models.versions) };
  const linkWriter = host.writer(models.shareLinks);
  const repository = reportRepository(models, writers, host.clock);
  const blobs = await hostBlobs(host, config);
  const project = host.client(ProjectServiceService, config.SYMBIO_PROJECT_ADDR);
  const identity = host.client(IdentityServiceService, config.SYMBIO_IDENTITY_ADDR);
  const clients = {
    ...{ project, identity },
    document: host.client(DocumentServiceService, config.SYMBIO_DOCUMENT_ADDR),
    annotation: host.client(AnnotationServiceService, config.SYMBIO_ANNOTATION_ADDR),
    feature: host.client(FeatureServiceService, config.SYMBIO_FEATURE_ADDR),
    records: host.client(RecordsServiceService, config.SYMBIO_RECORDS_ADDR),
  };
  const access = projectAccess(project, host.broker);
  const evidences = createEvidences({ repository, clients, blobs, clock: host.clock, origin: config.PUBLIC_URL });
  await removeLeftFolders('reports', host.log, 'could not remove the folder of an interrupted composition');
  const composing = createSweep({
    what: 'composing reports',
    everyMs: COMPOSE_MS,
    atOnce: true,
    run: createComposer({
      ...{ repository, blobs, compose, self: host.self },
      asSelf: (signal) => host.asSelf(signal),
      document: clients.document,
      folder: path.join(tmpdir(), processFolder('reports')),
      log: host.log,
    }),
    log: host.log,
  });
  const wake = (): void => composing.wake();
  const versions = createVersions({ repository, access, evidences, identity, clock: host.clock, wake });
  const sections = createSections({ repository, access, identity, clock: host.clock });
  const shareLinks = createShareLinks({
    ...{ versions, repository, writer: linkWriter, blobs, project, clock: host.clock, log: host.log },
    asSelf: () => host.asSelf(),
    removed: removedProjects(project, host.broker, () => host.asSelf()),
  });
  const templates = createTemplates({
    ...{ repository, writer: host.writer(models.templates), access, blobs, clock: host.clock },
  });
  const read = fileReader(blobs);
  const citedPages = createCitedPages({ versions, read, feature: clients.feature });
  const handlers = createHandlers({ sections, versions, shareLinks, templates, blobs, read, citedPages });
  host.serve(ReportsServiceService, handlers, policies);
  const isErased = projectErased(project, () => host.asSelf());
  const retention = createRetention({ repository, blobs, self: host.self, clock: host.clock, log: host.log });
  host.consume(...consumers(onceErased(isErased, host.log, (id, end: ProjectEnd) => retention.removeProject(id, end))));
  await erasePeopleIn(host, userEvents.erased, [
    namesIn(models.reports, reportNames),
    namesIn(models.versions, versionNames),
    namesIn(models.shareLinks, shareLinkNames),
    namesIn(models.templates, templateNames),
  ]);
  host.sweep(composing);
  host.sweep(
    createSweep({
      ...{ what: 'removing files of unused templates', everyMs: UNUSED_TEMPLATES_MS, log: host.log },
      run: createUnusedTemplates({ repository, blobs }),
    }),
    createSweep({
      ...{ what: 'erasing reports at the end of their retention', everyMs: RETENTION_MS, atOnce: true, log: host.log },
      run: () => retention.purge(),
    }),
  );
  return host.run();
}

export const service: ServiceModule<ReportConfig> = {
  name: 'reports',
  readConfig,
  start: (config) => start(config),
};
