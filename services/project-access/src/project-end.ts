import { consumer, type ConsumerSpec } from '@symbio/kit';
import { projectEvents } from '@symbio/proto/project';

/**
 * Consumers that remove a service's data of a permanently removed project: erased, or deleted without a restore
 * deadline, as versions before 0098 did. Restorable projects keep everything.
 * @param durables names of the two consumers; those of `deleted` predate the other event
 * @param remove called again if it fails
 */
export const onProjectEnd = (
  durables: { deleted: string; erased: string },
  remove: (projectId: string) => Promise<void>,
): ConsumerSpec[] => [
  consumer({
    durable: durables.deleted,
    events: projectEvents.deleted,
    handle: async ({ entityId, data }) => {
      if (!data.project?.purgeAt) await remove(entityId);
    },
  }),
  consumer({ durable: durables.erased, events: projectEvents.erased, handle: ({ entityId }) => remove(entityId) }),
];
