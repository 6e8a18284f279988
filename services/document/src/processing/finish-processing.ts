import { newId, type Actor, type Clock } from '@symbio/kit';
import type { FinishProcessingRequest } from '@symbio/proto/document';
import type { DocumentJob, DocumentRow } from '../model.js';
import type { VolumeSettling } from '../title-block/settle-volume.js';
import type { DocumentRepository } from '../repository.js';
import { ANALYSIS, type DocumentJobs } from './document-jobs.js';
import { readingPriority } from './reading-priority.js';
import { restingOf, type DocumentRecords } from './records.js';

/**
 * The end of a worker's attempt, with a sentence when it failed. Pages whose words have to be read off their
 * pictures get a job of their own then: the pictures are there to be used meanwhile.
 */
export function createFinishProcessing(
  repository: Pick<DocumentRepository, 'uploadedBeside'>,
  records: DocumentRecords,
  jobsOf: Pick<DocumentJobs, 'createAnalysis'>,
  volumes: Pick<VolumeSettling, 'settle'>,
  clock: Clock,
) {
  return async function finishProcessing(
    { documentId, jobId, error, willRetry }: FinishProcessingRequest,
    actor: Actor,
  ): Promise<DocumentRow> {
    const counts = await records.counts(await records.find(documentId));
    // before the document says that all was read
    await volumes.settle(documentId);
    const follower: DocumentJob = {
      id: newId(),
      type: ANALYSIS,
      since: clock.now(),
      automatic: true,
      follows: jobId,
    };
    const row = await records.change(documentId, actor, (document) => {
      const { job } = document;
      if (job?.id !== jobId) return undefined;
      const resting = restingOf(document, counts);
      const isAnalysis = job.automatic === true || job.type === ANALYSIS;
      const left = counts.ready > counts.analyzed || counts.unaudited > 0;
      const follows = !willRetry && !error && !isAnalysis && left;
      return {
        processingStatus: job.automatic ? resting : willRetry ? 'queued' : error ? 'failed' : resting,
        processingError: job.automatic ? '' : error,
        pagesReady: counts.ready,
        ...(!willRetry && { job: follows ? follower : undefined }),
      };
    });
    // also on a repeated call: the same id makes the same job
    if (row.job?.automatic && row.job.follows === jobId) {
      const priority = await readingPriority(row, repository);
      await jobsOf.createAnalysis(row, row.job, priority, actor.requestId);
    }
    return row;
  };
}
