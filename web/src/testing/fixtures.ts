import type { Me } from '../lib/session/me.js';
import type { Project } from '../lib/project/project-context.js';

export const me: Me = {
  id: '01890000-0000-7000-8000-000000000001',
  email: 'ada@symbio.test',
  name: 'Ada Marsh',
  company: 'Marsh Environmental',
  phone: null,
  role: 'administrator',
  author_id: '01890000-0000-7000-8000-0000000000a1',
  qualification: null,
  permissions: { canCreateProject: true, canManageUser: true, canSeeReleaseNotes: true, canManageAgents: true },
};

/** Customer without permissions. */
export const customer: Me = {
  ...me,
  role: 'customer',
  permissions: { canCreateProject: false, canManageUser: false, canSeeReleaseNotes: false, canManageAgents: false },
};

export const project: Project = {
  id: '01890000-0000-7000-8000-000000000101',
  number: 'P-2025-00042',
  title: 'Harlan Street Cannery',
  due_date: '2025-11-30',
  property_address: '1200 Harlan Street',
  property_city: 'Oakland',
  property_state: 'CA',
  property_zip: '94607',
  property_neighborhood: null,
  property_block: null,
  property_number: null,
  client_company: 'Redwood Holdings',
  client_contact: 'Lee Park',
  client_phone: null,
  client_email: 'lee@redwood.test',
  status: 'data_collection',
  has_annotations: true,
  access_role: 'owner',
  created_by: me.id,
  created_at: '2025-09-01T15:04:00.000Z',
  updated_at: '2025-09-20T10:00:00.000Z',
  progress: {
    setup: 1,
    data: { historic: 'full', agency: 'partial', user_provided: 'empty', pages: 'partial' },
    site_recon: 'any',
    insights: 'half',
    report: 'empty',
  },
};

export const projectPage = (projects: Project[]) => ({
  data: projects,
  page: 1,
  per_page: 20,
  total_pages: 1,
  count: projects.length,
});
