import { setTimeout } from 'node:timers/promises';
import { about, act, opens, unseen } from '../http/audit/audit-subject.js';
import { lastSeen, seen } from '@symbio/api';
import { type Router, type Request } from 'express';
import { invalidFields, named, notFound } from '@symbio/runtime';
import { STREAM_LIMIT_MS, type CallParent } from '@symbio/rpc';
import type { Document } from '@symbio/proto/document';
import type { Job } from '@symbio/proto/job';
import { z } from 'zod';
import type { RateLimits } from '../http/auth/rate-limits.js';
import type { Clients } from '../clients.js';
import {
  body,
  given,
  listOf,
  namedId,
  paging,
  optionalPaging,
  pathId,
  requiredId,
  requiredIdOf,
  text,
} from '../http/input.js';
import { presentDeletedDocument, presentDocument, presentPage } from '../present/documents.js';
import { presentQueuePlace } from '../present/jobs.js';
import { list } from '../http/lists.js';
import { parentOf, query, requestOf } from '../http/request.js';
import { methods, strictRouter } from '../http/routing.js';

const groundScale = z.strictObject({
  feet_per_pixel: z.number({ message: 'feet_per_pixel must be a number, or null' }).nullable(),
});
const update = z.strictObject({ title: text, description: text, category: text, updated_at: seen });
const known = z.strictObject({
  project_id: text,
  sha256: z.array(z.string(), { message: 'sha256 must be a list of hashes' }),
});
const completion = z.strictObject({
  project_id: text,
  file_name: text,
  category: text,
  size: z.int({ message: 'size must be a number of bytes' }).min(0, 'size must be a number of bytes'),
  sha256: text,
});
const reference = z.strictObject({ documentId: text, projectId: text, jobType: text });

const referenceOf = (input: z.output<typeof reference>) => ({
  id: requiredIdOf(input.documentId, 'documentId', 'Document'),
  projectId: namedId(input.projectId, 'projectId', 'Project'),
});

/** Names the document in a NOT_FOUND, as for a malformed id. @throws AppError NOT_FOUND */
const ofDocument = <T>(answer: Promise<T>): Promise<T> => named('Document', 'documentId', answer);

/** With an Idempotency-Key, a retry uses the same job. */
const jobIdOf = (request: Request): string => requestOf(request).mintId?.() ?? '';

/** Maximum lifetime of a download address in seconds (CONST-03). */
const MAX_EXPIRY_SECONDS = 3600;

/** Documents with their current jobs: two calls regardless of length. */
async function withJobs({ job }: Pick<Clients, 'job'>, documents: Document[], projectId: string, parent: CallParent) {
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
            ...{ id: running.id, type: running.type, status: running.status, progress: running.progress ?? null },
            queue: presentQueuePlace(running.queue),
          }
        : null,
    };
  });
}

/** @throws AppError INVALID_ARGUMENT with the service's message for an invalid lifetime */
function expiresIn(request: Request): number {
  const value = Number(query(request, 'expires_in') ?? MAX_EXPIRY_SECONDS);
  if (Number.isInteger(value) && value >= 1 && value <= MAX_EXPIRY_SECONDS) return value;
  throw invalidFields({ expires_in: `expires_in must be from 1 to ${MAX_EXPIRY_SECONDS} seconds` });
}

