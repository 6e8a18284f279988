import { newId, type Actor, type Clock } from '@symbio/runtime';
import type { FinishProcessingRequest } from '@symbio/proto/document';
import type { DocumentJob, DocumentRow } from '../model.js';
import type { VolumeInference } from '../title-block/volume-inference.js';
import type { DocumentRepository } from '../repository.js';
import { ANALYSIS, type DocumentJobs } from './document-jobs.js';
import { failureFields } from '../uploads/protected-file.js';
import { readingPriority } from './reading-priority.js';
import { idleStatusOf, type DocumentRecords } from './document-records.js';

/** Recognizing text off pictures is a separate job; the pictures are usable until then. */
export function createFinishProcessing(
  repository: Pick<DocumentRepository, 'countUploadsNear'>,
  records: DocumentRecords,
  documentJobs: Pick<DocumentJobs, 'createAnalysis'>,
  volumes: Pick<VolumeInference, 'infer'>,
  clock: Clock,
) {
  return async function finishProcessing(
    { documentId, jobId, error, willRetry }: FinishProcessingRequest,
    actor: Actor,
  ): Promise<DocumentRow> {
    const counts = await records.counts(await records.find(documentId));
    // before the document is complete
    await volumes.infer(documentId);
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
      const resting = idleStatusOf(document, counts);
      const isAnalysis = job.automatic === true || job.type === ANALYSIS;
      const left = counts.ready > counts.analyzed || counts.unaudited > 0;
      const follows = !willRetry && !error && !isAnalysis && left;
      return {
        processingStatus: job.automatic ? resting : willRetry ? 'queued' : error ? 'failed' : resting,
        processingError: job.automatic ? '' : error,
        ...(!willRetry && failureFields(error)),
        pagesReady: counts.ready,
        ...(!willRetry && { job: follows ? follower : undefined }),
      };
    });
    // idempotent by id
    if (row.job?.automatic && row.job.follows === jobId) {
      const priority = await readingPriority(row, repository);
      await documentJobs.createAnalysis(row, row.job, priority, actor.requestId);
    }
    return row;
  };
}
