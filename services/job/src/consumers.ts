/** What this service reacts to. */
import { consumer, type ConsumerSpec } from '@symbio/kit';
import { documentEvents } from '@symbio/proto/document';
import { projectEvents } from '@symbio/proto/project';
import type { Jobs } from './jobs.js';

/** Each event may come twice: what is done already is not done again. */
export const consumers = (
  jobs: Pick<Jobs, 'documentDeleted' | 'documentChanged' | 'projectDeleted'>,
): ConsumerSpec[] => [
  consumer({
    durable: 'job-deleted-documents',
    events: documentEvents.deleted,
    handle: ({ entityId }) => jobs.documentDeleted(entityId),
  }),
  consumer({
    durable: 'job-deleted-projects',
    events: projectEvents.deleted,
    handle: ({ entityId }) => jobs.projectDeleted(entityId),
  }),
  ...([documentEvents.changed, documentEvents.classified] as const).map((events) =>
    consumer({
      durable: `job-${events.verb}-documents`,
      events,
      handle: ({ entityId, data, rev }) => jobs.documentChanged(entityId, data.document?.category ?? '', rev),
    }),
  ),
];
