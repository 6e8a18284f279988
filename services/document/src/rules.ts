import { chatEndpointOf } from '@symbio/language-model';
import type { DatabaseHost } from '@symbio/mongo';
import { createPageReader } from '@symbio/page-engine/reading';
import { createAlignments } from './alignments/alignments.js';
import { createBulk } from './bulk/bulk.js';
import { createBulkStep } from './bulk/bulk-step.js';
import { Classifying } from './classification/classifying.js';
import { createClassifierEndpoint, type ClassifierEndpoint } from './classification/endpoint.js';
import type { DocumentConfig } from './config.js';
import { createDeletions } from './deletions.js';
import { Documents } from './documents.js';
import { createCorrectPageKinds } from './page-kinds/correct-page-kinds.js';
import { PageTypes } from './page-types.js';
import { createAddPhotograph, type AddPhotographDeps } from './photographs/add-photograph.js';
import { createPhotographs } from './photographs/photographs.js';
import { documentJobs } from './processing/document-jobs.js';
import { createProcessing } from './processing/processing.js';
import { PageSearch } from './search/page-search.js';
import { createSetGroundScale } from './set-ground-scale.js';
import type { Stores } from './stores.js';
import { createTitleBlocks } from './title-block/title-blocks.js';
import { UploadParts } from './upload-parts.js';
import { Uploads } from './upload.js';

/** @param develop re-encodes photographs; default: in a child process */
export function createRules(
  host: DatabaseHost,
  config: DocumentConfig,
  stores: Stores,
  develop?: AddPhotographDeps['develop'],
) {
  const { clock, log, metrics } = host;
  const { repository, writer, pageWriter, texts, removed, access, blobs, jobs, links } = stores;
  const asSelf = () => host.asSelf();
  const pageTypes = new PageTypes(repository, pageWriter);
  const documents = new Documents({ repository, writer, pageTypes, access, links, clock });
  const processing = createProcessing({ documents, repository, writer, pageWriter, texts, jobs, asSelf, clock, log });
  const jobsOf = documentJobs(jobs, (requestId) => host.asSelf(undefined, requestId), clock);
  const deletions = createDeletions({
    ...{ documents, repository, removed, texts, jobsOf, access, blobs, clock, log },
    writer: stores.allDocuments,
    alignments: stores.alignments,
  });
  const bulk = createBulk({
    ...{ removed, repository, access, asSelf, clock, log },
    changes: stores.bulkChanges,
    step: createBulkStep({ documents, deletions, removed, processing, jobs, jobsOf }),
  });
  const classifying = new Classifying({
    ...{ documents, repository, writer, pageTypes, blobs, clock, metrics, log },
    reader: createPageReader(),
    endpoint: endpointOf(config),
  });
  const alignments = createAlignments({
    documents,
    repository: stores.alignments,
    writer: stores.alignmentWriter,
  });
  return {
    documents,
    processing,
    deletions,
    bulk,
    classifying,
    alignments,
    search: new PageSearch({ documents, repository, texts, access }),
    setGroundScale: createSetGroundScale({ documents, pageWriter, clock }),
    correctPageKinds: createCorrectPageKinds({
      ...{ documents, repository, pageWriter, clock },
      volumes: { ask: (documentId) => processing.sheetsChanged(documentId) },
    }),
    titleBlocks: createTitleBlocks({ documents, repository, pageWriter, clock }),
    ...uploadRules(host, stores),
    ...photographRules(host, stores, develop),
  };
}

export type Rules = ReturnType<typeof createRules>;

function uploadRules({ clock, log }: DatabaseHost, stores: Stores) {
  const { repository, kept, writer, access, mayStill, blobs, intents } = stores;
  const uploads = new Uploads({ repository: kept, writer, access, stillMay: mayStill, blobs, intents });
  return {
    uploads,
    uploadParts: new UploadParts({ repository, access, stillMay: mayStill, blobs, uploads, clock, log }),
  };
}

function photographRules(host: DatabaseHost, stores: Stores, develop: AddPhotographDeps['develop']) {
  const { hasVisit, access, blobs, mayStill } = stores;
  const deps = {
    repository: stores.photographs,
    writer: stores.photographWriter,
    isVisitThere: async (projectId: string, visitId: string) => hasVisit(projectId, visitId, await host.asSelf()),
    access,
    blobs,
    clock: host.clock,
  };
  return {
    photographs: createPhotographs(deps),
    addPhotograph: createAddPhotograph({ ...deps, hasVisit, ...(develop && { develop }), stillMay: mayStill }),
  };
}

function endpointOf(config: DocumentConfig): ClassifierEndpoint | undefined {
  const settings = chatEndpointOf(config);
  return settings && createClassifierEndpoint(settings);
}
