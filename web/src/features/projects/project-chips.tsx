import type { Project } from '../../lib/project/project-context.js';
import { DueRequestsChip } from './due-requests-chip.js';
import { ExpiryChip } from './validity/expiry-chip.js';

/** Due dates of a project. */
export const ProjectChips = ({ project }: { project: Project }) => (
  <>
    <ExpiryChip projectId={project.id} />
    <DueRequestsChip project={project} />
  </>
);
