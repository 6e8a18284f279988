import {
  AppError,
  conflict,
  invalidFields,
  newId,
  notFound,
  unlessNotFound,
  type Actor,
  type AppErrorCode,
  type Clock,
} from '@symbio/runtime';
import type { CallContext } from '@symbio/rpc';
import { DEFAULT_LIMITS } from '@symbio/page-engine/pipeline';
import type { ProcessDocumentRequest } from '@symbio/proto/document';
import type { Job } from '@symbio/proto/job';
import type { Documents } from '../documents/documents.js';
import type { DocumentJob, DocumentRow } from '../model.js';
import { isJobType, JOB_TYPES, type JobType } from '@symbio/proto/job/vocabulary';
import { AWAITED_PRIORITY, type DocumentJobs, type JobsClient } from './document-jobs.js';
import { idleStatusOf, type DocumentRecords } from './document-records.js';

/** DOC-30. */
const DEFAULT_JOB_TYPE: JobType = 'document-specific';

export interface StartProcessingDeps {
  documents: Pick<Documents, 'visible'>;
  records: DocumentRecords;
  jobs: Pick<JobsClient, 'createJob' | 'getJob'>;
  documentJobs: Pick<DocumentJobs, 'isActive' | 'cancelOwn'>;
  clock: Clock;
}

export interface StartedProcessing {
  jobId: string;
  jobType: string;
  document: DocumentRow;
}

/** Make what a job that processes the whole document makes, too. */
const WHOLE: readonly JobType[] = ['document-specific', 'ingest-generic-pdf'];

/** For replacing a document's automatic job. */
const MAX_ATTEMPTS = 3;

/** The job may have been created. */
const UNCERTAIN: readonly AppErrorCode[] = ['UNAVAILABLE', 'DEADLINE_EXCEEDED', 'CANCELLED', 'INTERNAL'];
const isRefusal = (error: unknown): boolean => error instanceof AppError && !UNCERTAIN.includes(error.code);

const busy = (): AppError =>
  conflict(
    'already_processing',
    'This document is being processed already. Wait until that has finished, or cancel the job.',
  );

/** Whether the service created the job: for its text, or as the first that makes its pages. */
const isOwn = ({ job }: DocumentRow): boolean => job?.automatic === true || job?.own === true;

/** At most one job at a time. */
export function createStartProcessing({ documents, records, jobs, documentJobs, clock }: StartProcessingDeps) {
  /** Cancels a job of the service. @throws AppError while a requested job has the document */
  async function cancelOwnJob(document: DocumentRow, context: CallContext): Promise<void> {
    const { job } = document;
    if (!job || !(await documentJobs.isActive(job, context))) return;
    if (!isOwn(document)) throw busy();
    const isCancelled = await documentJobs.cancelOwn(job);
    // a reading stops at its next page; pages in the making are not thrown away
    if (!isCancelled && !job.automatic) throw busy();
  }

  /** Service processes a map by itself: a person's request for the same is that job. */
  const isUnderWay = async (document: DocumentRow, job: DocumentJob, context: CallContext): Promise<boolean> =>
    document.job?.own === true &&
    !job.pageNumbers &&
    WHOLE.includes(job.type as JobType) &&
    documentJobs.isActive(document.job, context);

  /** Replaces a concurrently started job of the service, unless it does the same. */
  async function assignJob(before: DocumentRow, job: DocumentJob, context: CallContext): Promise<DocumentRow> {
    for (let row = before, attempt = 1; ; attempt++) {
      const known = row;
      let concurrent: DocumentRow | undefined;
      // an earlier try assigned it, but its call to the job service failed
      if (known.job?.id === job.id || (await isUnderWay(known, job, context))) return known;
      await cancelOwnJob(known, context);
      try {
        return await records.change(known._id, context.actor, (document) => {
          if (document.job && ![known.job?.id, job.id].includes(document.job.id)) {
            concurrent = document;
            throw busy();
          }
          const pagesJob = document.pagesJob ?? (job.type === 'classify-document' ? undefined : job.id);
          return { job, processingStatus: 'queued', processingError: '', ...(pagesJob && { pagesJob }) };
        });
      } catch (error) {
        if (!concurrent || !isOwn(concurrent) || attempt === MAX_ATTEMPTS) throw error;
        row = concurrent;
      }
    }
  }

  async function releaseDocument(documentId: string, jobId: string, actor: Actor): Promise<void> {
    const counts = await records.counts(await records.find(documentId));
    await records.change(documentId, actor, (document) =>
      document.job?.id === jobId ? { job: undefined, processingStatus: idleStatusOf(document, counts) } : undefined,
    );
  }

  /** Of an earlier try. @throws AppError FAILED_PRECONDITION if another document has the id */
  async function findEarlierJob(id: string, documentId: string, context: CallContext): Promise<Job | undefined> {
    const found = (await unlessNotFound(jobs.getJob({ id }, context)))?.job;
    if (found && found.payload?.documentId !== documentId)
      throw conflict('id_taken', 'This id belongs to the job of another document.');
    return found;
  }

  return async function startProcessing(
    request: ProcessDocumentRequest,
    context: CallContext,
  ): Promise<StartedProcessing> {
    const jobId = request.jobId || newId();
    const jobType = request.jobType || DEFAULT_JOB_TYPE;
    if (!isJobType(jobType)) throw invalidFields({ jobType: `jobType must be one of ${JOB_TYPES.join(', ')}` });
    const before = await documents.visible(request.id, 'process', context);
    if (request.projectId && request.projectId !== before.projectId) throw notFound('Document');
    const known = request.jobId ? await findEarlierJob(jobId, before._id, context) : undefined;
    if (known) return { jobId, jobType: known.type, document: before };
    const pageNumbers = checkNumbers(request.pageNumbers, before);
    const job: DocumentJob = {
      ...{ id: jobId, type: jobType, since: clock.now() },
      ...(pageNumbers.length > 0 && { pageNumbers }),
    };
    const queued = await assignJob(before, job, context);
    if (queued.job && queued.job.id !== job.id)
      return { jobId: queued.job.id, jobType: queued.job.type, document: queued };
    try {
      await jobs.createJob(
        {
          id: job.id,
          type: jobType,
          payload: { documentId: queued._id, projectId: queued.projectId, pageNumbers },
          ...(pageNumbers.length > 0 && { priority: AWAITED_PRIORITY }),
          documentFilename: queued.fileName,
          documentCategory: queued.category,
          documentRev: queued.rev,
          expectedPages: pageNumbers.length || queued.totalPages || queued.filePages,
        },
        context,
      );
    } catch (error) {
      // otherwise the sweep creates the job if missing
      if (isRefusal(error)) await releaseDocument(request.id, job.id, context.actor);
      throw error;
    }
    return { jobId: job.id, jobType, document: queued };
  };
}

/** @throws AppError for numbers that are not pages of the document */
function checkNumbers(numbers: readonly number[], { totalPages }: DocumentRow): number[] {
  const known = totalPages || DEFAULT_LIMITS.pages;
  if (numbers.some((number) => !Number.isInteger(number) || number < 1 || number > known))
    throw invalidFields({ page_numbers: `page_numbers must be from 1 to ${known}` });
  return [...new Set(numbers)].sort((a, b) => a - b);
}
