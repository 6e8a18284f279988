import { hostBlobs } from '@symbio/blobs';
import { unlessNotFound } from '@symbio/runtime';
import type { CallParent } from '@symbio/rpc';
import type { DatabaseHost } from '@symbio/mongo';
import { projectAccess, stillMay } from '@symbio/project-access';
import { JobServiceService } from '@symbio/proto/job';
import { ProjectServiceService } from '@symbio/proto/project';
import { alignmentModel } from './alignments/model.js';
import { createAlignmentRepository } from './alignments/repository.js';
import { createBulkChanges } from './bulk/repository.js';
import { bulkModel } from './bulk/model.js';
import type { DocumentConfig } from './config.js';
import { createTileSigner } from './files/tile-addresses.js';
import { createLinks } from './files/links.js';
import { georeferenceModel } from './georeferences/model.js';
import { createGeoreferenceRepository } from './georeferences/repository.js';
import { migrations } from './migrations/index.js';
import { documentModels } from './model.js';
import { createPhotographRepository } from './photographs/repository.js';
import { createDeletedDocuments, skippingDeleted } from './deletions/deleted-documents.js';
import { createDocumentRepository } from './repository.js';
import { pageOpeningModel } from './page-openings/model.js';
import { createPageOpeningRepository } from './page-openings/repository.js';
import { shareLinkModel } from './share-links/model.js';
import { createShareLinkRepository } from './share-links/repository.js';
import { proposalModel } from './georeferences/proposal/model.js';
import { createProposalRepository } from './georeferences/proposal-repository.js';
import { streetModels } from './streets/model.js';
import { createStreetRepository } from './streets/repository.js';
import { splitModel } from './splitting/model.js';
import { createSplitRepository } from './splitting/repository.js';
import { createPageTexts } from './search/page-text-repository.js';
import { createUploadIntents } from './uploads/intent-repository.js';

export async function openStores(host: DatabaseHost, config: DocumentConfig) {
  const { clock } = host;
  const signing = { secret: config.FILES_SECRET, publicUrl: config.FILES_PUBLIC_URL };
  const blobs = await hostBlobs(host, config);
  const models = {
    ...documentModels(host.mongo),
    alignments: alignmentModel(host.mongo),
    georeferences: georeferenceModel(host.mongo),
    bulk: bulkModel(host.mongo),
    shareLinks: shareLinkModel(host.mongo),
    proposals: proposalModel(host.mongo),
    splits: splitModel(host.mongo),
    pageOpenings: pageOpeningModel(host.mongo),
    ...streetModels(host.mongo),
  };
  await host.migrate(migrations);
  const allDocuments = host.writer(models.documents);
  const deleted = createDeletedDocuments(models, clock);
  const project = host.client(ProjectServiceService, config.SYMBIO_PROJECT_ADDR);
  return {
    blobs,
    links: createLinks(blobs, createTileSigner({ ...signing, clock })),
    models,
    repository: createDocumentRepository(models, clock),
    writer: skippingDeleted(allDocuments),
    /** Also writes deleted documents. */
    allDocuments,
    pageWriter: host.writer(models.pages),
    texts: createPageTexts(models, clock),
    deleted,
    kept: { find: (id: string) => deleted.findAny(id) },
    intents: createUploadIntents(models.uploads, clock),
    alignments: createAlignmentRepository(models.alignments),
    alignmentWriter: host.writer(models.alignments),
    shareLinks: createShareLinkRepository(models.shareLinks),
    shareLinkWriter: host.writer(models.shareLinks),
    georeferences: createGeoreferenceRepository(models.georeferences),
    georeferenceWriter: host.writer(models.georeferences),
    proposals: createProposalRepository(models.proposals),
    splits: createSplitRepository(models.splits),
    pageOpenings: createPageOpeningRepository(models.pageOpenings),
    streets: createStreetRepository(models),
    photographs: createPhotographRepository(models.photographs, clock),
    photographWriter: host.writer(models.photographs),
    bulkChanges: createBulkChanges(models.bulk, clock),
    project,
    jobs: host.client(JobServiceService, config.SYMBIO_JOB_ADDR),
    access: projectAccess(project, host.broker),
    stillMay: stillMay(project, () => host.asSelf()),
    hasVisit: async (projectId: string, visitId: string, parent: CallParent): Promise<boolean> =>
      (await unlessNotFound(project.listSiteVisits({ projectId }, parent)))?.siteVisits.some(
        ({ id }) => id === visitId,
      ) ?? false,
  };
}

export type Stores = Awaited<ReturnType<typeof openStores>>;
