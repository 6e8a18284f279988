import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import {
  chatEndpointOf,
  believedSecrets,
  createSweep,
  erasePeopleIn,
  hostBlobs,
  namesIn,
  ServiceHost,
  UPLOAD_DRAIN_MS,
  UPLOAD_LAST_RESORT_MS,
  unlessNotFound,
  watchEvents,
  type CallParent,
  type Clock,
  type RunningService,
  type ServiceModule,
} from '@symbio/kit';
import { createPageReader } from '@symbio/page-engine/reading';
import { projectAccess, removedProjects, stillMay } from '@symbio/project-access';
import { DocumentServiceService, documentEvents } from '@symbio/proto/document';
import { userEvents } from '@symbio/proto/identity';
import { JobServiceService } from '@symbio/proto/job';
import { ProjectServiceService } from '@symbio/proto/project';
import { createAlignments } from './alignments/alignments.js';
import { alignmentModel } from './alignments/model.js';
import { AlignmentRepository } from './alignments/repository.js';
import { BULK_SWEEP_MS, createBulk } from './bulk/bulk.js';
import { BulkChanges } from './bulk/bulk-repository.js';
import { createBulkStep } from './bulk/bulk-step.js';
import { bulkModel } from './bulk/model.js';
import { Classifying } from './classification/classifying.js';
import { createClassifierEndpoint, type ClassifierEndpoint } from './classification/endpoint.js';
import { readConfig, type DocumentConfig } from './config.js';
import { createDeletions, PURGE_SWEEP_MS } from './deletions.js';
import { Documents } from './documents.js';
import { consumers } from './consumers.js';
import { createFileServer } from './files/file-server.js';
import { RegionPictures } from './files/region-pictures.js';
import { createTileSigner } from './files/tile-addresses.js';
import { handlers } from './handlers.js';
import { Links } from './links.js';
import { documentModels } from './model.js';
import { alignmentNames, bulkNames, documentNames, pageNames, photographNames } from './names-of-people.js';
import { createCorrectPageKinds } from './page-kinds/correct-page-kinds.js';
import { PageTypes } from './page-types.js';
import { createAddPhotograph, type AddPhotographDeps } from './photographs/add-photograph.js';
import { PhotographRepository } from './photographs/photograph-repository.js';
import { createPhotographs } from './photographs/photographs.js';
import { policies } from './policy.js';
import { documentJobs } from './processing/document-jobs.js';
import { LOST_JOB_SWEEP_MS } from './processing/lost-jobs.js';
import { createProcessing } from './processing/processing.js';
import { RemovedDocuments, writerOfThoseThere } from './removed-repository.js';
import { DocumentRepository } from './repository.js';
import { removeLeftScratch } from './scratch.js';
import { MARKS_SWEEP_MS, markAll } from './search/marks-sweeper.js';
import { PageSearch } from './search/page-search.js';
import { PageTexts } from './search/page-text-repository.js';
import { WORD_SWEEP_MS, WordSweeper } from './search/word-sweeper.js';
import { UploadIntents } from './upload-intent-repository.js';
import { createSetGroundScale } from './set-ground-scale.js';
import { createTitleBlocks } from './title-block/title-blocks.js';
import { UPLOAD_SWEEP_MS, UploadSweeper } from './upload-sweeper.js';
import { PARTS_SWEEP_MS, UploadParts } from './upload-parts.js';
import { Uploads } from './upload.js';

/** The document service that runs, and where its files are served. */
export interface RunningDocumentService extends RunningService {
  filesPort: number;
}

export interface StartOptions {
  clock?: Clock;
  /** Milliseconds between two sweeps for documents that can't be searched yet; an hour when left out. */
  wordSweepMs?: number;
  /** false in tests of what documents are before they are classified; true when left out. */
  classifiesUploads?: boolean;
  /** Draws photographs in tests that are not about pictures; in a child process when left out. */
  develop?: AddPhotographDeps['develop'];
}

