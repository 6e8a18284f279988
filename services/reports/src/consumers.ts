import type { ConsumerSpec } from '@symbio/events';
import { onProjectEnd } from '@symbio/project-access';

/** @param remove only once the project service confirms it */
export const consumers = (remove: (projectId: string) => Promise<void>): ConsumerSpec[] => [
  ...onProjectEnd({ deleted: 'reports-project-deleted', erased: 'reports-project-erased' }, remove),
];
