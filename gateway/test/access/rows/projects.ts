/** Projects, their members and site visits (AUTH-28, AUTH-34 to AUTH-38, OP-06, OP-07, OP-09). */
import { newId } from '@symbio/runtime';
import {
  CREATOR,
  EDIT,
  KEY_OF_ADMINISTRATOR,
  KEY_OF_STAFF,
  LISTED,
  NOBODY,
  OWN,
  OWNER,
  OWNERS,
  PEOPLE_ONLY,
  READ,
  SIGNED_IN,
  STAFF,
  STAFF_EDITOR,
  STAFF_VIEWER,
  ADMINISTRATOR,
  ADMINISTRATORS_ONLY,
  allProcesses,
  grid,
  only,
} from '../callers.js';
import { callsOf, type CallRow, type RouteRow } from '../tries.js';
import { VISIT, projectFields } from '../samples.js';

/** canCreateProject; a project-bound key could not see the new project (OP-08, OP-21). */
const CREATE = grid(
  { ok: [ADMINISTRATOR, CREATOR, STAFF_EDITOR, STAFF_VIEWER, STAFF, KEY_OF_ADMINISTRATOR, KEY_OF_STAFF] },
  403,
);

/** Agents create projects of their own. */
const COPY = grid({ ok: [ADMINISTRATOR, CREATOR, STAFF_EDITOR, STAFF_VIEWER, STAFF] }, 403);

/** Owners who see every organization (decision 0158). */
const MOVERS = grid({ ok: [ADMINISTRATOR, CREATOR], 404: [STAFF] }, 403);

const OWN_LISTED = grid({ ok: OWNERS }, 'nothing');

const body = {
  title: 'A project of a row',
  due_date: '2027-03-31',
  property_address: '401 East 21st Street',
  property_city: 'New York',
  property_state: 'NY',
  property_zip: '10010',
  client_company: 'Gashouse District Partners',
};
const visit = { visit_date: '2026-05-04', access_granted: true, findings: 'Stained soil.' };

