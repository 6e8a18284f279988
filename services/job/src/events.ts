/** What this service publishes: events of jobs, and the offers of their attempts to workers. */
import { event, jobSubject, jobMessage, type EventType, type PendingEvent } from '@symbio/kit';
import { JobMessage, type JobEvent } from '@symbio/proto/job';
import { toJob } from './mapping.js';
import type { JobRow } from './model.js';

/** An event of a job, to be saved with its change. */
export const jobEvent = (type: EventType<JobEvent>, row: JobRow): PendingEvent =>
  event(type, row.projectId, { job: toJob(row) });

/** The offer of a job's newest attempt to workers, in the queue of its type and priority. */
export const offer = (row: JobRow): PendingEvent =>
  jobMessage(
    jobSubject(row.type, row.priority),
    JobMessage.toJSON({ jobId: row._id, type: row.type, attempt: row.attempt }),
  );
