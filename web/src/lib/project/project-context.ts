import type { Project as ClientProject } from '@symbio/client';
import type { ProjectRole } from '@symbio/proto/project/vocabulary';
import { createContext, useContext } from 'react';
import type { WithNulls, ApiItem } from '../http/api-types.js';

export type Project = WithNulls<Omit<ApiItem<ClientProject>, 'access_role' | 'address'>, 'due_date'> &
  Partial<Pick<ClientProject, 'access_role'>>;

/** Computed by the server (OP-04). */
export type ProjectProgress = NonNullable<ClientProject['progress']>;
export type BarState = ProjectProgress['data']['historic'];

export interface ProjectContextValue {
  project: Project;
  role: ProjectRole | undefined;
  /** Editor and above (OP-09). */
  canEdit: boolean;
  /** Owner and admin. */
  canManage: boolean;
}

export const ProjectContext = createContext<ProjectContextValue | undefined>(undefined);

/** Use below the project layout, which shows "not found" for inaccessible projects. */
export function useProject(): ProjectContextValue {
  const value = useContext(ProjectContext);
  if (!value) throw new Error('useProject works below the project layout only');
  return value;
}

export const rightsOf = (role: ProjectRole | undefined): Pick<ProjectContextValue, 'canEdit' | 'canManage'> => ({
  canEdit: role === 'admin' || role === 'owner' || role === 'editor',
  canManage: role === 'admin' || role === 'owner',
});
