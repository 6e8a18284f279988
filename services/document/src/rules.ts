import { Semaphore } from '@symbio/runtime';
import { chatEndpointOf } from '@symbio/language-model';
import type { DatabaseHost } from '@symbio/mongo';
import { createPageReader } from '@symbio/page-engine/reading';
import { readStreetFile } from '@symbio/page-engine/streets';
import { createLookBesidePages } from './attachments/look-beside-pages.js';
import { createTakeAttachment } from './attachments/take-attachment.js';
import { createAlignments } from './alignments/alignments.js';
import { createPictureFollowing } from './alignments/follow-pictures.js';
import { createBulk } from './bulk/bulk.js';
import { createBulkStep } from './bulk/bulk-step.js';
import { createDocumentClassifier } from './classification/document-classifier.js';
import { createClassifierEndpoint, type ClassifierEndpoint } from './classification/endpoint.js';
import type { DocumentConfig } from './config.js';
import { createDeletions } from './deletions/deletions.js';
import { createRelatedDocuments } from './documents/related-documents.js';
import { createCopySample } from './documents/copy-sample.js';
import { createSetDetails } from './documents/set-details.js';
import { createDocuments } from './documents/documents.js';
import { createGeoreferenceFollowing } from './georeferences/follow-pictures.js';
import { createGeoreferences } from './georeferences/georeferences.js';
import { createPlacedSheets } from './georeferences/placed-sheets.js';
import { createSamePlace } from './georeferences/same-place.js';
import { ReceivedBytes } from './files/scratch.js';
import { createPageOpenings } from './page-openings/page-openings.js';
import { createCorrectPageKinds } from './page-kinds/correct-page-kinds.js';
import { createPageTypes } from './page-kinds/page-types.js';
import { createAddPhotograph, type AddPhotographDeps } from './photographs/add-photograph.js';
import { createPhotographs } from './photographs/photographs.js';
import { createDocumentRecords } from './processing/document-records.js';
import { createDocumentJobs } from './processing/document-jobs.js';
import { createProcessing } from './processing/processing.js';
import { createPageSearch } from './search/page-search.js';
import { createSearchOfAll } from './search/search-all-projects.js';
import { createSetGroundScale } from './documents/set-ground-scale.js';
import { createKnownPages } from './splitting/known-pages.js';
import { createSplits, type SplitsDeps } from './splitting/splits.js';
import type { Stores } from './stores.js';
import { createStreets } from './streets/streets.js';
import { createTitleBlocks } from './title-block/title-blocks.js';
import { createStoreConverted, type StoreConvertedDeps } from './uploads/converted-files.js';
import { LARGEST_FILE_BYTES } from './uploads/upload-checks.js';
import { createUnlock } from './uploads/protected-file.js';
import { createUploadParts } from './uploads/upload-parts.js';
import { createUploads } from './uploads/uploads.js';

/** Child process that holds a whole file takes up to two gigabytes. */
const WHOLE_FILES_AT_ONCE = 1;
/**
 * Pictures, ZIPs and photographs as received: two of the largest. With 1 GiB that a ZIP unpacks to, its PDF and that of
 * one part, and one attached file, they fit the 2 GiB of scratch space.
 */
const MOST_RECEIVED_BYTES = 2 * LARGEST_FILE_BYTES;

/** What runs in child processes by default. */
export type Children = Pick<AddPhotographDeps, 'develop'> & Pick<SplitsDeps, 'propose' | 'take'>;

