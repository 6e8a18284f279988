/** What this service reacts to. */
import { consumer, type ConsumerSpec } from '@symbio/kit';
import { documentEvents } from '@symbio/proto/document';
import { jobEvents } from '@symbio/proto/job';
import { projectEvents } from '@symbio/proto/project';
import type { Documents } from './documents.js';
import type { Processing } from './processing/processing.js';

/** Each event may come twice: what is done already is not done again. */
export const consumers = (
  documents: Pick<Documents, 'projectDeleted' | 'removeLeftovers'>,
  processing: Pick<Processing, 'followJob'>,
): ConsumerSpec[] => [
  consumer({
    durable: 'document-deleted-projects',
    events: projectEvents.deleted,
    handle: ({ entityId }) => documents.projectDeleted(entityId),
  }),
  consumer({
    // an event of its own: what a broken deletion left behind is removed here
    durable: 'document-leftovers',
    events: documentEvents.deleted,
    handle: ({ entityId, scope }) => documents.removeLeftovers(scope, entityId),
  }),
  consumer({
    durable: 'document-job-outcomes',
    events: jobEvents.changed,
    handle: ({ data, rev }) => processing.followJob(data.job, rev),
  }),
];
