import { AppError, unlessNotFound, type Clock } from '@symbio/runtime';
import type { CallContext, CallParent, Client } from '@symbio/rpc';
import type { JobServiceService } from '@symbio/proto/job';
import type { DocumentJob, DocumentRow } from '../model.js';
import { isInTurn } from './in-turn.js';
import { READING_PRIORITY } from './reading-priority.js';

/** Reads text off existing pictures; priorities: `reading-priority.ts`. */
export const ANALYSIS = 'background-analyze-pages';
/** Milliseconds within which a document's job may not have reached the job service. */
export const CREATION_MS = 30_000;

/** Of pages that a person waits for: urgent (decision 0085). */
export const AWAITED_PRIORITY = 2;

export type JobsClient = Pick<Client<typeof JobServiceService>, 'createJob' | 'getJob' | 'cancelJob' | 'hurryJob'>;

type JobDocument = Pick<DocumentRow, '_id' | 'projectId' | 'fileName' | 'category' | 'rev'> &
  Partial<Pick<DocumentRow, 'totalPages' | 'filePages'>>;

type NewJob = Pick<DocumentJob, 'id' | 'type' | 'pageNumbers'> & Partial<Pick<DocumentJob, 'since'>>;

/** For a recreated job; absent: the default of its type. */
function priorityOf({ type, pageNumbers = [], since }: NewJob): number | undefined {
  if (pageNumbers.length > 0) return AWAITED_PRIORITY;
  if (type === ANALYSIS && since && isInTurn({ since })) return READING_PRIORITY.last;
  return type === ANALYSIS ? READING_PRIORITY.upload : undefined;
}

export function createDocumentJobs(
  jobs: JobsClient,
  asSelf: (requestId?: string) => Promise<CallParent>,
  clock: Clock,
) {
  /** @param priority absent: the default of the type */
  async function create(
    { _id, projectId, fileName, category, rev, totalPages = 0, filePages = 0 }: JobDocument,
    { id, type, pageNumbers = [] }: NewJob,
    priority?: number,
    requestId?: string,
  ): Promise<void> {
    await jobs.createJob(
      {
        id,
        type,
        ...(priority !== undefined && { priority }),
        payload: { documentId: _id, projectId, pageNumbers: [...pageNumbers] },
        documentFilename: fileName,
        documentCategory: category,
        documentRev: rev,
        expectedPages: pageNumbers.length || totalPages || filePages,
      },
      await asSelf(requestId),
    );
  }

  return {
    /** Idempotent by id. */
    createAnalysis: (
      document: JobDocument,
      { id }: Pick<DocumentJob, 'id'>,
      priority: number,
      requestId?: string,
    ): Promise<void> => create(document, { id, type: ANALYSIS }, priority, requestId),

    /** Idempotent by id. */
    createPages: (document: JobDocument, job: NewJob): Promise<void> => create(document, job),

    /** @returns false if it has begun, and continues */
    async cancelOwn({ id }: Pick<DocumentJob, 'id'>): Promise<boolean> {
      try {
        // one that was never created needs nothing
        await unlessNotFound(jobs.cancelJob({ id }, await asSelf()));
        return true;
      } catch (error) {
        if (error instanceof AppError && error.code === 'FAILED_PRECONDITION') return false;
        throw error;
      }
    },

    /** For a job that the job service does not know. Idempotent by id. */
    recreate: (document: JobDocument, job: NewJob): Promise<void> => create(document, job, priorityOf(job)),

    /** True also for a job so recent that the job service may not have it. */
    async isActive({ id, since }: DocumentJob, context: CallContext): Promise<boolean> {
      const answer = await unlessNotFound(jobs.getJob({ id }, context));
      if (answer) return answer.job?.status !== 'completed' && answer.job?.status !== 'failed';
      return clock.now().getTime() - since.getTime() < CREATION_MS;
    },

    /** An unknown job is ignored: the sweep of lost jobs creates it. */
    async raisePriority({ id }: DocumentJob, priority: number): Promise<void> {
      await unlessNotFound(jobs.hurryJob({ id, priority }, await asSelf()));
    },

    async exists({ id }: Pick<DocumentJob, 'id'>): Promise<boolean> {
      return (await unlessNotFound(jobs.getJob({ id }, await asSelf()))) !== undefined;
    },
  };
}

export type DocumentJobs = ReturnType<typeof createDocumentJobs>;