export function createRules(
  host: DatabaseHost,
  config: DocumentConfig,
  stores: Stores,
  { develop, ...splitting }: Children = {},
) {
  const { clock, log, metrics } = host;
  const { repository, writer, pageWriter, texts, deleted, access, blobs, jobs, links } = stores;
  const asSelf = () => host.asSelf();
  const pageTypes = createPageTypes(repository, pageWriter, clock);
  const documents = createDocuments({ repository, writer, pageTypes, access, links, clock });
  const pictureFollowing = createPictureFollowing({
    ...stores,
    followGeoreference: createGeoreferenceFollowing(stores),
  });
  const processing = createProcessing({
    ...{ documents, repository, writer, pageWriter, texts, jobs, asSelf, clock, log },
    alignments: pictureFollowing,
  });
  const documentJobs = createDocumentJobs(jobs, (requestId) => host.asSelf(undefined, requestId), clock);
  const deletions = createDeletions({
    ...{ documents, repository, deleted, texts, documentJobs, access, blobs, clock, log },
    writer: stores.allDocuments,
    alignments: stores.alignments,
    shareLinks: stores.shareLinks,
    georeferences: stores.georeferences,
    proposals: stores.proposals,
    splits: stores.splits,
    pageOpenings: stores.pageOpenings,
  });
  const details = createSetDetails({ documents, repository, writer, pageWriter, pageTypes, clock });
  const bulk = createBulk({
    ...{ deleted, repository, access, asSelf, clock, log },
    changes: stores.bulkChanges,
    step: createBulkStep({ documents, details, deletions, deleted, processing, jobs, documentJobs }),
  });
  const classifier = createDocumentClassifier({
    ...{ documents, repository, writer, pageTypes, blobs, clock, metrics, log },
    reader: createPageReader(),
    endpoint: endpointOf(config),
  });
  const alignments = createAlignments({
    documents,
    repository: stores.alignments,
    writer: stores.alignmentWriter,
  });
  const semaphore = new Semaphore(WHOLE_FILES_AT_ONCE);
  const received = new ReceivedBytes(MOST_RECEIVED_BYTES);
  const uploading = uploadRules(host, stores, { semaphore, received });
  const splits = createSplits({
    ...{ documents, writer, deletions, texts, blobs, semaphore, clock, log, asSelf },
    splits: stores.splits,
    uploads: uploading.uploads,
    knownPages: createKnownPages({ repository, texts }),
    ...splitting,
  });
  const georeferences = createGeoreferences({
    ...{ documents, clock },
    repository: stores.georeferences,
    writer: stores.georeferenceWriter,
    samePlace: createSamePlace(stores),
  });
  const streets = createStreets({
    ...{ access, received, clock, stillMay: stores.stillMay },
    repository: stores.streets,
    read: readStreetFile,
  });
  const search = createPageSearch({ documents, repository, texts, access });
  return {
    documents,
    relatedDocuments: createRelatedDocuments(repository, links),
    takeAttachment: createTakeAttachment({ documents, repository, blobs, semaphore, uploads: uploading.uploads }),
    unlockDocument: createUnlock({ documents, writer, blobs, semaphore }),
    lookBesidePages: createLookBesidePages({
      ...{ repository, blobs, log, semaphore },
      records: createDocumentRecords(repository, writer),
    }),
    splits,
    processing,
    pictureFollowing,
    deletions,
    bulk,
    classifier,
    alignments,
    search,
    searchAll: createSearchOfAll({ access, repository, texts, clock, describe: search.describe }),
    georeferences,
    streets,
    placedSheets: createPlacedSheets({ ...stores, documents }),
    pageOpenings: createPageOpenings({ documents, openings: stores.pageOpenings, access, clock }),
    setGroundScale: createSetGroundScale({ documents, pageWriter, clock }),
    correctPageKinds: createCorrectPageKinds({
      ...{ documents, repository, pageWriter, clock },
      volumes: { schedule: (documentId) => processing.sheetsChanged(documentId) },
    }),
    titleBlocks: createTitleBlocks({ documents, repository, pageWriter, clock }),
    copySample: createCopySample({
      ...{ repository, pageWriter, texts, blobs, kept: stores.kept, writer: stores.allDocuments },
      ...{ georeferences: stores.georeferences, georeferenceWriter: stores.georeferenceWriter },
      records: createDocumentRecords(repository, writer),
    }),
    ...uploading,
    ...photographRules(host, stores, received, develop),
  };
}

export type Rules = ReturnType<typeof createRules>;

function uploadRules(
  { clock, log }: DatabaseHost,
  stores: Stores,
  limits: Pick<StoreConvertedDeps, 'semaphore' | 'received'>,
) {
  const { repository, kept, writer, access, stillMay, blobs, intents } = stores;
  const storeConverted = createStoreConverted({ blobs, ...limits });
  const uploads = createUploads({ repository: kept, writer, access, stillMay, blobs, intents, storeConverted });
  return {
    uploads,
    uploadParts: createUploadParts({ repository, access, stillMay: stillMay, blobs, uploads, clock, log }),
  };
}

function photographRules(host: DatabaseHost, stores: Stores, received: ReceivedBytes, develop: Children['develop']) {
  const { hasVisit, access, blobs, stillMay } = stores;
  const deps = {
    repository: stores.photographs,
    writer: stores.photographWriter,
    visitExists: async (projectId: string, visitId: string) => hasVisit(projectId, visitId, await host.asSelf()),
    access,
    blobs,
    clock: host.clock,
  };
  return {
    photographs: createPhotographs(deps),
    addPhotograph: createAddPhotograph({ ...deps, hasVisit, ...(develop && { develop }), stillMay, received }),
  };
}

function endpointOf(config: DocumentConfig): ClassifierEndpoint | undefined {
  const settings = chatEndpointOf(config);
  return settings && createClassifierEndpoint(settings);
}
