import { event, jobMessage, type PendingEvent } from '@symbio/mongo';
import { laneSubject, type EventType } from '@symbio/events';
import { JobMessage, type JobEvent } from '@symbio/proto/job';
import { toJob } from './mapping.js';
import type { JobRow } from './model.js';

export const jobEvent = (type: EventType<JobEvent>, row: JobRow): PendingEvent =>
  event(type, row.projectId, { job: toJob(row) });

export const offer = ({ _id: jobId, lane }: JobRow): PendingEvent =>
  jobMessage(laneSubject(lane), JobMessage.toJSON({ jobId }));
