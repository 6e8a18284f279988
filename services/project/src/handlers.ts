import { pageInfo, pageSpec, type Handlers } from '@symbio/kit';
import type { ProjectServiceService } from '@symbio/proto/project';
import type { Access } from './access.js';
import { projectMessage, siteVisitMessage } from './mapping.js';
import type { Members } from './members.js';
import type { ProjectView, Projects } from './projects.js';
import type { SiteVisits } from './site-visits.js';

export interface HandlerDeps {
  access: Access;
  projects: Projects;
  members: Members;
  siteVisits: SiteVisits;
}

const viewMessage = ({ row, cells, role }: ProjectView) => projectMessage(row, cells, role);

/** The calls of the project service. */
export const createHandlers = ({
  access,
  projects,
  members,
  siteVisits,
}: HandlerDeps): Handlers<typeof ProjectServiceService> => ({
  async listProjects({ paging, ...filter }, { actor }) {
    const page = pageSpec(paging);
    const { views, count } = await projects.list(actor, filter, page);
    return { projects: views.map(viewMessage), pageInfo: pageInfo(page, count) };
  },

  getProject: async ({ id }, { actor }) => ({ project: viewMessage(await projects.get(actor, id)) }),

  createProject: async ({ id, fields }, { actor }) => ({
    project: viewMessage(await projects.create(actor, id, fields)),
  }),

  updateProject: async ({ id, fields, expectedUpdatedAt }, { actor }) => ({
    project: viewMessage(await projects.update(actor, id, fields, expectedUpdatedAt)),
  }),

  async deleteProject({ id }, { actor }) {
    await projects.remove(actor, id);
    return {};
  },

  listCompanies: async (_request, { actor }) => ({ companies: await projects.companies(actor) }),

  checkAccess: async ({ projectIds }, { actor }) => ({ roles: await access.roles(actor, projectIds) }),

  listSiteVisits: async ({ projectId }, { actor }) => ({
    siteVisits: (await siteVisits.list(actor, projectId)).map(siteVisitMessage),
  }),

  createSiteVisit: async ({ projectId, fields }, context) => ({
    siteVisit: siteVisitMessage(await siteVisits.create(context, projectId, fields)),
  }),

  updateSiteVisit: async ({ id, fields }, context) => ({
    siteVisit: siteVisitMessage(await siteVisits.update(context, id, fields)),
  }),

  async deleteSiteVisit({ id }, { actor }) {
    await siteVisits.remove(actor, id);
    return {};
  },

  listMembers: async ({ projectId }, { actor }) => ({ members: await members.list(actor, projectId) }),

  setMember: async ({ projectId, userId, role }, context) => ({
    member: await members.set(context, projectId, userId, role),
  }),

  async removeMember({ projectId, userId }, { actor }) {
    await members.remove(actor, projectId, userId);
    return {};
  },
});
