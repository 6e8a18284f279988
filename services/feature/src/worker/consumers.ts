/** What the worker reacts to. */
import { consumer, type ConsumerSpec } from '@symbio/kit';
import { documentEvents, pageEvents } from '@symbio/proto/document';
import { projectEvents } from '@symbio/proto/project';
import type { Spotting } from './spotting.js';

/** Each event may come twice: what is done already is not done again. */
export const consumers = (spotting: Spotting): ConsumerSpec[] => [
  consumer({
    durable: 'feature-page-spotting',
    events: pageEvents.analyzed,
    handle: async ({ data: { page } }) => {
      if (page) await spotting.pageAnalyzed(page);
    },
  }),
  consumer({
    durable: 'feature-page-deleted',
    events: pageEvents.deleted,
    handle: ({ entityId }) => spotting.forget('pageId', entityId),
  }),
  consumer({
    durable: 'feature-document-deleted',
    events: documentEvents.deleted,
    handle: ({ entityId }) => spotting.forget('documentId', entityId),
  }),
  consumer({
    durable: 'feature-worker-project-deleted',
    events: projectEvents.deleted,
    handle: ({ entityId }) => spotting.forget('projectId', entityId),
  }),
];
