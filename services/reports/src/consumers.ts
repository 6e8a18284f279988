import type { ConsumerSpec } from '@symbio/events';
import { onProjectEnd, type ProjectEnd } from '@symbio/project-access';

/** @param remove only once the project service confirms it */
export const consumers = (remove: (projectId: string, end: ProjectEnd) => Promise<void>): ConsumerSpec[] => [
  ...onProjectEnd({ deleted: 'reports-project-deleted', erased: 'reports-project-erased' }, remove),
];
