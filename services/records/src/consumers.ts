import { consumer, type ConsumerSpec } from '@symbio/events';
import { onProjectEnd } from '@symbio/project-access';
import { projectEvents } from '@symbio/proto/project';
import type { Reruns } from './reruns/reruns.js';

/** @param remove only once the project service confirms it */
export const consumers = (
  remove: (projectId: string) => Promise<void>,
  reruns: Pick<Reruns, 'projectChanged'>,
): ConsumerSpec[] => [
  ...onProjectEnd({ deleted: 'records-project-deleted', erased: 'records-project-erased' }, remove),
  consumer({
    durable: 'records-project-changed',
    events: projectEvents.changed,
    handle: ({ entityId }) => reruns.projectChanged(entityId),
  }),
];