export const routes: RouteRow[] = [
  {
    route: 'GET /api/public/projects',
    way: 'one',
    cites: 'AUTH-34 AUTH-35 AUTH-36 AUTH-37 AUTH-38 API-05 OP-21',
    call: (w) => ({ path: `/api/public/projects?id=${w.projectId}` }),
    allowed: READ,
    shows: (w) => w.projectId,
  },
  {
    route: 'GET /api/public/projects',
    way: 'list',
    cites: 'AUTH-37 API-05 API-06',
    call: (w) => ({ path: `/api/public/projects?search=${encodeURIComponent(w.title)}` }),
    allowed: LISTED,
    shows: (w) => w.projectId,
  },
  {
    route: 'GET /api/public/projects',
    way: 'companies',
    cites: 'AUTH-37 API-05',
    call: () => ({ path: '/api/public/projects?companies=true' }),
    allowed: LISTED,
    shows: (w) => projectFields(w.title).clientCompany ?? '',
  },
  {
    route: 'GET /api/public/project-sites',
    cites: 'AUTH-37 API-06',
    call: () => ({ path: '/api/public/project-sites?per_page=100' }),
    allowed: LISTED,
    shows: (w) => w.projectId,
  },
  {
    route: 'GET /api/public/projects/:id/review-list',
    cites: 'API-02 AUTH-37',
    call: (w) => ({ path: `/api/public/projects/${w.projectId}/review-list` }),
    allowed: READ,
  },
  {
    route: 'GET /api/public/projects/:id',
    cites: 'AUTH-37 API-05 OP-21',
    call: (w) => ({ path: `/api/public/projects/${w.projectId}` }),
    allowed: READ,
    shows: (w) => w.projectId,
  },
  {
    route: 'GET /api/public/companies',
    cites: 'AUTH-37 API-05',
    call: () => ({ path: '/api/public/companies' }),
    allowed: LISTED,
    shows: (w) => projectFields(w.title).clientCompany ?? '',
  },
  {
    route: 'GET /api/address-check',
    cites: 'PROJ-30 PROJ-31',
    call: () => ({ path: '/api/address-check?state=NY&zip=10010' }),
    allowed: PEOPLE_ONLY,
  },
  {
    route: 'POST /api/public/projects',
    cites: 'AUTH-28 API-05 OP-08',
    call: () => ({ path: '/api/public/projects', body }),
    allowed: CREATE,
  },
  {
    route: 'PUT /api/public/projects',
    cites: 'API-05 OP-07 OP-09',
    call: (w) => ({ path: `/api/public/projects?id=${w.projectId}`, body: { property_block: '7' } }),
    allowed: EDIT,
  },
  {
    route: 'DELETE /api/public/projects',
    cites: 'API-05 OP-07 OP-09',
    call: async (w) => ({ path: `/api/public/projects?id=${await w.takeProject()}` }),
    allowed: OWN,
  },
  {
    route: 'POST /api/public/projects/:id/restore',
    cites: 'API-05 OP-07 OP-09',
    call: async (w) => ({ path: `/api/public/projects/${await w.takeDeletedProject()}/restore` }),
    allowed: OWN,
  },
  {
    route: 'GET /api/deleted-projects',
    cites: 'AUTH-37 OP-09',
    call: () => ({ path: '/api/deleted-projects' }),
    allowed: OWN_LISTED,
    shows: (w) => w.deletedProjectId,
  },
  {
    route: 'DELETE /api/deleted-projects/:id',
    cites: 'OP-07 OP-09',
    call: async (w) => ({ path: `/api/deleted-projects/${await w.takeDeletedProject()}` }),
    allowed: OWN,
  },
  {
    route: 'PUT /api/projects/:id/organization',
    cites: 'OP-07 AUTH-37',
    call: (w) => ({ path: `/api/projects/${w.projectId}/organization`, body: { organization_id: '' } }),
    allowed: MOVERS,
  },
  {
    route: 'PUT /api/projects/:id/sample',
    cites: 'AUTH-36',
    call: (w) => ({ path: `/api/projects/${w.projectId}/sample`, body: { sample: false } }),
    allowed: ADMINISTRATORS_ONLY,
  },
  {
    route: 'POST /api/projects/:id/copy',
    cites: 'AUTH-28 AUTH-36',
    call: async (w) => ({ path: `/api/projects/${await w.sampleId()}/copy`, body: {} }),
    allowed: COPY,
  },
  {
    route: 'GET /api/projects/:id/access',
    cites: 'AUTH-34 AUTH-35 AUTH-36 AUTH-37',
    call: (w) => ({ path: `/api/projects/${w.projectId}/access` }),
    allowed: LISTED,
    shows: () => '"has_access":true',
  },
  {
    route: 'GET /api/projects/:id/members',
    cites: 'AUTH-34 OP-06 OP-07',
    call: (w) => ({ path: `/api/projects/${w.projectId}/members` }),
    allowed: READ,
  },
  {
    route: 'POST /api/projects/:id/members',
    cites: 'OP-06 OP-07',
    call: async (w) => ({
      path: `/api/projects/${w.projectId}/members`,
      body: { user_id: await w.newUser(), role: 'viewer' },
    }),
    allowed: OWN,
  },
  {
    route: 'PUT /api/projects/:id/members/:userId',
    cites: 'OP-06 OP-07',
    call: async (w) => ({
      path: `/api/projects/${w.projectId}/members/${await w.newMember()}`,
      body: { role: 'editor' },
    }),
    allowed: OWN,
  },
  {
    route: 'DELETE /api/projects/:id/members/:userId',
    cites: 'OP-06 OP-07',
    call: async (w) => ({ path: `/api/projects/${w.projectId}/members/${await w.newMember()}` }),
    allowed: OWN,
  },
  {
    route: 'GET /api/projects/:id/export',
    cites: 'AUTH-37 OP-07',
    call: (w) => ({ path: `/api/projects/${w.projectId}/export?what=features&format=geojson` }),
    allowed: READ,
  },
  {
    route: 'GET /api/projects/:id/workbook',
    cites: 'AUTH-37 OP-07',
    call: (w) => ({ path: `/api/projects/${w.projectId}/workbook` }),
    allowed: READ,
  },
  {
    route: 'POST /api/presence',
    cites: 'AUTH-37',
    call: (w) => ({ path: '/api/presence', body: { window_id: newId(), project_id: w.projectId } }),
    allowed: READ,
  },
  {
    route: 'POST /api/cursors',
    cites: 'AUTH-37',
    call: (w) => ({
      path: '/api/cursors',
      body: { window_id: newId(), project_id: w.projectId, document_page_id: w.page.id, x: 100, y: 200 },
    }),
    allowed: READ,
  },
  {
    route: 'GET /api/projects/:id/site-visits',
    cites: 'AUTH-37 OP-07',
    call: (w) => ({ path: `/api/projects/${w.projectId}/site-visits` }),
    allowed: READ,
  },
  {
    route: 'POST /api/projects/:id/site-visits',
    cites: 'OP-07 OP-34',
    call: (w) => ({ path: `/api/projects/${w.projectId}/site-visits`, body: visit }),
    allowed: EDIT,
  },
  {
    route: 'PUT /api/site-visits/:id',
    cites: 'OP-07',
    call: (w) => ({ path: `/api/site-visits/${w.visit.id}`, body: visit }),
    allowed: EDIT,
  },
  {
    route: 'PUT /api/site-visits/:id/checklist',
    cites: 'OP-07',
    call: (w) => ({
      path: `/api/site-visits/${w.visit.id}/checklist`,
      body: { entries: [{ item: 'wells', answer: 'no' }] },
    }),
    allowed: EDIT,
  },
  {
    route: 'POST /api/site-visits/:id/restore',
    cites: 'OP-07',
    // restoring an existing one returns it unchanged
    call: (w) => ({ path: `/api/site-visits/${w.visit.id}/restore` }),
    allowed: EDIT,
  },
  {
    route: 'DELETE /api/site-visits/:id',
    cites: 'OP-07',
    call: async (w) => ({ path: `/api/site-visits/${(await w.newVisit()).id}` }),
    allowed: EDIT,
  },
];

