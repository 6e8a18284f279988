import { jobSubject } from '@symbio/events';
import { JOB_TYPES } from '@symbio/proto/job/vocabulary';
import type { JobDeps } from './job-deps.js';
import { outcomeLine, withEvent, type JobRecords } from './job-records.js';
import type { JobRow } from './model.js';
import { ACTIVE_STATUSES, loseWorker } from './transitions.js';

/** Milliseconds after which an untaken message is checked in its queue. */
const MESSAGE_MS = 60_000;

export function createJobSweeps(
  { repository, writer, pausedProjects, queueDepths, clock, metrics, log, self, retryDelaysMs }: JobDeps,
  records: JobRecords,
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

  async function reofferLost(row: JobRow): Promise<void> {
    await records.offerAgain(row);
    log.warn({ job_id: row._id, kind: row.type, attempt: row.attempt }, 'job message lost, offering it again');
  }

  return {
    /** Offers due attempts and takes jobs from silent workers. */
    async sweep(): Promise<void> {
      const now = clock.now();
      for (const job of await repository.withExpiredLease(now)) await takeFromWorker(job, now);
      for (const job of await repository.due(now)) await records.offerOnce(job);
    },

    /**
     * Compares jobs with queues: counts them for metrics, and offers again those whose message was lost when a queue
     * was recreated empty. Duplicate messages are harmless.
     */
    async reconcile(): Promise<void> {
      const others = await pausedProjects.ids();
      const counts = await repository.activeCounts(others);
      for (const kind of JOB_TYPES)
        for (const status of ACTIVE_STATUSES) {
          const found = counts.find((one) => one.type === kind && one.status === status);
          metrics.jobsActive.set({ kind, status }, found?.count ?? 0);
        }
      const waiting = await repository.offeredBefore(new Date(clock.now().getTime() - MESSAGE_MS), others);
      const sent = waiting.filter(({ outbox }) => outbox.length === 0);
      for (const type of new Set(sent.map((job) => job.type))) {
        const depths = await queueDepths(type);
        const lost = sent.filter((job) => job.type === type && !depths[jobSubject(type, job.priority)]);
        for (const job of lost) await reofferLost(job);
      }
    },
  };
}
