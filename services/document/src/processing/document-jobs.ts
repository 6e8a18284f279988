import { unlessNotFound, type Clock } from '@symbio/runtime';
import type { CallContext, CallParent, Client } from '@symbio/rpc';
import type { JobServiceService } from '@symbio/proto/job';
import type { DocumentJob, DocumentRow } from '../model.js';
import { READING_PRIORITY } from './reading-priority.js';

/** Type of the job that reads text off pictures after they are made; priorities: `reading-priority.ts`. */
export const ANALYSIS = 'background-analyze-pages';
/** Milliseconds within which a job named by its document may not have reached the job service yet. */
export const CREATION_MS = 30_000;

/** A person is waiting for the page. */
export const SINGLE_PAGES_PRIORITY = 2;

export type JobsClient = Pick<Client<typeof JobServiceService>, 'createJob' | 'getJob' | 'cancelJob' | 'hurryJob'>;

type AnalysedDocument = Pick<DocumentRow, '_id' | 'projectId' | 'fileName' | 'category' | 'rev'>;

type MadeJob = Pick<DocumentJob, 'id' | 'type' | 'pageNumbers'>;

/** Priority of a recreated job; absent: the default of its type. */
function priorityOf({ type, pageNumbers = [] }: MadeJob): number | undefined {
  if (pageNumbers.length > 0) return SINGLE_PAGES_PRIORITY;
  return type === ANALYSIS ? READING_PRIORITY.batch : undefined;
}

export function documentJobs(jobs: JobsClient, asSelf: (requestId?: string) => Promise<CallParent>, clock: Clock) {
  /**
   * @param priority absent: the default of the type
   * @param requestId of the causing request; absent for automatic jobs
   */
  async function create(
    { _id, projectId, fileName, category, rev }: AnalysedDocument,
    { id, type, pageNumbers = [] }: MadeJob,
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
      },
      await asSelf(requestId),
    );
  }

  return {
    /** Idempotent by id. */
    createAnalysis: (
      document: AnalysedDocument,
      { id }: Pick<DocumentJob, 'id'>,
      priority: number,
      requestId?: string,
    ): Promise<void> => create(document, { id, type: ANALYSIS }, priority, requestId),

    /** Recreates a job that the job service does not know. Idempotent by id. */
    makeAgain: (document: AnalysedDocument, job: MadeJob): Promise<void> => create(document, job, priorityOf(job)),

    /** Whether it has not ended, or is so recent that the job service may not have it yet. */
    async isAlive({ id, since }: DocumentJob, context: CallContext): Promise<boolean> {
      const answer = await unlessNotFound(jobs.getJob({ id }, context));
      if (answer) return answer.job?.status !== 'completed' && answer.job?.status !== 'failed';
      return clock.now().getTime() - since.getTime() < CREATION_MS;
    },

    /** Raises the priority. An unknown job is ignored: the sweep of lost jobs creates it. */
    async hurry({ id }: DocumentJob, priority: number): Promise<void> {
      await unlessNotFound(jobs.hurryJob({ id, priority }, await asSelf()));
    },

    async isKnown({ id }: Pick<DocumentJob, 'id'>): Promise<boolean> {
      return (await unlessNotFound(jobs.getJob({ id }, await asSelf()))) !== undefined;
    },
  };
}

export type DocumentJobs = ReturnType<typeof documentJobs>;
