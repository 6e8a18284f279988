import { doerOf, notFound, type Actor } from '@symbio/runtime';
import type { Change } from '@symbio/mongo';
import { jobEvents } from '@symbio/proto/job';
import { jobEvent, offer } from './events.js';
import type { JobDeps } from './job-deps.js';
import type { AttemptOutcome, JobRow } from './model.js';
import { canStart, MAX_LOST_ATTEMPTS, WORKER_LOST, type StateChange } from './transitions.js';

/** Maximum characters of a log line; longer ones are cut. */
const MAX_LINE = 2_000;

export type RowChange = StateChange &
  Pick<
    Partial<JobRow>,
    | 'documentId'
    | 'deletedDocumentId'
    | 'expectedPages'
    | 'priority'
    | 'lane'
    | 'size'
    | 'rank'
    | 'turn'
    | 'progress'
    | 'requestId'
  >;

/** Job change with its event, and with a message if the job may start. */
export const withEvent = (
  set: RowChange,
  after: (set: RowChange) => JobRow,
): Required<Pick<Change<JobRow>, 'set' | 'events'>> => ({
  set,
  events: [jobEvent(jobEvents.changed, after(set)), ...(set.offered ? [offer(after(set))] : [])],
});

/** Log line of an attempt that did not complete. @param job state after the attempt */
export function outcomeLine(
  { status, scheduledAt, blockedSince, lostTimes = 0, errorMessage: message }: JobRow,
  attempt: number,
  now: Date,
): string {
  if (status === 'failed' && message === WORKER_LOST)
    return `Attempt ${attempt} failed, no more attempts because the worker stopped answering ${lostTimes} times.`;
  if (status === 'failed') return `Attempt ${attempt} failed, no more attempts: ${message}`;
  const seconds = Math.round((scheduledAt.getTime() - now.getTime()) / 1_000);
  if (message === WORKER_LOST)
    return `Attempt ${attempt} does not count, next one in ${seconds} s: ${message} (${lostTimes} of at most ${MAX_LOST_ATTEMPTS})`;
  if (blockedSince)
    return `Attempt ${attempt} could not go on and does not count, next one in ${seconds} s: ${message}`;
  return `Attempt ${attempt} failed, next one in ${seconds} s: ${message}`;
}

export type JobRecords = ReturnType<typeof createJobRecords>;

export function createJobRecords({ repository, writer, clock, metrics, log, self }: JobDeps) {
  return {
    /** Changes a job's state. @throws AppError NOT_FOUND */
    async move(id: string, actor: Actor, decide: (job: JobRow) => RowChange): Promise<JobRow> {
      const row = await writer.change(id, actor, (job, after) => withEvent(decide(job), after));
      if (!row) throw notFound('Job');
      return row;
    },

    /** Lets a job's newest attempt start. */
    async offerOnce({ _id, attempt }: JobRow): Promise<void> {
      await writer.change(_id, self, (job, after) =>
        job.status === 'retrying' && !job.offered && job.attempt === attempt
          ? { set: { offered: true }, events: [offer(after({ offered: true }))] }
          : undefined,
      );
    },

    async offerAgain({ _id }: JobRow): Promise<void> {
      await writer.change(_id, self, (job) => (canStart(job) ? { set: {}, events: [offer(job)] } : undefined));
    },

    async closeAttempt(job: JobRow, endedAt: Date, outcome: AttemptOutcome, errorMessage = ''): Promise<void> {
      await repository.saveAttempt({
        jobId: job._id,
        number: job.attempt,
        workerId: job.workerId ?? '',
        startedAt: job.startedAt ?? endedAt,
        endedAt,
        outcome,
        errorMessage,
      });
    },

    async addLines(jobId: string, ...lines: string[]): Promise<void> {
      const clean = lines.flatMap((line) => line.split(/\r?\n/)).map((line) => line.slice(0, MAX_LINE));
      await repository.appendLog(jobId, clock.now(), clean);
    },

    async addStartLine(jobId: string, attempt: number): Promise<void> {
      await repository.appendLogOnce(jobId, `attempt-${attempt}`, clock.now(), `Attempt ${attempt} started`);
    },

    /** Adds a line about an action; `{by}` is replaced by the actor's name. */
    async addActionLine(jobId: string, text: string, actor: Actor): Promise<void> {
      await repository.appendLog(jobId, clock.now(), [{ text, byId: doerOf(actor), byName: actor.name }]);
    },

    observeEnd(job: JobRow, outcome: AttemptOutcome, now: Date): void {
      const seconds = (now.getTime() - (job.startedAt ?? now).getTime()) / 1_000;
      metrics.jobAttempts.observe({ kind: job.type, outcome }, Math.max(0, seconds));
    },

    /** Logs a permanent failure, which a person can retry. */
    reportFailed({ _id, type, status, currentAttempts, errorMessage, failure }: JobRow): void {
      // not for jobs ended by a user
      if (status !== 'failed' || failure) return;
      metrics.jobsGivenUp.inc({ kind: type });
      log.error({ job_id: _id, kind: type, attempts: currentAttempts, reason: errorMessage }, 'job failed permanently');
    },
  };
}
