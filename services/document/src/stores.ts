import { hostBlobs } from '@symbio/blobs';
import { unlessNotFound } from '@symbio/runtime';
import type { CallParent } from '@symbio/rpc';
import type { DatabaseHost } from '@symbio/mongo';
import { projectAccess, stillMay } from '@symbio/project-access';
import { JobServiceService } from '@symbio/proto/job';
import { ProjectServiceService } from '@symbio/proto/project';
import { alignmentModel } from './alignments/model.js';
import { AlignmentRepository } from './alignments/repository.js';
import { BulkChanges } from './bulk/bulk-repository.js';
import { bulkModel } from './bulk/model.js';
import type { DocumentConfig } from './config.js';
import { createTileSigner } from './files/tile-addresses.js';
import { Links } from './links.js';
import { documentModels } from './model.js';
import { PhotographRepository } from './photographs/photograph-repository.js';
import { RemovedDocuments, writerOfThoseThere } from './removed-repository.js';
import { DocumentRepository } from './repository.js';
import { PageTexts } from './search/page-text-repository.js';
import { UploadIntents } from './upload-intent-repository.js';

export async function openStores(host: DatabaseHost, config: DocumentConfig) {
  const { clock } = host;
  const signing = { secret: config.FILES_SECRET, publicUrl: config.FILES_PUBLIC_URL };
  const blobs = await hostBlobs(host, config);
  const models = { ...documentModels(host.mongo), alignments: alignmentModel(host.mongo), bulk: bulkModel(host.mongo) };
  const allDocuments = host.writer(models.documents);
  const removed = new RemovedDocuments(models, clock);
  const project = host.client(ProjectServiceService, config.SYMBIO_PROJECT_ADDR);
  return {
    blobs,
    links: new Links(blobs, createTileSigner({ ...signing, clock })),
    models,
    repository: new DocumentRepository(models, clock),
    writer: writerOfThoseThere(allDocuments),
    /** Also writes deleted documents. */
    allDocuments,
    pageWriter: host.writer(models.pages),
    texts: new PageTexts(models, clock),
    removed,
    kept: { find: (id: string) => removed.findKept(id) },
    intents: new UploadIntents(models.uploads, clock),
    alignments: new AlignmentRepository(models.alignments),
    alignmentWriter: host.writer(models.alignments),
    photographs: new PhotographRepository(models.photographs, clock),
    photographWriter: host.writer(models.photographs),
    bulkChanges: new BulkChanges(models.bulk, clock),
    project,
    jobs: host.client(JobServiceService, config.SYMBIO_JOB_ADDR),
    access: projectAccess(project, host.broker),
    mayStill: stillMay(project, () => host.asSelf()),
    hasVisit: async (projectId: string, visitId: string, parent: CallParent): Promise<boolean> =>
      (await unlessNotFound(project.listSiteVisits({ projectId }, parent)))?.siteVisits.some(
        ({ id }) => id === visitId,
      ) ?? false,
  };
}

export type Stores = Awaited<ReturnType<typeof openStores>>;