/** @throws AppError NOT_FOUND if not a valid page number */
function pageNumber(request: Request): number {
  const value = Number(request.params['page_number']);
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

/** Documents, pages and their processing. Uploads are in files/upload.ts. */
export function documents(
  clients: Pick<Clients, 'document' | 'job'>,
  limits: Pick<RateLimits, 'classifications'>,
): Router {
  const { document } = clients;
  const router = strictRouter();
  methods(router, '/pages/:id/ground-scale', about('page'), {
    put: [
      async (request, response) => {
        const { feet_per_pixel: feetPerPixel } = body(request, groundScale);
        const { page } = await document.setGroundScale(
          { pageId: pathId(request, 'Page'), ...(feetPerPixel === null ? {} : { feetPerPixel }) },
          parentOf(request),
        );
        response.json({ data: page && presentPage(page) });
      },
    ],
  });
  methods(router, '/documents/known', about('document', { post: opens }), {
    post: [
      async (request, response) => {
        const input = body(request, known);
        const projectId = namedId(input.project_id, 'project_id', 'Project');
        const { documents: found } = await document.findByHash({ projectId, sha256: input.sha256 }, parentOf(request));
        response.json({ data: found.map((each) => presentDocument(each)) });
      },
    ],
  });
  methods(router, '/document-uploads/:id/complete', about('document'), {
    post: [
      async (request, response) => {
        const input = body(request, completion);
        const asked = {
          id: pathId(request, 'Upload'),
          projectId: namedId(input.project_id, 'project_id', 'Project'),
          fileName: input.file_name ?? '',
          category: input.category ?? '',
          size: input.size,
          sha256: input.sha256 ?? '',
        };
        // the whole file is read and rewritten
        const parent = { ...parentOf(request, { unlimited: true }), limitMs: STREAM_LIMIT_MS };
        const { document: made } = await document.finishUpload(asked, parent);
        response.status(201).json({ data: { document: made && presentDocument(made) } });
      },
    ],
  });
  methods(router, '/documents/:id', about('document'), {
    get: [
      async (request, response) => {
        const parent = parentOf(request);
        const { document: found } = await document.getDocument({ id: pathId(request, 'Document') }, parent);
        const [shown] = found ? await withJobs(clients, [found], found.projectId, parent) : [];
        response.json({ data: shown });
      },
    ],
    put: [
      async (request, response) => {
        const id = pathId(request, 'Document');
        const input = body(request, update);
        const { document: changed } = await document.updateDocument(
          {
            ...{ id, title: input.title ?? '', description: given(input.description), category: input.category ?? '' },
            expectedUpdatedAt: lastSeen(input),
          },
          parentOf(request),
        );
        response.json({ data: changed && presentDocument(changed) });
      },
    ],
    delete: [
      async (request, response) => {
        await document.deleteDocument({ id: pathId(request, 'Document') }, parentOf(request));
        response.json({ success: true });
      },
    ],
  });
  methods(router, '/documents/:id/restore', about('document'), {
    post: [
      async (request, response) => {
        const { document: restored } = await document.restoreDocument(
          { id: pathId(request, 'Document') },
          parentOf(request),
        );
        response.json({ data: restored && presentDocument(restored) });
      },
    ],
  });
  methods(router, '/deleted-documents', about('document', { by: { project_id: 'project' } }), {
    get: [
      async (request, response) => {
        const answer = await document.listDeletedDocuments(
          { projectId: requiredId(request, 'project_id', 'Project'), paging: paging(request) },
          parentOf(request),
        );
        response.json(list(answer.documents.map(presentDeletedDocument), answer.pageInfo));
      },
    ],
  });
  methods(router, '/deleted-documents/:id', about('document'), {
    delete: [
      async (request, response) => {
        await document.eraseDocument({ id: pathId(request, 'Document') }, parentOf(request));
        response.json({ success: true });
      },
    ],
  });
  methods(router, '/documents/:id/download-url', about('document', { get: act('exported', 'download') }), {
    get: [
      async (request, response) => {
        const answer = await document.createDownloadUrl(
          {
            id: pathId(request, 'Document'),
            expiresIn: expiresIn(request),
            original: query(request, 'original') === 'true',
          },
          parentOf(request),
        );
        response.json({ data: { url: answer.url, expires_at: answer.expiresAt } });
      },
    ],
  });
  methods(router, '/documents/:id/pages', about('document'), {
    get: [
      async (request, response) => {
        const asked = { documentId: pathId(request, 'Document'), paging: optionalPaging(request) };
        const { pages, pageInfo } = await document.listPages(asked, parentOf(request));
        response.json(
          list(
            pages.map((page) => presentPage(page)),
            pageInfo,
          ),
        );
      },
    ],
  });
  methods(router, '/documents/:id/pages/:page_number/process', about('document'), {
    post: [
      async (request, response) => {
        const started = await document.processDocument(
          { id: pathId(request, 'Document'), pageNumbers: [pageNumber(request)] },
          parentOf(request),
        );
        response.status(202).json({ data: { job_id: started.jobId } });
      },
    ],
  });
  methods(router, '/document-categories', about('document', { get: unseen }), {
    get: [
      async (request, response) => {
        const { categories } = await document.listCategories({}, parentOf(request));
        response.json(listOf(request, categories));
      },
    ],
  });
  methods(router, '/document-classifier', about('document'), {
    post: [
      limits.classifications,
      async (request, response) => {
        const input = body(request, reference);
        const asked = { id: requiredIdOf(input.documentId, 'documentId', 'Document'), recentIsEnough: true };
        const answer = await ofDocument(document.classifyDocument(asked, parentOf(request)));
        const found = answer.document?.classification;
        response.json({
          data: found && {
            suggestedCategory: found.suggestedCategory,
            confidence: found.confidence,
            reasoning: found.reasoning,
            alternatives: found.alternatives,
          },
          error: null,
        });
      },
    ],
  });
  methods(router, '/document-processor', about('document'), {
    post: [
      async (request, response) => {
        const input = body(request, reference);
        const asked = {
          ...referenceOf(input),
          jobType: input.jobType ?? '',
          jobId: jobIdOf(request),
        };
        const answer = await ofDocument(document.processDocument(asked, parentOf(request)));
        response.json({
          data: answer.document ? presentDocument(answer.document) : null,
          success: true,
          jobId: answer.jobId,
          jobType: answer.jobType,
          error: null,
        });
      },
    ],
  });
  methods(router, '/ingest-generic-pdf', about('document'), {
    post: [
      async (request, response) => {
        const input = body(request, reference);
        const parent = parentOf(request);
        const asked = { ...referenceOf(input), jobType: 'ingest-generic-pdf', jobId: jobIdOf(request) };
        const { id } = asked;
        const started = await ofDocument(document.processDocument(asked, parent));
        const pagesSkipped = started.document?.pagesReady ?? 0;
        const found = await waitForJob(clients, id, parent);
        response.json({
          success: found?.processingStatus !== 'failed',
          error: found?.processingError || null,
          result: {
            documentId: id,
            totalPages: found?.totalPages ?? 0,
            pagesProcessed: Math.max(0, (found?.pagesReady ?? 0) - pagesSkipped),
            pagesSkipped,
          },
        });
      },
    ],
  });
  return router;
}

/** GET /api/documents; `to_process=true` lists only maps and aerial images not yet submitted for processing. */
export async function listDocuments(clients: Pick<Clients, 'document' | 'job'>, request: Request) {
  const parent = parentOf(request);
  const projectId = requiredId(request, 'project_id', 'Project');
  const answer = await clients.document.listDocuments(
    {
      projectId,
      paging: paging(request),
      search: query(request, 'search') ?? '',
      category: query(request, 'category') ?? '',
      sort: query(request, 'sort') ?? '',
      order: query(request, 'order') ?? '',
      toProcess: query(request, 'to_process') === 'true',
    },
    parent,
  );
  return list(await withJobs(clients, answer.documents, projectId, parent), answer.pageInfo);
}
