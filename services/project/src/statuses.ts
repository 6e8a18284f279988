import { PROJECT_STATUSES, type ProjectStatus } from '@symbio/proto/project/vocabulary';

/** Initial status (PROJ-40). */
export const FIRST_STATUS: ProjectStatus = 'setup';

export const hasReport = (status: ProjectStatus): boolean =>
  PROJECT_STATUSES.indexOf(status) >= PROJECT_STATUSES.indexOf('report_generation');
