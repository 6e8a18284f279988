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
import type { CallContext, CallParent } from '@symbio/rpc';
import { DEFAULT_LIMITS } from '@symbio/page-engine/pipeline';
import type { ProcessDocumentRequest } from '@symbio/proto/document';
import type { Job } from '@symbio/proto/job';
import type { Documents } from '../documents/documents.js';
import type { DocumentJob, DocumentRow } from '../model.js';
import { isJobType, JOB_TYPES, type JobType } from '@symbio/proto/job/vocabulary';
import { SINGLE_PAGES_PRIORITY, type DocumentJobs, type JobsClient } from './document-jobs.js';
import { idleStatusOf, type DocumentRecords } from './document-records.js';

/** DOC-30. */
const DEFAULT_JOB_TYPE: JobType = 'document-specific';

export interface StartProcessingDeps {
  documents: Pick<Documents, 'visible'>;
  records: DocumentRecords;
  jobs: Pick<JobsClient, 'createJob' | 'cancelJob' | 'getJob'>;
  documentJobs: Pick<DocumentJobs, 'isActive'>;
  asSelf: () => Promise<CallParent>;
  clock: Clock;
}

export interface StartedProcessing {
  jobId: string;
  jobType: string;
  document: DocumentRow;
}

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

/** At most one job at a time. */
export function createStartProcessing({ documents, records, jobs, documentJobs, asSelf, clock }: StartProcessingDeps) {
  /** Cancels an automatic job. @throws AppError while a requested job has the document */
  async function cancelAutomaticJob({ job }: DocumentRow, context: CallContext): Promise<void> {
    if (!job || !(await documentJobs.isActive(job, context))) return;
    if (!job.automatic) throw busy();
    try {
      await jobs.cancelJob({ id: job.id }, await asSelf());
    } catch (error) {
      // a running job stops at its next page; or it was never created
      const expected = error instanceof AppError && ['FAILED_PRECONDITION', 'NOT_FOUND'].includes(error.code);
      if (!expected) throw error;
    }
  }

  /** Replaces a concurrently started automatic job. */
  async function assignJob(before: DocumentRow, job: DocumentJob, context: CallContext): Promise<DocumentRow> {
    for (let row = before, attempt = 1; ; attempt++) {
      const known = row;
      let concurrent: DocumentRow | undefined;
      // an earlier try assigned it, but its call to the job service failed
      if (known.job?.id === job.id) return known;
      await cancelAutomaticJob(known, context);
      try {
        return await records.change(known._id, context.actor, (document) => {
          if (document.job && ![known.job?.id, job.id].includes(document.job.id)) {
            concurrent = document;
            throw busy();
          }
          return { job, processingStatus: 'queued', processingError: '' };
        });
      } catch (error) {
        if (!concurrent?.job?.automatic || attempt === MAX_ATTEMPTS) throw error;
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
    try {
      await jobs.createJob(
        {
          id: job.id,
          type: jobType,
          payload: { documentId: queued._id, projectId: queued.projectId, pageNumbers },
          ...(pageNumbers.length > 0 && { priority: SINGLE_PAGES_PRIORITY }),
          documentFilename: queued.fileName,
          documentCategory: queued.category,
          documentRev: queued.rev,
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
