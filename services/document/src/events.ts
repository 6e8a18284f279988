import { event, type ConsumerSpec, type EventType, type PendingEvent } from '@symbio/kit';
import { DocumentEvent, PageEvent } from '@symbio/proto/document';
import { JobEvent } from '@symbio/proto/job';
import type { Documents } from './documents.js';
import { toDocument, toPage } from './mapping.js';
import type { DocumentRow, PageRow } from './model.js';
import type { Processing } from './processing.js';

const documentEvent = (verb: string): EventType<DocumentEvent> => ({
  service: 'document',
  entity: 'document',
  verb,
  toJSON: (data) => DocumentEvent.toJSON(data),
  fromJSON: (json) => DocumentEvent.fromJSON(json),
});

export const documentUploaded = documentEvent('uploaded');
export const documentClassified = documentEvent('classified');
export const documentChanged = documentEvent('changed');
export const documentDeleted = documentEvent('deleted');

const pageEvent = (verb: string): EventType<PageEvent> => ({
  service: 'document',
  entity: 'page',
  verb,
  toJSON: (data) => PageEvent.toJSON(data),
  fromJSON: (json) => PageEvent.fromJSON(json),
});

export const pageReady = pageEvent('ready');
export const pageAnalyzed = pageEvent('analyzed');
export const pageFailed = pageEvent('failed');
export const pageDeleted = pageEvent('deleted');

/** What is told about a document. Signed addresses are for callers who asked, not for events. */
export const told = (type: EventType<DocumentEvent>, row: DocumentRow): PendingEvent =>
  event(type, row.projectId, { document: toDocument(row) });

/** What is told about a page. */
export const toldOfPage = (type: EventType<PageEvent>, row: PageRow): PendingEvent =>
  event(type, row.projectId, { page: toPage(row) });

const jobChanged: EventType<JobEvent> = {
  service: 'job',
  entity: 'job',
  verb: 'changed',
  toJSON: (data) => JobEvent.toJSON(data),
  fromJSON: (json) => JobEvent.fromJSON(json),
};

/** Subjects of what is told when documents are deleted. */
export const documentDeletions = 'symbio.evt.document.v1.document.deleted.*';

/** What this service listens to. */
export const consumers = (documents: Documents, processing: Processing): ConsumerSpec[] => [
  {
    durable: 'document-deleted-projects',
    filter: 'symbio.evt.project.v1.project.deleted.*',
    handle: ({ entityId }) => documents.projectDeleted(entityId),
  },
  {
    // its own word: what a broken deletion left behind is removed here
    durable: 'document-leftovers',
    filter: documentDeletions,
    handle: ({ entityId, scope }) => documents.removeLeftovers(scope, entityId),
  },
  {
    durable: 'document-job-outcomes',
    filter: 'symbio.evt.job.v1.job.changed.*',
    handle: (received) => processing.jobChanged(received.as(jobChanged).job, received.rev),
  },
];
