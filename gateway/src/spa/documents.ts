import { setTimeout } from 'node:timers/promises';
import { app, lastSeen } from '@symbio/api';
import { invalidFields, named, notFound } from '@symbio/runtime';
import type { CallParent } from '@symbio/rpc';
import type { Document } from '@symbio/proto/document';
import type { Job } from '@symbio/proto/job';
import type { Clients } from '../clients.js';
import { list, listOf, optionalPageOf, pageOf } from '../http/lists.js';
import { route, type Route } from '../http/serve.js';
import { presentDeletedDocument, presentDocument, presentPage } from '../present/documents.js';
import { presentJobProgress, presentQueuePlace } from '../present/jobs.js';
import { required } from '../present/json.js';
import { success } from '../present/answers.js';

const operations = app.documents;

/** Names the document in a NOT_FOUND, as for a malformed id. @throws AppError NOT_FOUND */
const ofDocument = <T>(answer: Promise<T>): Promise<T> => named('Document', 'documentId', answer);

/** Maximum lifetime of a download address in seconds (CONST-03). */
const MAX_EXPIRY_SECONDS = 3600;

/** Documents with their current jobs: two calls regardless of length. */
async function withJobs(
  { job }: Pick<Clients, 'job'>,
  documents: Document[],
  projectId: string,
  parent: CallParent,
): Promise<app.documents.DocumentWithJobJson[]> {
  const active = new Map<string, Job>();
  if (documents.length > 0)
    for (const found of (await job.listActiveJobs({ projectId }, parent)).jobs)
      if (found.payload) active.set(found.payload.documentId, found);
  return documents.map((document) => {
    const running = active.get(document.id);
    return {
      ...presentDocument(document),
      active_job: running
        ? {
            ...{
              id: running.id,
              type: running.type,
              status: running.status,
              progress: presentJobProgress(running.progress),
            },
            queue: presentQueuePlace(running.queue),
          }
        : null,
    };
  });
}

/** @throws AppError INVALID_ARGUMENT with the service's message for an invalid lifetime */
function expiresIn(text: string | undefined): number {
  const value = Number(text ?? MAX_EXPIRY_SECONDS);
  if (Number.isInteger(value) && value >= 1 && value <= MAX_EXPIRY_SECONDS) return value;
  throw invalidFields({ expires_in: `expires_in must be from 1 to ${MAX_EXPIRY_SECONDS} seconds` });
}

/** @throws AppError NOT_FOUND if not a valid page number */
function pageNumber(text: string): number {
  const value = Number(text);
  if (!Number.isInteger(value) || value < 1) throw notFound('Page');
  return value;
}

/** Maximum wait of an ingest call in milliseconds. */
const INGEST_WAIT_MS = 20_000;
const INGEST_POLL_MS = 250;
/** Document states without further automatic changes. */
const SETTLED = new Set(['pages_ready', 'analysis_complete', 'failed']);

/** Waits for the document's job; returns the current state on timeout. */
async function waitForJob(
  { document }: Pick<Clients, 'document'>,
  id: string,
  parent: CallParent,
): Promise<Document | undefined> {
  const end = Date.now() + INGEST_WAIT_MS;
  for (;;) {
    const { document: found } = await document.getDocument({ id }, parent);
    if (!found || SETTLED.has(found.processingStatus) || Date.now() > end || parent.signal?.aborted) return found;
    await setTimeout(INGEST_POLL_MS);
  }
}

const referenceOf = ({ documentId, projectId }: { documentId: string; projectId?: string | null | undefined }) => ({
  id: documentId,
  projectId: projectId ?? '',
});

const one = (found: Document | undefined) => ({ data: presentDocument(required(found)) });

