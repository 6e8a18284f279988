import { event, jobSubject, ticket, type ConsumerSpec, type EventType, type PendingEvent } from '@symbio/kit';
import { DocumentEvent } from '@symbio/proto/document';
import { JobEvent, JobTicket } from '@symbio/proto/job';
import type { Jobs } from './jobs.js';
import { toJob } from './mapping.js';
import type { JobRow } from './model.js';

const jobEvent = (verb: string): EventType<JobEvent> => ({
  service: 'job',
  entity: 'job',
  verb,
  toJSON: (data) => JobEvent.toJSON(data),
  fromJSON: (json) => JobEvent.fromJSON(json),
});

export const jobCreated = jobEvent('created');
export const jobChanged = jobEvent('changed');

/** What the job service tells about a job. */
export const told = (type: EventType<JobEvent>, row: JobRow): PendingEvent =>
  event(type, row.projectId, { job: toJob(row) });

/** The offer of a job's newest attempt to workers, in the queue of its type and priority. */
export const offer = (row: JobRow): PendingEvent =>
  ticket(
    jobSubject(row.type, row.priority),
    JobTicket.toJSON({ jobId: row._id, type: row.type, attempt: row.attempt }),
  );

const documentData: EventType<DocumentEvent> = {
  service: 'document',
  entity: 'document',
  verb: '*',
  toJSON: (data) => DocumentEvent.toJSON(data),
  fromJSON: (json) => DocumentEvent.fromJSON(json),
};

/** What this service listens to. */
export const consumers = (jobs: Jobs): ConsumerSpec[] => [
  {
    durable: 'job-deleted-documents',
    filter: 'symbio.evt.document.v1.document.deleted.*',
    handle: ({ entityId }) => jobs.documentDeleted(entityId),
  },
  {
    durable: 'job-deleted-projects',
    filter: 'symbio.evt.project.v1.project.deleted.*',
    handle: ({ entityId }) => jobs.projectDeleted(entityId),
  },
  ...['changed', 'classified'].map((verb): ConsumerSpec => ({
    durable: `job-${verb}-documents`,
    filter: `symbio.evt.document.v1.document.${verb}.*`,
    handle: (received) => jobs.documentChanged(received.entityId, received.as(documentData).document?.category ?? ''),
  })),
];
