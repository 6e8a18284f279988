import type { Project as ClientProject } from '@symbio/client';
import type { ProjectRole } from '@symbio/proto/project/vocabulary';
import { createContext, useContext } from 'react';
import type { OrNull, Served } from './served.js';

/** A project, as `/api/public/projects` serves it (DATA). */
export type Project = OrNull<Omit<Served<ClientProject>, 'access_role' | 'address'>, 'due_date'> &
  Partial<Pick<ClientProject, 'access_role'>>;

/** What the progress cells of the dashboard show; counted by the server (OP-04). */
export type ProjectProgress = NonNullable<ClientProject['progress']>;
export type BarState = ProjectProgress['data']['historic'];

export interface ProjectContextValue {
  project: Project;
  /** undefined while it is being read. */
  role: ProjectRole | undefined;
  /** Upload, annotate, run jobs, edit: editor and above (OP-09). */
  canEdit: boolean;
  /** Members and deletion: owner and admin. */
  canManage: boolean;
}

export const ProjectContext = createContext<ProjectContextValue | undefined>(undefined);

/**
 * The project whose screens are open. Only below the project layout, which shows the not-found screen for a project that is
 * unknown or out of reach.
 */
export function useProject(): ProjectContextValue {
  const value = useContext(ProjectContext);
  if (!value) throw new Error('useProject works below the project layout only');
  return value;
}

/** What a role allows. */
export const rightsOf = (role: ProjectRole | undefined): Pick<ProjectContextValue, 'canEdit' | 'canManage'> => ({
  canEdit: role === 'admin' || role === 'owner' || role === 'editor',
  canManage: role === 'admin' || role === 'owner',
});
