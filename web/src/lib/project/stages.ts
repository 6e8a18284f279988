import type { Permission } from '@symbio/proto/identity/vocabulary';

export interface Stage {
  path: string;
  label: string;
  permission?: Permission;
}

/** In order (NAV-26). */
export const STAGES: readonly Stage[] = [
  { path: 'setup', label: 'Setup' },
  { path: 'data-collection', label: 'Data Collection' },
  { path: 'site-reconnaissance', label: 'Site Reconnaissance' },
  { path: 'insights', label: 'Insights' },
  { path: 'report-generation', label: 'Report Generation' },
  { path: 'sign-and-send', label: 'Sign & Send' },
  { path: 'agents', label: 'Agents', permission: 'canManageAgents' },
];

const WITHIN: Readonly<Record<string, string>> = {
  documents: 'data-collection',
  'time-machine': 'data-collection',
  map: 'insights',
  records: 'insights',
  coverage: 'insights',
};

/** The document viewer and the time machine belong to Data Collection, the map, the records and the coverage to Insights. undefined outside projects. */
export function stageOfPath(pathname: string): Stage | undefined {
  const [, root, id, part] = pathname.split('/');
  if (root !== 'projects' || !id || !part) return undefined;
  return STAGES.find((stage) => stage.path === (WITHIN[part] ?? part));
}
