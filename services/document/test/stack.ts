/** Document and job service with a fake project service, on the test run's MongoDB and NATS. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { AppError, newId, notFound, type Actor } from '@symbio/runtime';
import type { Client } from '@symbio/rpc';
import { callAs, fakeService, testClient, testKeys } from '@symbio/rpc/testing';
import { eventually, person } from '@symbio/runtime/testing';
import { testConfig } from '@symbio/mongo/testing';
import { testEvents, type TestEvents } from '@symbio/events/testing';
import { start as startJob } from '@symbio/job/start';
import { DocumentEvent, DocumentServiceService, PageEvent, type Document, type Page } from '@symbio/proto/document';
import { JobEvent, jobEvents, JobServiceService, type Job } from '@symbio/proto/job';
import { Project, ProjectServiceService, SiteVisit } from '@symbio/proto/project';
import { freePort } from '@symbio/fixtures/ports';
import { start as startDocument, type RunningDocumentService } from '../src/start.js';
import { start as startWorker } from '../src/worker/start.js';

export interface Stack {
  blobDir: string;
  config: {
    BLOB_URL: string;
    FILES_SECRET: string;
    SYMBIO_DOCUMENT_ADDR: string;
    SYMBIO_JOB_ADDR: string;
  } & ReturnType<typeof testConfig>;
  jobDatabase: string;
  projectId: string;
  /** By subject and project. */
  roles: Record<string, Record<string, string>>;
  /** Existing site visits; tests may add some. */
  visits: { projectId: string; visitId: string }[];
  /** Where properties are, null if unknown, by project; tests may add some. Other projects are NOT_FOUND. */
  properties: Record<string, { longitude: number; latitude: number } | null>;
  editor: Actor;
  viewer: Actor;
  stranger: Actor;
  events: TestEvents;
  documents: Client<typeof DocumentServiceService>;
  jobs: Client<typeof JobServiceService>;
  service: RunningDocumentService;
  startWorker(): ReturnType<typeof startWorker>;
  /** Advances the job service's clock until all silent workers' leases have expired. */
  outlastLeases(): void;
  upload(
    file: Buffer,
    header?: { id?: string; fileName?: string; category?: string; projectId?: string },
    actor?: Actor,
  ): Promise<Document>;
  readyPages(documentId: string): number[];
  /** Publishes the state of a job that the job service need not have. @param rev rises with each state */
  publishJob(documentId: string, job: Partial<Job>, rev: number): Promise<void>;
  stop(): Promise<void>;
}

export interface StackOptions {
  wordSweepMs?: number;
  /** Automatic classification; default false, so tests control it. */
  classifiesUploads?: boolean;
}

const LEASE_SECONDS = 30;

