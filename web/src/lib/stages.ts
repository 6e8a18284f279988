import type { Permission } from '@symbio/proto/identity/vocabulary';

/** A step of the workflow, and the last part of its path. */
export interface Stage {
  path: string;
  label: string;
  /** Only users with this permission see the stage. */
  permission?: Permission;
}

/** The stages of a project in order (NAV-26). */
export const STAGES: readonly Stage[] = [
  { path: 'setup', label: 'Setup' },
  { path: 'data-collection', label: 'Data Collection' },
  { path: 'site-reconnaissance', label: 'Site Reconnaissance' },
  { path: 'insights', label: 'Insights' },
  { path: 'report-generation', label: 'Report Generation' },
  { path: 'sign-and-send', label: 'Sign & Send' },
  { path: 'agents', label: 'Agents', permission: 'canManageAgents' },
];

/** Screens within a stage, by the part of their path. */
const WITHIN: Readonly<Record<string, string>> = { documents: 'data-collection', 'time-machine': 'data-collection' };

/**
 * The stage a path of the SPA belongs to: `/projects/{id}/{stage}`; the viewer of a document and the time machine belong
 * to Data Collection.
 * undefined outside projects and for unknown stages.
 */
export function stageOfPath(pathname: string): Stage | undefined {
  const [, root, id, part] = pathname.split('/');
  if (root !== 'projects' || !id || !part) return undefined;
  return STAGES.find((stage) => stage.path === (WITHIN[part] ?? part));
}
