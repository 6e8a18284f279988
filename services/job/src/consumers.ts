import { consumer, type ConsumerSpec } from '@symbio/events';
import { documentEvents } from '@symbio/proto/document';
import { onProjectEnd } from '@symbio/project-access';
import { projectEvents } from '@symbio/proto/project';
import type { Jobs } from './jobs.js';

/** Handlers are idempotent, as events may be redelivered. */
export const consumers = (
  jobs: Pick<Jobs, 'documentDeleted' | 'documentRestored' | 'documentChanged' | 'projectDeleted' | 'projectRestored'>,
  onceErased: (remove: (projectId: string) => Promise<void>) => (projectId: string) => Promise<void>,
): ConsumerSpec[] => [
  consumer({
    durable: 'job-deleted-documents',
    events: documentEvents.deleted,
    // without purge time the deletion was permanent
    handle: ({ entityId, data, rev }) => jobs.documentDeleted(entityId, data.document?.purgeAt ? rev : undefined),
  }),
  consumer({
    durable: 'job-restored-documents',
    events: documentEvents.restored,
    handle: ({ entityId, rev }) => jobs.documentRestored(entityId, rev),
  }),
  consumer({
    durable: 'job-erased-documents',
    events: documentEvents.erased,
    handle: ({ entityId }) => jobs.documentDeleted(entityId),
  }),
  ...onProjectEnd(
    { deleted: 'job-deleted-projects', erased: 'job-erased-projects' },
    onceErased((projectId) => jobs.projectDeleted(projectId)),
  ),
  consumer({
    durable: 'job-restored-projects',
    events: projectEvents.restored,
    handle: ({ entityId }) => jobs.projectRestored(entityId),
  }),
  ...([documentEvents.changed, documentEvents.classified] as const).map((events) =>
    consumer({
      durable: `job-${events.verb}-documents`,
      events,
      handle: ({ entityId, data, rev }) =>
        jobs.documentChanged(
          entityId,
          {
            category: data.document?.category ?? '',
            pages: data.document?.totalPages || data.document?.filePages || 0,
          },
          rev,
        ),
    }),
  ),
];
