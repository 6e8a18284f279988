import type { CallParent } from '@symbio/rpc';
import type { Clock, Logger } from '@symbio/runtime';
import type { Documents } from '../documents/documents.js';
import type { DocumentRepository, DocumentWriter, PageWriter } from '../repository.js';
import type { PictureFollowing } from '../alignments/follow-pictures.js';
import type { PageTexts } from '../search/page-text-repository.js';
import { createVolumeInference } from '../title-block/volume-inference.js';
import { createBeginProcessing } from './begin-processing.js';
import { createDocumentJobs, type JobsClient } from './document-jobs.js';
import { createFollowJob } from './follow-job.js';
import { createLostJobSweep } from './lost-job-sweep.js';
import { createViewTracker } from './view-tracker.js';
import { createProcessMap } from './process-map.js';
import { createReadUpload } from './read-upload.js';
import { createRecordPage } from './record-page.js';
import { createRecordPageCount } from './record-page-count.js';
import { createDocumentRecords } from './document-records.js';
import { createStartProcessing } from './start-processing.js';

export interface ProcessingDeps {
  documents: Pick<Documents, 'visible'>;
  repository: DocumentRepository;
  writer: DocumentWriter;
  pageWriter: PageWriter;
  texts: PageTexts;
  alignments: Pick<PictureFollowing, 'followPicture'>;
  jobs: JobsClient;
  asSelf: () => Promise<CallParent>;
  clock: Clock;
  log: Logger;
}

export function createProcessing(deps: ProcessingDeps) {
  const { documents, repository, writer, pageWriter, texts, alignments, jobs, asSelf, clock, log } = deps;
  const records = createDocumentRecords(repository, writer);
  const documentJobs = createDocumentJobs(jobs, asSelf, clock);
  const volumes = createVolumeInference({ repository, pageWriter, clock, log });
  const recording = createRecordPage({
    ...{ repository, writer, pageWriter, texts, alignments, records, volumes, clock, log },
  });
  const views = createViewTracker({ repository, documentJobs, log });
  return {
    startProcessing: createStartProcessing({ documents, records, jobs, documentJobs, clock }),
    beginProcessing: createBeginProcessing(repository, records, clock),
    recordPageCount: createRecordPageCount({ repository, pageWriter, texts, records }),
    recordPage: recording.recordPage,
    followJob: createFollowJob({ repository, records, documentJobs, volumes, clock }),
    processMap: createProcessMap({ repository, records, documentJobs, clock }),
    readUpload: createReadUpload({ repository, records, documentJobs, clock }),
    lostJobs: createLostJobSweep({ repository, documentJobs, clock, log }),
    recordView: views.recordView,
    recordOpening: views.recordOpening,
    /** Compares volumes again, debounced. */
    sheetsChanged: (documentId: string): void => volumes.schedule(documentId),
    stop: async (): Promise<void> => {
      await Promise.all([recording.stop(), volumes.stop(), views.stop()]);
    },
  };
}

export type Processing = ReturnType<typeof createProcessing>;
