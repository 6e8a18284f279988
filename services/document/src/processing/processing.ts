import type { CallParent } from '@symbio/rpc';
import type { Clock, Logger } from '@symbio/runtime';
import type { Documents } from '../documents.js';
import type { DocumentRepository, DocumentWriter, PageWriter } from '../repository.js';
import type { PageTexts } from '../search/page-text-repository.js';
import { createVolumeSettling } from '../title-block/settle-volume.js';
import { createAskForWords } from './ask-for-words.js';
import { createBeginProcessing } from './begin-processing.js';
import { documentJobs, type JobsClient } from './document-jobs.js';
import { createFinishProcessing } from './finish-processing.js';
import { createFollowJob } from './follow-job.js';
import { LostJobSweeper } from './lost-jobs.js';
import { createLooks } from './looks.js';
import { createReadUpload } from './read-upload.js';
import { createRecordPage } from './record-page.js';
import { createRecordPageCount } from './record-page-count.js';
import { documentRecords } from './records.js';
import { createStartProcessing } from './start-processing.js';

export interface ProcessingDeps {
  documents: Pick<Documents, 'visible'>;
  repository: DocumentRepository;
  writer: DocumentWriter;
  pageWriter: PageWriter;
  texts: PageTexts;
  jobs: JobsClient;
  asSelf: () => Promise<CallParent>;
  clock: Clock;
  log: Logger;
}

export function createProcessing(deps: ProcessingDeps) {
  const { documents, repository, writer, pageWriter, texts, jobs, asSelf, clock, log } = deps;
  const records = documentRecords(repository, writer);
  const jobsOf = documentJobs(jobs, asSelf, clock);
  const volumes = createVolumeSettling({ repository, pageWriter, clock, log });
  const recording = createRecordPage({ repository, writer, pageWriter, texts, records, volumes, clock, log });
  const looks = createLooks({ repository, jobsOf, log });
  return {
    startProcessing: createStartProcessing({ documents, records, jobs, jobsOf, asSelf, clock }),
    beginProcessing: createBeginProcessing(repository, records, clock),
    recordPageCount: createRecordPageCount({ repository, pageWriter, texts, records }),
    recordPage: recording.recordPage,
    finishProcessing: createFinishProcessing(repository, records, jobsOf, volumes, clock),
    followJob: createFollowJob(repository, records, clock),
    readUpload: createReadUpload({ repository, records, jobsOf, clock }),
    askForWords: createAskForWords({ repository, pageWriter, records, jobsOf, clock }),
    lostJobs: new LostJobSweeper({ repository, jobsOf, clock, log }),
    lookedAt: looks.lookedAt,
    /** After a change of page kinds: compares volumes again, debounced. */
    sheetsChanged: (documentId: string): void => volumes.ask(documentId),
    stop: async (): Promise<void> => {
      await Promise.all([recording.stop(), volumes.stop(), looks.stop()]);
    },
  };
}

export type Processing = ReturnType<typeof createProcessing>;