const project = callsOf('project');

export const calls: CallRow[] = [
  project('listProjects', {
    cites: 'AUTH-37',
    request: (w) => ({ search: w.title }),
    allowed: LISTED,
    shows: (w) => w.projectId,
  }),
  project('getProject', { cites: 'AUTH-34 AUTH-37', request: (w) => ({ id: w.projectId }), allowed: READ }),
  project('createProject', {
    cites: 'AUTH-28 OP-08',
    request: () => ({ id: newId(), fields: projectFields('A project of a row') }),
    allowed: CREATE,
    // only people, and keys on their behalf, create projects
    processes: allProcesses(403),
  }),
  project('updateProject', {
    cites: 'OP-07 OP-09',
    request: (w) => ({ id: w.projectId, fields: { propertyBlock: '8' } }),
    allowed: EDIT,
  }),
  project('deleteProject', {
    cites: 'OP-07 OP-09',
    request: async (w) => ({ id: await w.takeProject() }),
    allowed: OWN,
  }),
  project('listDeletedProjects', {
    cites: 'AUTH-37 OP-09',
    request: () => ({}),
    allowed: OWN_LISTED,
    shows: (w) => w.deletedProjectId,
  }),
  project('restoreProject', {
    cites: 'OP-07 OP-09',
    request: async (w) => ({ id: await w.takeDeletedProject() }),
    allowed: OWN,
  }),
  project('eraseProject', {
    cites: 'OP-07 OP-09',
    request: async (w) => ({ id: await w.takeDeletedProject() }),
    allowed: OWN,
  }),
  project('setOrganization', {
    cites: 'OP-07 AUTH-37',
    request: (w) => ({ id: w.projectId, organizationId: '' }),
    allowed: MOVERS,
    processes: allProcesses(403),
  }),
  project('setSample', {
    cites: 'AUTH-36',
    request: (w) => ({ id: w.projectId, sample: false }),
    allowed: ADMINISTRATORS_ONLY,
    processes: allProcesses(403),
  }),
  project('copySample', {
    cites: 'AUTH-28 AUTH-36',
    request: async (w) => ({ id: newId(), sampleId: await w.sampleId() }),
    allowed: COPY,
    processes: allProcesses(403),
  }),
  project('listCompanies', {
    cites: 'AUTH-37',
    request: () => ({}),
    allowed: LISTED,
    shows: (w) => projectFields(w.title).clientCompany ?? '',
  }),
  project('checkAddress', { cites: 'PROJ-30 PROJ-31', request: () => ({ zip: '10010' }), allowed: SIGNED_IN }),
  project('checkAccess', {
    cites: 'AUTH-34 AUTH-35 AUTH-36 AUTH-37',
    request: (w) => ({ projectIds: [w.projectId] }),
    allowed: LISTED,
    shows: (w) => w.projectId,
  }),
  project('listColleagues', {
    cites: 'OP-37 AUTH-34',
    request: () => ({}),
    allowed: SIGNED_IN,
  }),
  project('checkAccessOf', {
    cites: 'AUTH-34 AUTH-37',
    request: (w) => ({ userId: w.actors[OWNER].sub, role: 'customer', projectIds: [w.projectId] }),
    allowed: NOBODY,
    processes: only('webhook', 'document', 'issue'),
  }),
  {
    ...project('listVisibleProjects', {
      cites: 'AUTH-34 AUTH-35 AUTH-36 AUTH-37 OP-21',
      request: () => ({}),
      allowed: LISTED,
      shows: (w) => w.projectId,
    }),
    // "all" means every project that is not deleted
    run: async (w, _request, parent) => {
      const { all, roles, removedIds } = await w.system.clients.project.listVisibleProjects({}, parent);
      return all ? [w.projectId].filter((id) => !removedIds.includes(id)) : roles;
    },
  },
  project('listSiteVisits', { cites: 'OP-07', request: (w) => ({ projectId: w.projectId }), allowed: READ }),
  project('createSiteVisit', {
    cites: 'OP-07',
    request: (w) => ({ projectId: w.projectId, fields: VISIT }),
    allowed: EDIT,
  }),
  project('updateSiteVisit', { cites: 'OP-07', request: (w) => ({ id: w.visit.id, fields: VISIT }), allowed: EDIT }),
  project('answerChecklist', {
    cites: 'OP-07',
    request: (w) => ({ id: w.visit.id, entries: [{ item: 'wells', answer: 'no', note: '' }] }),
    allowed: EDIT,
  }),
  project('restoreSiteVisit', { cites: 'OP-07', request: (w) => ({ id: w.visit.id }), allowed: EDIT }),
  project('deleteSiteVisit', {
    cites: 'OP-07',
    request: async (w) => ({ id: (await w.newVisit()).id }),
    allowed: EDIT,
  }),
  project('listMembers', { cites: 'OP-06 OP-07', request: (w) => ({ projectId: w.projectId }), allowed: READ }),
  project('setMember', {
    cites: 'OP-06 OP-07',
    request: async (w) => ({ projectId: w.projectId, userId: await w.newUser(), role: 'viewer' }),
    allowed: OWN,
  }),
  project('removeMember', {
    cites: 'OP-06 OP-07',
    request: async (w) => ({ projectId: w.projectId, userId: await w.newMember() }),
    allowed: OWN,
  }),
];
