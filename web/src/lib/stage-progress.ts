import type { Project } from './project-context.js';
import type { Stage } from './stages.js';

/**
 * Whether a stage of a project is done, by what the cells of the dashboard count (OP-04): where the cell says full. Setup: every
 * required field is filled. Data Collection: all four bars are full. Report and signing
 * are done with the project, for nothing else tells. Agents is a tool, and never done.
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
