import { doerOf, notFound, type Actor, type Change } from '@symbio/kit';
import { jobEvents } from '@symbio/proto/job';
import { jobEvent, offer } from './events.js';
import type { JobDeps } from './job-deps.js';
import type { AttemptOutcome, JobRow } from './model.js';
import { canStart, MOST_LOST, WORKER_LOST, type StateChange } from './transitions.js';

/** Characters of one log line; what is longer is cut. */
const MAX_LINE = 2_000;

/** What changes in a job: its state, its place among those that wait, and that its document was deleted. */
export type RowChange = StateChange &
  Pick<Partial<JobRow>, 'documentId' | 'deletedDocumentId' | 'turn' | 'ticket' | 'progress'>;

/** A change of a job with the event that says so. */
export const withEvent = (
  set: RowChange,
  after: (set: RowChange) => JobRow,
): Required<Pick<Change<JobRow>, 'set' | 'events'>> => ({ set, events: [jobEvent(jobEvents.changed, after(set))] });

/** The log's line about an attempt that did not complete. @param job as it is after the attempt */
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
    return `Attempt ${attempt} does not count, next one in ${seconds} s: ${message} (${lostTimes} of at most ${MOST_LOST})`;
  if (blockedSince)
    return `Attempt ${attempt} could not go on and does not count, next one in ${seconds} s: ${message}`;
  return `Attempt ${attempt} failed, next one in ${seconds} s: ${message}`;
}

export type JobRecords = ReturnType<typeof createJobRecords>;

/** What every operation writes down: the job's state, its attempts, its log, and what metrics and our own log say. */
export function createJobRecords({ repository, writer, clock, metrics, log, self }: JobDeps) {
  return {
    /** Changes a job's state. @param offers whether its newest attempt is offered to workers at once @throws AppError NOT_FOUND */
    async move(id: string, actor: Actor, decide: (job: JobRow) => RowChange, { offers = false } = {}): Promise<JobRow> {
      const row = await writer.change(id, actor, (job, after) => {
        const { set, events } = withEvent(decide(job), after);
        return { set, events: offers ? [...events, offer(after(set))] : events };
      });
      if (!row) throw notFound('Job');
      return row;
    },

    /** Offers a job's newest attempt to workers, once. Undefined: there is no such job. */
    offerOnce: ({ _id, attempt }: JobRow): Promise<JobRow | undefined> =>
      writer.change(_id, self, (job, after) =>
        job.status === 'retrying' && !job.offered && job.attempt === attempt
          ? { set: { offered: true }, events: [offer(after({ offered: true }))] }
          : undefined,
      ),

    /** Offers it once more, where no worker has taken it: a second message of an attempt does no harm. */
    async offerAgain({ _id, attempt }: JobRow): Promise<void> {
      await writer.change(_id, self, (job) => (canStart(job, attempt) ? { set: {}, events: [offer(job)] } : undefined));
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

    /** Adds lines to the log that people read. */
    async addLines(jobId: string, ...lines: string[]): Promise<void> {
      const clean = lines.flatMap((line) => line.split(/\r?\n/)).map((line) => line.slice(0, MAX_LINE));
      await repository.appendLog(jobId, clock.now(), clean);
    },

    /** Adds the line that an attempt began: once, however often it is asked for. */
    async addBeginning(jobId: string, attempt: number): Promise<void> {
      await repository.appendLogOnce(jobId, `attempt-${attempt}`, clock.now(), `Attempt ${attempt} started`);
    },

    /** Adds a line about what somebody did; `{by}` in it stands for who. */
    async addDeed(jobId: string, text: string, actor: Actor): Promise<void> {
      await repository.appendLog(jobId, clock.now(), [{ text, byId: doerOf(actor), byName: actor.name }]);
    },

    /** For the metrics: how long an attempt took and how it ended. */
    observeEnd(job: JobRow, outcome: AttemptOutcome, now: Date): void {
      const seconds = (now.getTime() - (job.startedAt ?? now).getTime()) / 1_000;
      metrics.jobAttempts.observe({ kind: job.type, outcome }, Math.max(0, seconds));
    },

    /** A job that failed for good stays as it is, for a person to look at and retry. */
    reportFailed({ _id, type, status, currentAttempts, errorMessage, failure }: JobRow): void {
      // who cancelled or stopped it knows
      if (status !== 'failed' || failure) return;
      metrics.jobsGivenUp.inc({ kind: type });
      log.error({ job_id: _id, kind: type, attempts: currentAttempts, reason: errorMessage }, 'job failed for good');
    },
  };
}
