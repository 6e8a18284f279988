import type { Project } from '../../lib/project/project-context.js';
import type { ProjectFields } from './project-fields.js';

const TEMPORARY = 'TEMP-';

export const isTemporary = (project: Project): boolean => project.number.startsWith(TEMPORARY);

/** `TEMP-` and four digits (PROJ-39, OP-02). */
export function temporaryProject({ property_coordinate: _place, ...fields }: ProjectFields, now = new Date()): Project {
  const digits = String(Math.floor(Math.random() * 10_000)).padStart(4, '0');
  const timestamp = now.toISOString();
  return {
    ...fields,
    id: `temp-${digits}-${now.getTime()}`,
    number: `${TEMPORARY}${digits}`,
    status: 'setup',
    has_annotations: false,
    created_by: '',
    access_role: 'owner',
    created_at: timestamp,
    updated_at: timestamp,
    progress: {
      setup: 1,
      data: { historic: 'empty', agency: 'empty', user_provided: 'empty', pages: 'empty' },
      site_recon: 'none',
      insights: 'empty',
      report: 'empty',
    },
  };
}
