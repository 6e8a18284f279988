/** By permission. Pure functions. */
import type { Me } from '../../lib/session/me.js';
import { STAGES } from '../../lib/project/stages.js';
import { visibleSettings } from '../settings-entries.js';

export interface Destination {
  id: string;
  label: string;
  detail?: string;
  /** Also finds it. */
  words?: string;
  path: string;
}

/** Those of the open project first. */
export function screensFor(me: Me | undefined, projectId: string | undefined): Destination[] {
  const stages =
    projectId === undefined ? [] : STAGES.filter(({ permission }) => !permission || me?.permissions[permission]);
  return [
    ...stages.map(({ path, label }) => ({ id: path, label, path: `/projects/${projectId}/${path}` })),
    ...(projectId === undefined
      ? []
      : [
          { id: 'time-machine', label: 'Time machine', path: `/projects/${projectId}/time-machine` },
          { id: 'records', label: 'Records', words: 'regulatory database', path: `/projects/${projectId}/records` },
          {
            ...{ id: 'agency-requests', label: 'Agency requests', words: 'letters FOIA follow-up' },
            path: `/projects/${projectId}/records/requests`,
          },
          ...(me?.permissions.canManageAgents
            ? [
                {
                  ...{ id: 'scorecard', label: 'Scorecard of agents', words: 'calibration accepted rejected' },
                  path: `/projects/${projectId}/agents/scorecard`,
                },
              ]
            : []),
          { id: 'coverage', label: 'Coverage', words: 'data gaps', path: `/projects/${projectId}/coverage` },
        ]),
    { id: 'projects', label: 'Projects', path: '/' },
    { id: 'map', label: 'Map of projects', path: '/map' },
    { id: 'issues', label: 'Issues', path: '/issues' },
    ...visibleSettings(me).map(({ path, label, words }) => ({
      ...{ id: path, label, detail: 'Settings', path },
      ...(words !== undefined && { words }),
    })),
  ];
}
