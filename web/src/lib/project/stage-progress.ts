import type { Project } from './project-context.js';
import type { Stage } from './stages.js';

/**
 * By the dashboard's counts (OP-04). Setup: all required fields; Data Collection: all four bars full; Report and
 * Signing: when the project is complete, as they have no counts. Agents never completes.
 */
export function isStageDone({ progress, status }: Pick<Project, 'progress' | 'status'>, { path }: Stage): boolean {
  switch (path) {
    case 'setup':
      return progress?.setup === 1;
    case 'data-collection':
      return progress !== undefined && Object.values(progress.data).every((bar) => bar === 'full');
    case 'site-reconnaissance':
      return progress?.site_recon === 'completed';
    case 'insights':
      return progress?.insights === 'full';
    case 'report-generation':
    case 'sign-and-send':
      return status === 'completed';
    default:
      return false;
  }
}
