import type { ProjectRole, ProjectStatus } from '@symbio/proto/project/vocabulary';
import { createContext, useContext } from 'react';

export type BarState = 'empty' | 'partial' | 'full';

/** What the progress cells of the dashboard show; counted by the server (OP-04). */
export interface ProjectProgress {
  /** Share of the required setup fields that are filled, 0 to 1. */
  setup: number;
  data: { historic: BarState; agency: BarState; user_provided: BarState; pages: BarState };
  site_recon: 'none' | 'any' | 'completed';
  insights: 'empty' | 'half' | 'full';
  report: 'empty' | 'started';
}

/** A project, as `/api/public/projects` serves it (DATA). */
export interface Project {
  id: string;
  number: string;
  title: string;
  /** `YYYY-MM-DD`, a day without timezone. */
  due_date: string | null;
  property_address: string;
  property_city: string;
  property_state: string;
  property_zip: string;
  property_neighborhood: string | null;
  property_block: string | null;
  property_number: string | null;
  client_company: string;
  client_contact: string | null;
  client_phone: string | null;
  client_email: string | null;
  status: ProjectStatus;
  has_annotations: boolean;
  created_by: string;
  created_at: string;
  updated_at: string;
  /** What the caller is in this project. */
  access_role?: ProjectRole;
  progress?: ProjectProgress;
}

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