/** Documents, pages and their processing. Uploads are in files/uploads.ts. */
export function documents(clients: Pick<Clients, 'document' | 'job'>): Route[] {
  const { document } = clients;
  return [
    route(operations.listProjectDocuments, async ({ query }, { parent }) => {
      const { project_id: projectId, search = '', category = '', sort = '', order = '' } = query;
      const asked = { projectId, paging: pageOf(query), search, category, sort, order };
      const answer = await document.listDocuments({ ...asked, toProcess: query.to_process ?? false }, parent);
      return list(await withJobs(clients, answer.documents, projectId, parent), answer.pageInfo);
    }),
    route(operations.findKnownDocuments, async ({ body }, { parent }) => {
      const asked = { projectId: body.project_id ?? '', sha256: body.sha256 };
      const { documents: found } = await document.findByHash(asked, parent);
      return { data: found.map((each) => presentDocument(each)) };
    }),
    route(operations.getDocumentWithJob, async ({ params }, { parent }) => {
      const found = required((await document.getDocument(params, parent)).document);
      const [shown] = await withJobs(clients, [found], found.projectId, parent);
      return { data: required(shown) };
    }),
    route(operations.updateDocument, async ({ params: { id }, body }, { parent }) => {
      const { title, description, category } = body;
      const { document: changed } = await document.updateDocument(
        {
          ...{ id, title: title ?? '', description: description ?? undefined, category: category ?? '' },
          expectedUpdatedAt: lastSeen(body),
        },
        parent,
      );
      return one(changed);
    }),
    route(operations.deleteDocument, async ({ params }, { parent }) => {
      await document.deleteDocument(params, parent);
      return success();
    }),
    route(operations.restoreDocument, async ({ params }, { parent }) =>
      one((await document.restoreDocument(params, parent)).document),
    ),
    route(operations.listDeletedDocuments, async ({ query }, { parent }) => {
      const asked = { projectId: query.project_id, paging: pageOf(query) };
      const answer = await document.listDeletedDocuments(asked, parent);
      return list(answer.documents.map(presentDeletedDocument), answer.pageInfo);
    }),
    route(operations.eraseDocument, async ({ params }, { parent }) => {
      await document.eraseDocument(params, parent);
      return success();
    }),
    route(operations.createDownloadUrl, async ({ params: { id }, query }, { parent }) => {
      const asked = { id, expiresIn: expiresIn(query.expires_in), original: query.original === 'true' };
      const { url, expiresAt } = await document.createDownloadUrl(asked, parent);
      return { data: { url, expires_at: expiresAt } };
    }),
    route(operations.listDocumentPages, async ({ params, query }, { parent }) => {
      const asked = { documentId: params.id, paging: optionalPageOf(query) };
      const { pages, pageInfo } = await document.listPages(asked, parent);
      return list(
        pages.map((page) => presentPage(page)),
        pageInfo,
      );
    }),
    route(operations.processPage, async ({ params }, { parent }) => {
      const asked = { id: params.id, pageNumbers: [pageNumber(params.page_number)] };
      return { data: { job_id: (await document.processDocument(asked, parent)).jobId } };
    }),
    route(operations.setGroundScale, async ({ params, body: { feet_per_pixel: feetPerPixel } }, { parent }) => {
      const asked = { pageId: params.id, ...(feetPerPixel === null ? {} : { feetPerPixel }) };
      return { data: presentPage(required((await document.setGroundScale(asked, parent)).page)) };
    }),
    route(operations.listDocumentCategories, async ({ query }, { parent }) =>
      listOf((await document.listCategories({}, parent)).categories, query),
    ),
    route(operations.classifyDocument, async ({ body }, { parent }) => {
      const asked = { id: body.documentId, recentIsEnough: true };
      const answer = await ofDocument(document.classifyDocument(asked, parent));
      const found = answer.document?.classification;
      return {
        data: found && {
          suggestedCategory: found.suggestedCategory,
          confidence: found.confidence,
          reasoning: found.reasoning,
          alternatives: found.alternatives,
        },
        error: null,
      };
    }),
    route(operations.processDocument, async ({ body }, { parent, keyedId }) => {
      const asked = { ...referenceOf(body), jobType: body.jobType ?? '', jobId: keyedId() };
      const answer = await ofDocument(document.processDocument(asked, parent));
      return {
        data: answer.document ? presentDocument(answer.document) : null,
        success: true as const,
        jobId: answer.jobId,
        jobType: answer.jobType,
        error: null,
      };
    }),
    route(operations.ingestPdf, async ({ body }, { parent, keyedId }) => {
      const asked = { ...referenceOf(body), jobType: 'ingest-generic-pdf', jobId: keyedId() };
      const { id } = asked;
      const started = await ofDocument(document.processDocument(asked, parent));
      const pagesSkipped = started.document?.pagesReady ?? 0;
      const found = await waitForJob(clients, id, parent);
      return {
        success: found?.processingStatus !== 'failed',
        error: found?.processingError || null,
        result: {
          documentId: id,
          totalPages: found?.totalPages ?? 0,
          pagesProcessed: Math.max(0, (found?.pagesReady ?? 0) - pagesSkipped),
          pagesSkipped,
        },
      };
    }),
  ];
}
