/** Parts of the dashboard that load after its list; one chunk. */
export { DeleteProjectDialog } from './delete-project-dialog.js';
export { ProjectChips } from './project-chips.js';
export { FirstSteps } from './first-steps/first-steps.js';
export { MapLink } from './map-link.js';
export { ProjectDialog } from './project-dialog.js';
export { ProjectLegend } from './project-legend.js';
