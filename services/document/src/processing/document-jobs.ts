import { unlessNotFound, type CallContext, type CallParent, type Client, type Clock } from '@symbio/kit';
import type { JobServiceService } from '@symbio/proto/job';
import type { DocumentJob, DocumentRow } from '../model.js';
import { READING_PRIORITY } from './reading-priority.js';

/** The job that reads what a document's pictures say after they are made; how urgent it is: `reading-priority.ts`. */
export const ANALYSIS = 'background-analyze-pages';
/** Milliseconds within which a job that the document names may still be on its way to the job service. */
export const CREATION_MS = 30_000;

/** Somebody looks at the page and waits. */
export const SINGLE_PAGES_PRIORITY = 2;

export type JobsClient = Pick<Client<typeof JobServiceService>, 'createJob' | 'getJob' | 'cancelJob' | 'hurryJob'>;

/** What a job is told of its document. */
type AnalysedDocument = Pick<DocumentRow, '_id' | 'projectId' | 'fileName' | 'category' | 'rev'>;

/** What the job service is told of the job itself. */
type MadeJob = Pick<DocumentJob, 'id' | 'type' | 'pageNumbers'>;

/** That of a job that is made again; left out: that of its type. */
function priorityOf({ type, pageNumbers = [] }: MadeJob): number | undefined {
  if (pageNumbers.length > 0) return SINGLE_PAGES_PRIORITY;
  return type === ANALYSIS ? READING_PRIORITY.batch : undefined;
}

/** What the document service asks of the job service about a document's job. */
export function documentJobs(jobs: JobsClient, asSelf: (requestId?: string) => Promise<CallParent>, clock: Clock) {
  /**
   * @param priority left out: that of its type
   * @param requestId of the request that it follows from; left out where nobody asked
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
    /** The same id again makes no second job. */
    createAnalysis: (
      document: AnalysedDocument,
      { id }: Pick<DocumentJob, 'id'>,
      priority: number,
      requestId?: string,
    ): Promise<void> => create(document, { id, type: ANALYSIS }, priority, requestId),

    /** A job that a document has and the job service does not know. The same id again makes no second job. */
    makeAgain: (document: AnalysedDocument, job: MadeJob): Promise<void> => create(document, job, priorityOf(job)),

    /** Whether it is not over yet, or was made so recently that the job service may not have it. */
    async isAlive({ id, since }: DocumentJob, context: CallContext): Promise<boolean> {
      const answer = await unlessNotFound(jobs.getJob({ id }, context));
      if (answer) return answer.job?.status !== 'completed' && answer.job?.status !== 'failed';
      return clock.now().getTime() - since.getTime() < CREATION_MS;
    },

    /** Somebody waits for it. One that is not known there (yet) is left to those who see to it that it is made. */
    async hurry({ id }: DocumentJob, priority: number): Promise<void> {
      await unlessNotFound(jobs.hurryJob({ id, priority }, await asSelf()));
    },

    /** Whether the job service knows it. */
    async isKnown({ id }: Pick<DocumentJob, 'id'>): Promise<boolean> {
      return (await unlessNotFound(jobs.getJob({ id }, await asSelf()))) !== undefined;
    },
  };
}

export type DocumentJobs = ReturnType<typeof documentJobs>;
