import { createSweep, type Sweep } from '@symbio/runtime';
import type { DatabaseHost } from '@symbio/mongo';
import { BULK_SWEEP_MS } from './bulk/bulk.js';
import { PURGE_SWEEP_MS } from './deletions/deletions.js';
import { ORPHAN_PICTURE_SWEEP_MS, createOrphanPictureSweep } from './processing/orphan-picture-sweep.js';
import { LOST_JOB_SWEEP_MS } from './processing/lost-job-sweep.js';
import type { Rules } from './rules.js';
import { createWordSweep } from './search/word-sweep.js';
import { SPLIT_SWEEP_MS } from './splitting/splits.js';
import type { Stores } from './stores.js';
import { PARTS_SWEEP_MS } from './uploads/upload-parts.js';
import { UPLOAD_SWEEP_MS, createUploadSweep } from './uploads/upload-sweep.js';

export interface SweepSettings {
  wordSweepMs: number;
  classifiesUploads: boolean;
}

export function createSweeps(host: DatabaseHost, stores: Stores, rules: Rules, settings: SweepSettings): Sweep[] {
  const { clock, log } = host;
  const { intents, kept, blobs, repository, pageWriter } = stores;
  const { processing, classifier } = rules;
  const uploadSweep = createUploadSweep({ intents, repository: kept, blobs, clock, log });
  const orphanPictures = createOrphanPictureSweep({ repository, pageWriter, blobs, clock, log });
  const wordSweep = createWordSweep({
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
      run: () => uploadSweep.sweep(),
      log,
    }),
    createSweep({
      what: 'removing deleted and abandoned photographs',
      everyMs: UPLOAD_SWEEP_MS,
      run: () => rules.photographs.sweep(),
      log,
    }),
    createSweep({
      what: 'removing parts of abandoned uploads',
      everyMs: PARTS_SWEEP_MS,
      run: () => rules.uploadParts.sweep(),
      log,
    }),
    createSweep({
      what: 'removing orphaned pictures',
      everyMs: ORPHAN_PICTURE_SWEEP_MS,
      run: (signal) => orphanPictures.sweep(signal),
      log,
    }),
    createSweep({
      what: 'permanently removing deleted documents',
      everyMs: PURGE_SWEEP_MS,
      run: () => rules.deletions.purge(),
      log,
    }),
    createSweep({
      what: 'resuming bulk changes of documents',
      everyMs: BULK_SWEEP_MS,
      run: (signal) => rules.bulk.sweep(signal),
      log,
    }),
    createSweep({
      what: 'completing interrupted splits',
      everyMs: SPLIT_SWEEP_MS,
      run: (signal) => rules.splits.sweep(signal),
      log,
    }),
    createSweep({
      what: 'recreating missing jobs of documents',
      everyMs: LOST_JOB_SWEEP_MS,
      atOnce: true,
      run: () => processing.lostJobs.sweep(),
      log,
    }),
    createSweep({
      what: 'finding unread documents',
      everyMs: settings.wordSweepMs,
      atOnce: true,
      run: (signal) => wordSweep.sweep(signal),
      log,
    }),
  ];
}