export async function startStack({ wordSweepMs, classifiesUploads = false }: StackOptions = {}): Promise<Stack> {
  const folder = await mkdtemp(path.join(tmpdir(), 'symbio-document-test-'));
  const projectId = newId();
  const [editor, viewer, stranger] = [person(), person(), person()];
  const roles: Stack['roles'] = { [editor.sub]: { [projectId]: 'editor' }, [viewer.sub]: { [projectId]: 'viewer' } };
  const visits: Stack['visits'] = [];
  const properties: Stack['properties'] = {};
  const projects = await fakeService(ProjectServiceService, {
    checkAccess: ({ projectIds }, { actor }) => {
      const own = roles[actor.sub] ?? {};
      return Promise.resolve({
        roles: Object.fromEntries(projectIds.flatMap((id) => (own[id] ? [[id, own[id]]] : []))),
      });
    },
    checkAccessOf: ({ projectIds, userId }) =>
      Promise.resolve({
        roles: Object.fromEntries(projectIds.flatMap((id) => (roles[userId]?.[id] ? [[id, roles[userId][id]]] : []))),
      }),
    getProject: ({ id }) => {
      const place = properties[id];
      if (place === undefined) return Promise.reject(notFound('Project'));
      const project = { id, ...(place && { propertyLocation: { ...place, origin: 'person' } }) };
      return Promise.resolve({ project: Project.fromPartial(project) });
    },
    listVisibleProjects: (_request, { actor }) =>
      Promise.resolve({ all: actor.role === 'administrator', roles: roles[actor.sub] ?? {} }),
    listSiteVisits: ({ projectId: of }) => {
      const own = visits.filter(({ projectId }) => projectId === of);
      return Promise.resolve({ siteVisits: own.map(({ visitId }) => SiteVisit.fromPartial({ id: visitId })) });
    },
  });
  const base = testConfig('document');
  const events = await testEvents(base, 'document', 'job');

  // the services need each other's address, so one port is chosen in advance
  const jobPort = await freePort();
  const service = await startDocument(
    {
      ...base,
      BLOB_URL: pathToFileURL(folder).href,
      FILES_SECRET: 'a-secret-for-signed-addresses',
      FILES_HOST: '127.0.0.1',
      FILES_PORT: 0,
      FILES_PUBLIC_URL: '',
      AI_BASE_URL: '',
      AI_MODEL: '',
      AI_API_KEY: '',
      AI_LIMIT_SECONDS: 5,
      SYMBIO_PROJECT_ADDR: projects.address,
      SYMBIO_JOB_ADDR: `127.0.0.1:${jobPort}`,
    },
    { wordSweepMs, classifiesUploads },
  );
  let ahead = 0;
  const jobConfig = testConfig('job');
  const job = await startJob(
    {
      ...jobConfig,
      GRPC_PORT: jobPort,
      SYMBIO_PROJECT_ADDR: projects.address,
      JOB_LEASE_SECONDS: LEASE_SECONDS,
      JOB_RETRY_SECONDS: [0.1],
      JOB_SWEEP_SECONDS: 0.2,
      JOB_PATIENCE_HOURS: 24,
    },
    { clock: { now: () => new Date(Date.now() + ahead) } },
  );
  const documents = testClient(DocumentServiceService, service.address);
  const jobs = testClient(JobServiceService, job.address);
  const config = {
    ...base,
    ...testKeys('document-worker'),
    BLOB_URL: pathToFileURL(folder).href,
    FILES_SECRET: 'a-secret-for-signed-addresses',
    SYMBIO_DOCUMENT_ADDR: service.address,
    SYMBIO_JOB_ADDR: job.address,
  };
  return {
    blobDir: folder,
    config,
    jobDatabase: jobConfig.MONGODB_DB,
    projectId,
    roles,
    visits,
    properties,
    editor,
    viewer,
    stranger,
    events,
    documents: documents.client,
    jobs: jobs.client,
    service,
    publishJob: (documentId, job, rev) =>
      events.publish(jobEvents.changed, {
        ...{ entityId: job.id ?? '', scope: projectId, rev },
        data: JobEvent.fromPartial({
          job: { type: 'document-specific', updatedAt: new Date(), payload: { documentId, projectId }, ...job },
        }),
      }),
    startWorker: () =>
      startWorker({
        ...config,
        WORKER_CONCURRENCY: 1,
        WORKER_ANALYSES: 1,
        WORKER_URGENT: 1,
        MODELS_DIR: '',
        WORKER_HEARTBEAT_SECONDS: 0.5,
      }),
    outlastLeases() {
      ahead += LEASE_SECONDS * 1_000;
    },
    async upload(
      file,
      { id = '', fileName = 'map.pdf', category = '', projectId: project = projectId } = {},
      actor = editor,
    ) {
      const { document } = await documents.client.uploadDocument(
        uploadOf(file, { id, projectId: project, fileName, category }),
        await callAs(actor),
      );
      if (!document) throw new Error('the upload answered without a document');
      return document;
    },
    readyPages: (documentId) => publishedPages(events, 'page.ready', documentId).map(({ pageNumber }) => pageNumber),
    async stop() {
      documents.close();
      jobs.close();
      await job.stop();
      await service.stop();
      await projects.close();
      await events.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** Milliseconds; 15 s suffice on an idle machine. */
const PATIENCE_MS = 240_000;
/** Above {@link PATIENCE_MS}, so the failed expectation is reported. */
export const PATIENT_TEST_MS = 300_000;

/** `eventually` with the timeout for workers. */
export const patiently = <T>(check: () => Promise<T> | T): Promise<T> => eventually(check, PATIENCE_MS);

/** Header, then chunks of 64 KB. */
export async function* uploadOf<Header>(file: Buffer, header: Header) {
  yield { part: { $case: 'header' as const, value: header } };
  for (let at = 0; at < file.length; at += 65_536) {
    yield await Promise.resolve({ part: { $case: 'chunk' as const, value: file.subarray(at, at + 65_536) } });
  }
}

export const publishedPages = (events: TestEvents, name: string, documentId: string): Page[] =>
  events.published
    .filter((event) => event.name === name)
    .flatMap(({ data }) => PageEvent.fromJSON(data).page ?? [])
    .filter((page) => page.documentId === documentId);

/** Removes repetitions. */
const changes = (all: readonly string[]): string[] => all.filter((one, index) => one !== all[index - 1]);

export const statusesOf = (events: TestEvents, jobId: string): string[] =>
  changes(events.of(jobId).map(({ data }) => JobEvent.fromJSON(data).job?.status ?? ''));

/** Published states of a document, without repetitions. */
export const processingOf = (events: TestEvents, documentId: string): string[] =>
  changes(events.of(documentId).map(({ data }) => DocumentEvent.fromJSON(data).document?.processingStatus ?? ''));

/** Error of a refused call. @throws Error if it succeeds */
export async function refusal(call: Promise<unknown>): Promise<AppError> {
  const error: unknown = await call.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  if (error instanceof AppError) return error;
  throw new Error('the call was not refused');
}
