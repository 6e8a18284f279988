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
import { onceErased, projectErased } from '@symbio/project-access';
import { DocumentServiceService } from '@symbio/proto/document';
import { userEvents } from '@symbio/proto/identity';
import { readConfig, type DocumentConfig } from './config.js';
import { consumers } from './consumers.js';
import { createRegionPictures } from './files/region-pictures.js';
import { createServedFiles } from './files/served-files.js';
import { createHandlers } from './handlers.js';
import { alignmentNames, bulkNames, documentNames, pageNames, photographNames } from './names-of-people.js';
import type { AddPhotographDeps } from './photographs/add-photograph.js';
import { policies } from './policy.js';
import { createRules } from './rules.js';
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
  /** Default: in a child process. */
  develop?: AddPhotographDeps['develop'];
}

export async function start(
  config: DocumentConfig,
  { wordSweepMs = WORD_SWEEP_MS, classifiesUploads = true, develop, ...options }: StartOptions = {},
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
  const rules = createRules(host, config, stores, develop);
  const { documents, processing, classifier } = rules;
  host.lifecycle.onStop('flush-outbox', 'page counts and view tracking', () => processing.stop());
  host.sweep(...createSweeps(host, stores, rules, { wordSweepMs, classifiesUploads }));
  const { models, deleted, links, repository } = stores;
  await erasePeopleIn(host, userEvents.erased, [
    namesIn(models.documents, documentNames),
    namesIn(models.pages, pageNames),
    namesIn(models.alignments, alignmentNames),
    namesIn(models.photographs, photographNames),
    namesIn(models.bulk, bulkNames),
  ]);
  const files = createServedFiles(host, config, stores, rules);
  const regions = createRegionPictures({ documents, tiles: files.tiles });
  host.serve(DocumentServiceService, createHandlers({ ...rules, deleted, regions, links, repository }), policies);
  const { project, hasVisit } = stores;
  const isErased = projectErased(project, () => host.asSelf());
  host.consume(
    ...consumers({
      ...rules,
      classifier: classifiesUploads ? classifier : undefined,
      onceErased: (remove) => onceErased(isErased, host.log, remove),
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
