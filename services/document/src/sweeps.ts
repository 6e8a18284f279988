import { createSweep, type ServiceHost, type Sweep } from '@symbio/kit';
import { BULK_SWEEP_MS } from './bulk/bulk.js';
import { PURGE_SWEEP_MS } from './deletions/deletions.js';
import { ORPHAN_PICTURE_SWEEP_MS, createOrphanPictureSweep } from './processing/orphan-picture-sweep.js';
import { LOST_JOB_SWEEP_MS } from './processing/lost-job-sweep.js';
import type { Rules } from './rules.js';
import { MARKS_SWEEP_MS, rebuildMarks } from './search/marks-sweep.js';
import { createWordSweep } from './search/word-sweep.js';
import type { Stores } from './stores.js';
import { PARTS_SWEEP_MS } from './uploads/upload-parts.js';
import { UPLOAD_SWEEP_MS, createUploadSweep } from './uploads/upload-sweep.js';

export interface SweepSettings {
  wordSweepMs: number;
  classifiesUploads: boolean;
}

export function createSweeps(host: ServiceHost, stores: Stores, rules: Rules, settings: SweepSettings): Sweep[] {
  const { clock, log } = host;
  const { intents, kept, blobs, repository, pageWriter, texts } = stores;
  const { processing, classifier } = rules;
  const leftFiles = createUploadSweep({ intents, repository: kept, blobs, clock, log });
  const leftPictures = createOrphanPictureSweep({ repository, pageWriter, blobs, clock, log });
  const words = createWordSweep({
    repository,
    processing,
    ...(settings.classifiesUploads && { classifier }),
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
      everyMs: ORPHAN_PICTURE_SWEEP_MS,
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
    // at once: a new version may have just started
    createSweep({
      what: 'making the search index of pages that were read before',
      everyMs: MARKS_SWEEP_MS,
      atOnce: true,
      run: (signal) => rebuildMarks(texts, signal),
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
