import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { erasePeopleIn, namesIn } from '@symbio/people';
import { DatabaseHost } from '@symbio/mongo';
import {
  UPLOAD_DRAIN_MS,
  UPLOAD_LAST_RESORT_MS,
  type Clock,
  type RunningService,
  type ServiceModule,
} from '@symbio/runtime';
import { proposeSheet } from '@symbio/page-engine/streets';
import { onceErased, projectErased } from '@symbio/project-access';
import { DocumentServiceService } from '@symbio/proto/document';
import { userEvents } from '@symbio/proto/identity';
import { readConfig, type DocumentConfig } from './config.js';
import { consumers } from './consumers.js';
import { createRegionPictures } from './files/region-pictures.js';
import { createServedFiles } from './files/served-files.js';
import { createGeoTiffs } from './georeferences/geo-tiffs.js';
import { createProposals } from './georeferences/proposals.js';
import { drawInto } from './georeferences/sheet-picture.js';
import { siteOf } from './georeferences/site.js';
import { createHandlers } from './handlers.js';
import {
  alignmentNames,
  bulkNames,
  documentNames,
  georeferenceNames,
  pageNames,
  pageOpeningNames,
  photographNames,
  shareLinkNames,
  splitNames,
  streetFileNames,
} from './names-of-people.js';
import { policies } from './policy.js';
import { createRules, type Children } from './rules.js';
import { removeStaleScratch } from './files/scratch.js';
import { WORD_SWEEP_MS } from './search/word-sweep.js';
import { openStores } from './stores.js';
import { createSweeps } from './sweeps.js';

export interface RunningDocumentService extends RunningService {
  filesPort: number;
}

export interface StartOptions {
  clock?: Clock;
  /** Default: an hour. */
  wordSweepMs?: number;
  /** Default true; false in tests. */
  classifiesUploads?: boolean;
  children?: Children;
}

export async function start(
  config: DocumentConfig,
  { wordSweepMs = WORD_SWEEP_MS, classifiesUploads = true, children, ...options }: StartOptions = {},
): Promise<RunningDocumentService> {
  const host = await DatabaseHost.connect({
    name: 'document',
    config,
    serves: DocumentServiceService,
    drainMs: UPLOAD_DRAIN_MS,
    ...options,
  });
  await removeStaleScratch(host.log);
  const stores = await openStores(host, config);
  const rules = createRules(host, config, stores, children);
  const { documents, processing, classifier } = rules;
  host.lifecycle.onStop('flush-outbox', 'page counts and view tracking', () => processing.stop());
  host.sweep(...createSweeps(host, stores, rules, { wordSweepMs, classifiesUploads }));
  const { models, deleted, links, repository } = stores;
  await erasePeopleIn(host, userEvents.erased, [
    namesIn(models.documents, documentNames),
    namesIn(models.pages, pageNames),
    namesIn(models.alignments, alignmentNames),
    namesIn(models.georeferences, georeferenceNames),
    namesIn(models.photographs, photographNames),
    namesIn(models.bulk, bulkNames),
    namesIn(models.shareLinks, shareLinkNames),
    namesIn(models.splits, splitNames),
    namesIn(models.pageOpenings, pageOpeningNames),
    namesIn(models.streetFiles, streetFileNames),
  ]);
  const { files, shareLinks } = createServedFiles(host, config, stores, rules);
  const regions = createRegionPictures({ documents, tiles: files.tiles });
  const { images } = files;
  const proposals = createProposals({
    ...{ ...rules, clock: host.clock, proposals: stores.proposals, texts: stores.texts },
    ...{ repository, placed: stores.georeferences },
    ...{
      siteOf: siteOf(stores.project),
      drawInto: drawInto(regions),
      propose: proposeSheet,
    },
  });
  const parts = {
    ...rules,
    geoTiffs: createGeoTiffs({ ...rules, blobs: stores.blobs }),
    proposals,
    deleted,
    regions,
    images,
    shareLinks,
    links,
    repository,
    placed: stores.georeferences,
  };
  host.serve(DocumentServiceService, createHandlers(parts), policies);
  const { project, hasVisit } = stores;
  const isErased = projectErased(project, () => host.asSelf());
  host.consume(
    ...consumers({
      ...rules,
      classifier: classifiesUploads ? classifier : undefined,
      onceErased: (remove) => onceErased(isErased, host.log, remove),
      copying: { projects: project, asSelf: () => host.asSelf(), copy: rules.copySample },
      isVisitMissing: async (projectId, visitId) => !(await hasVisit(projectId, visitId, await host.asSelf())),
    }),
  );
  const server = createServer(files.answer);
  host.http({ what: 'file server', server, host: config.FILES_HOST, port: config.FILES_PORT });
  const running = await host.run();
  return { ...running, filesPort: (server.address() as AddressInfo | null)?.port ?? 0 };
}

export const service: ServiceModule<DocumentConfig> = {
  name: 'document',
  readConfig,
  start,
  lastResortMs: UPLOAD_LAST_RESORT_MS,
};
