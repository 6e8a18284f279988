import { consumer, type ConsumerSpec } from '@symbio/kit';
import { projectEvents } from '@symbio/proto/project';

/**
 * The consumers by which a service removes what belongs to a project that went for good: erased, or deleted without a time until
 * which it could be restored, as versions before 0098 did. One that can be restored keeps everything.
 * @param durables names of the two consumers; those of `deleted` are older than the other event
 * @param remove is called again where the first call did not end
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
