import { newId, type Actor, type Clock } from '@symbio/runtime';
import type { FinishProcessingRequest } from '@symbio/proto/document';
import type { DocumentJob, DocumentRow } from '../model.js';
import type { VolumeSettling } from '../title-block/settle-volume.js';
import type { DocumentRepository } from '../repository.js';
import { ANALYSIS, type DocumentJobs } from './document-jobs.js';
import { readingPriority } from './reading-priority.js';
import { restingOf, type DocumentRecords } from './records.js';

/** Pages whose text must be read off pictures get a separate job; the pictures are usable until then. */
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
    // before the document reports completion
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
    // idempotent by id: also on a repeated call
    if (row.job?.automatic && row.job.follows === jobId) {
      const priority = await readingPriority(row, repository);
      await jobsOf.createAnalysis(row, row.job, priority, actor.requestId);
    }
    return row;
  };
}
