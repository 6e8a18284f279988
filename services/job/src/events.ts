import { event, jobMessage, type PendingEvent } from '@symbio/mongo';
import { jobSubject, type EventType } from '@symbio/events';
import { JobMessage, type JobEvent } from '@symbio/proto/job';
import { toJob } from './mapping.js';
import type { JobRow } from './model.js';

/** A job event, saved with its change. */
export const jobEvent = (type: EventType<JobEvent>, row: JobRow): PendingEvent =>
  event(type, row.projectId, { job: toJob(row) });

/** Queue message for the newest attempt, by type and priority. */
export const offer = (row: JobRow): PendingEvent =>
  jobMessage(
    jobSubject(row.type, row.priority),
    JobMessage.toJSON({ jobId: row._id, type: row.type, attempt: row.attempt }),
  );
