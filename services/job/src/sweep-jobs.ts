import { JOB_LANES, JOB_TYPES } from '@symbio/proto/job/vocabulary';
import type { JobDeps } from './job-deps.js';
import { outcomeLine, withEvent, type JobRecords } from './job-records.js';
import type { JobRow } from './model.js';
import type { Scheduler } from './scheduler.js';
import { ACTIVE_STATUSES, canStart, loseWorker } from './transitions.js';

export function createJobSweeps(
  { repository, writer, pausedProjects, clock, metrics, log, self, retryDelaysMs }: JobDeps,
  records: JobRecords,
  scheduler: Scheduler,
) {
  async function takeFromWorker(job: JobRow, now: Date): Promise<void> {
    let taken = false;
    const row = await writer.change(job._id, self, (current, after) => {
      // it may have reported since the query
      taken = current.attempt === job.attempt && current.status === 'processing' && (current.leaseUntil ?? now) <= now;
      return taken ? withEvent(loseWorker(current, now, retryDelaysMs), after) : undefined;
    });
    if (!row || !taken) return;
    await records.closeAttempt(job, now, 'lost', row.errorMessage);
    await records.addLines(job._id, outcomeLine(row, job.attempt, now));
    log.warn({ job_id: job._id, kind: job.type, attempt: job.attempt, worker: job.workerId }, 'worker lost');
    records.observeEnd(job, 'lost', now);
    records.reportFailed(row);
  }

  async function age(): Promise<void> {
    for (const lane of JOB_LANES) {
      const aged = await scheduler.aged(lane);
      if (aged)
        await writer.change(aged.id, self, (job) => (canStart(job) ? { set: aged.place, events: [] } : undefined));
    }
  }

  async function count(): Promise<void> {
    const counts = await repository.activeCounts(await pausedProjects.ids());
    for (const kind of JOB_TYPES)
      for (const status of ACTIVE_STATUSES) {
        const found = counts.find((one) => one.type === kind && one.status === status);
        metrics.jobsActive.set({ kind, status }, found?.count ?? 0);
      }
  }

  return {
    /** Offers due attempts, takes jobs from silent workers, ages long waits, and counts jobs for metrics. */
    async sweep(): Promise<void> {
      const now = clock.now();
      for (const job of await repository.withExpiredLease(now)) await takeFromWorker(job, now);
      for (const job of await repository.due(now)) await records.offerOnce(job);
      await age();
      await count();
    },
  };
}
