import { createSweep, type Sweep } from '@symbio/runtime';
import type { DatabaseHost } from '@symbio/mongo';
import { BULK_SWEEP_MS } from './bulk/bulk.js';
import { PURGE_SWEEP_MS } from './deletions.js';
import { LEFT_PICTURES_SWEEP_MS, LeftPictures } from './processing/left-pictures.js';
import { LOST_JOB_SWEEP_MS } from './processing/lost-jobs.js';
import type { Rules } from './rules.js';
import { MARKS_SWEEP_MS, markAll } from './search/marks-sweeper.js';
import { WordSweeper } from './search/word-sweeper.js';
import type { Stores } from './stores.js';
import { PARTS_SWEEP_MS } from './upload-parts.js';
import { UPLOAD_SWEEP_MS, UploadSweeper } from './upload-sweeper.js';

export interface SweepSettings {
  wordSweepMs: number;
  classifiesUploads: boolean;
}

export function createSweeps(host: DatabaseHost, stores: Stores, rules: Rules, settings: SweepSettings): Sweep[] {
  const { clock, log } = host;
  const { intents, kept, blobs, repository, pageWriter, texts } = stores;
  const { processing, classifying } = rules;
  const leftFiles = new UploadSweeper({ intents, repository: kept, blobs, clock, log });
  const leftPictures = new LeftPictures({ repository, pageWriter, blobs, clock, log });
  const words = new WordSweeper({
    repository,
    processing,
    ...(settings.classifiesUploads && { classifying }),
    clock,
    log,
  });
  return [
    createSweep({
      what: 'removing files without a record',
      everyMs: UPLOAD_SWEEP_MS,
      run: () => leftFiles.sweep(),
      log,
    }),
    createSweep({
      what: 'removing photographs that were deleted or never stored',
      everyMs: UPLOAD_SWEEP_MS,
      run: () => rules.photographs.sweep(),
      log,
    }),
    createSweep({
      what: 'removing parts of files that nobody goes on sending',
      everyMs: PARTS_SWEEP_MS,
      run: () => rules.uploadParts.sweep(),
      log,
    }),
    createSweep({
      what: 'removing pictures that no page refers to',
      everyMs: LEFT_PICTURES_SWEEP_MS,
      run: (signal) => leftPictures.sweep(signal),
      log,
    }),
    createSweep({
      what: 'removing deleted documents for good',
      everyMs: PURGE_SWEEP_MS,
      run: () => rules.deletions.purge(),
      log,
    }),
    createSweep({
      what: 'going on with changes of several documents',
      everyMs: BULK_SWEEP_MS,
      run: (signal) => rules.bulk.sweep(signal),
      log,
    }),
    createSweep({
      what: 'making jobs that documents wait for in vain',
      everyMs: LOST_JOB_SWEEP_MS,
      atOnce: true,
      run: () => processing.lostJobs.sweep(),
      log,
    }),
    // also run immediately: a new version may have just started
    createSweep({
      what: 'making the search index of pages that were read before',
      everyMs: MARKS_SWEEP_MS,
      atOnce: true,
      run: (signal) => markAll(texts, signal),
      log,
    }),
    createSweep({
      what: 'looking for documents that nobody has read',
      everyMs: settings.wordSweepMs,
      atOnce: true,
      run: (signal) => words.sweep(signal),
      log,
    }),
  ];
}