/** Starts the document service and its file server. */
export async function start(
  config: DocumentConfig,
  { wordSweepMs = WORD_SWEEP_MS, classifiesUploads = true, develop, ...options }: StartOptions = {},
): Promise<RunningDocumentService> {
  const host = await ServiceHost.connect({
    name: 'document',
    config,
    serves: DocumentServiceService,
    drainMs: UPLOAD_DRAIN_MS,
    ...options,
  });
  const { clock, log, lifecycle } = host;
  await removeLeftScratch(log);
  const signing = { secret: config.FILES_SECRET, publicUrl: config.FILES_PUBLIC_URL };
  const blobs = await hostBlobs(host, config);
  const links = new Links(blobs, createTileSigner({ ...signing, clock }));

  const models = documentModels(host.mongo);
  const repository = new DocumentRepository(models, clock);
  const texts = new PageTexts(models, clock);
  const allDocuments = host.writer(models.documents);
  const writer = writerOfThoseThere(allDocuments);
  const removed = new RemovedDocuments(models, clock);
  const kept = { find: (id: string) => removed.findKept(id) };
  const pageWriter = host.writer(models.pages);
  const pageTypes = new PageTypes(repository, pageWriter);
  const project = host.client(ProjectServiceService, config.SYMBIO_PROJECT_ADDR);
  const access = projectAccess(project, host.broker);
  const mayStill = stillMay(project, () => host.asSelf());
  const jobs = host.client(JobServiceService, config.SYMBIO_JOB_ADDR);

  const alignmentRows = alignmentModel(host.mongo);
  const alignmentRepository = new AlignmentRepository(alignmentRows);
  const documents = new Documents({ repository, writer, pageTypes, access, links, clock });
  const intents = new UploadIntents(models.uploads, clock);
  const uploads = new Uploads({ repository: kept, writer, access, stillMay: mayStill, blobs, intents });
  const uploadParts = new UploadParts({ repository, access, stillMay: mayStill, blobs, uploads, clock, log });
  const leftFiles = new UploadSweeper({ intents, repository: kept, blobs, clock, log });
  const hasVisit = async (projectId: string, visitId: string, parent: CallParent): Promise<boolean> =>
    (await unlessNotFound(project.listSiteVisits({ projectId }, parent)))?.siteVisits.some(
      ({ id }) => id === visitId,
    ) ?? false;
  const photographDeps = {
    repository: new PhotographRepository(models.photographs, clock),
    writer: host.writer(models.photographs),
    isVisitThere: async (projectId: string, visitId: string) => hasVisit(projectId, visitId, await host.asSelf()),
    access,
    blobs,
    clock,
  };
  const photographs = createPhotographs(photographDeps);
  const addPhotograph = createAddPhotograph({
    ...photographDeps,
    hasVisit,
    ...(develop && { develop }),
    stillMay: mayStill,
  });
  const classifying = new Classifying({
    documents,
    repository,
    writer,
    pageTypes,
    blobs,
    reader: createPageReader(),
    clock,
    metrics: host.metrics,
    log,
    endpoint: endpointOf(config),
  });
  const processing = createProcessing({
    documents,
    repository,
    writer,
    pageWriter,
    texts,
    jobs,
    asSelf: () => host.asSelf(),
    clock,
    log,
  });
  const jobsOf = documentJobs(jobs, (requestId) => host.asSelf(undefined, requestId), clock);
  const deletions = createDeletions({
    documents,
    repository,
    removed,
    writer: allDocuments,
    texts,
    alignments: alignmentRepository,
    jobsOf,
    access,
    blobs,
    clock,
    log,
  });
  const bulkRows = bulkModel(host.mongo);
  const bulk = createBulk({
    changes: new BulkChanges(bulkRows, clock),
    removed,
    repository,
    step: createBulkStep({ documents, deletions, removed, processing, jobs, jobsOf }),
    access,
    asSelf: () => host.asSelf(),
    clock,
    log,
  });
  lifecycle.onStop('flush-outbox', 'counts of pages and looks at documents', () => processing.stop());
  const words = new WordSweeper({
    repository,
    processing,
    ...(classifiesUploads && { classifying }),
    clock,
    log,
  });
  host.sweep(
    createSweep({
      what: 'removing files without a record',
      everyMs: UPLOAD_SWEEP_MS,
      run: () => leftFiles.sweep(),
      log,
    }),
    createSweep({
      what: 'removing photographs that were deleted or never stored',
      everyMs: UPLOAD_SWEEP_MS,
      run: () => photographs.sweep(),
      log,
    }),
    createSweep({
      what: 'removing parts of files that nobody goes on sending',
      everyMs: PARTS_SWEEP_MS,
      run: () => uploadParts.sweep(),
      log,
    }),
    createSweep({
      what: 'removing deleted documents for good',
      everyMs: PURGE_SWEEP_MS,
      run: () => deletions.purge(),
      log,
    }),
    createSweep({
      what: 'going on with changes of several documents',
      everyMs: BULK_SWEEP_MS,
      run: (signal) => bulk.sweep(signal),
      log,
    }),
    createSweep({
      what: 'making jobs that documents wait for in vain',
      everyMs: LOST_JOB_SWEEP_MS,
      atOnce: true,
      run: () => processing.lostJobs.sweep(),
      log,
    }),
    // these at once as well: a new version of the service may have just been started
    createSweep({
      what: 'making the search index of pages that were read before',
      everyMs: MARKS_SWEEP_MS,
      atOnce: true,
      run: (signal) => markAll(texts, signal),
      log,
    }),
    createSweep({
      what: 'looking for documents that nobody has read',
      everyMs: wordSweepMs,
      atOnce: true,
      run: (signal) => words.sweep(signal),
      log,
    }),
  );
  await erasePeopleIn(host, userEvents.erased, [
    namesIn(models.documents, documentNames),
    namesIn(models.pages, pageNames),
    namesIn(alignmentRows, alignmentNames),
    namesIn(models.photographs, photographNames),
    namesIn(bulkRows, bulkNames),
  ]);
  const search = new PageSearch({ documents, repository, texts, access });
  const hidden = removedProjects(project, host.broker, () => host.asSelf());
  const isServed = async (projectId: string, documentId: string | undefined): Promise<boolean> =>
    !(await hidden.has(projectId)) && (!documentId || (await repository.projectOf(documentId)) !== undefined);
  const pyramids = {
    find: async (documentId: string, page: number) => {
      const projectId = await repository.projectOf(documentId);
      if (!projectId || (await hidden.has(projectId))) return null;
      return repository.findPyramid(documentId, page);
    },
  };
  const files = createFileServer({
    blobs,
    pyramids,
    isServed,
    secrets: believedSecrets(config),
    clock,
    onLook: (documentId) => processing.lookedAt(documentId),
    log,
  });
  const regions = new RegionPictures({ documents, tiles: files.tiles });
  const setGroundScale = createSetGroundScale({ documents, pageWriter, clock });
  const correctPageKinds = createCorrectPageKinds({
    ...{ documents, repository, pageWriter, clock },
    volumes: { ask: (documentId) => processing.sheetsChanged(documentId) },
  });
  const titleBlocks = createTitleBlocks({ documents, repository, pageWriter, clock });
  const alignments = createAlignments({
    documents,
    repository: alignmentRepository,
    writer: host.writer(alignmentRows),
  });
  const parts = {
    uploads,
    uploadParts,
    documents,
    deletions,
    bulk,
    removed,
    classifying,
    processing,
    search,
    regions,
    titleBlocks,
    setGroundScale,
    correctPageKinds,
    alignments,
    photographs,
    addPhotograph,
    links,
  };
  host.serve(DocumentServiceService, handlers(parts), policies);
  host.consume(
    ...consumers({ deletions, photographs, uploadParts, bulk, processing, ...(classifiesUploads && { classifying }) }),
  );

  // every copy of the service hears of it, not only the one that deletes the files
  const unwatch = watchEvents(host.broker, documentEvents.deleted, ({ entityId }) => files.forget(entityId));
  // which documents a project has it does not tell, nor which were deleted while the connection was broken: tiles that are still
  // looked at are read once more
  hidden.onChange(() => files.forget());
  lifecycle.onStop('drain-grpc', 'deleted documents', unwatch);
  const server = createServer(files.answer);
  host.http({ what: 'file server', server, host: config.FILES_HOST, port: config.FILES_PORT });
  const running = await host.run();
  return { ...running, filesPort: (server.address() as AddressInfo | null)?.port ?? 0 };
}

function endpointOf(config: DocumentConfig): ClassifierEndpoint | undefined {
  const settings = chatEndpointOf(config);
  return settings && createClassifierEndpoint(settings);
}

export const service: ServiceModule<DocumentConfig> = {
  name: 'document',
  readConfig,
  start,
  lastResortMs: UPLOAD_LAST_RESORT_MS,
};
