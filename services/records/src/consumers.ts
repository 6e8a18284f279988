import type { ConsumerSpec } from '@symbio/events';
import { onProjectEnd } from '@symbio/project-access';

/** @param remove only once the project service confirms it */
export const consumers = (remove: (projectId: string) => Promise<void>): ConsumerSpec[] => [
  ...onProjectEnd({ deleted: 'records-project-deleted', erased: 'records-project-erased' }, remove),
];
