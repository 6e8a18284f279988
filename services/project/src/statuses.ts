import { PROJECT_STATUSES, type ProjectStatus } from '@symbio/proto/project/vocabulary';

/** What every project starts with (PROJ-40). */
export const FIRST_STATUS: ProjectStatus = 'setup';

/** Whether a project has come to the report, or beyond. */
export const hasReport = (status: ProjectStatus): boolean =>
  PROJECT_STATUSES.indexOf(status) >= PROJECT_STATUSES.indexOf('report_generation');
