import type { Clock, Logger } from '@symbio/runtime';
import type { DocumentRepository } from '../repository.js';
import { CREATION_MS, type DocumentJobs } from './document-jobs.js';
import { isInTurn } from './in-turn.js';
import { isJobType } from '@symbio/proto/job/vocabulary';

export const LOST_JOB_SWEEP_MS = 60_000;
/** Readings in turn that are in the queue together: enough for the workers until the next sweep. */
const IN_TURN_AT_ONCE = 20;

export interface LostJobSweepDeps {
  repository: Pick<DocumentRepository, 'withJobSince' | 'withJobInTurn'>;
  documentJobs: Pick<DocumentJobs, 'exists' | 'recreate'>;
  clock: Clock;
  log: Logger;
}

/**
 * A document names its job before the job is requested. After a crash between the two, or a restored backup, it would
 * wait forever. Readings in turn are created when earlier ones have ended.
 */
export function createLostJobSweep({ repository, documentJobs, clock, log }: LostJobSweepDeps) {
  let knownBefore = new Set<string>();

  return {
    async sweep(): Promise<void> {
      const known = new Set<string>();
      const moment = new Date(clock.now().getTime() - CREATION_MS);
      const [lost, inTurn] = await Promise.all([
        repository.withJobSince(moment),
        repository.withJobInTurn(IN_TURN_AT_ONCE),
      ]);
      for (const row of [...lost, ...inTurn]) {
        const { _id: documentId, job } = row;
        if (!job || !isJobType(job.type)) continue;
        if (!knownBefore.has(job.id) && !(await documentJobs.exists(job))) {
          await documentJobs.recreate(row, job);
          if (!isInTurn(job)) log.warn({ document_id: documentId, job_id: job.id }, 'recreated missing job');
        }
        known.add(job.id);
      }
      knownBefore = known;
    },
  };
}
