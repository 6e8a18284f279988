import { cursorOf, pageInfo, pageSpec, type Handlers } from '@symbio/rpc';
import type { ProjectServiceService } from '@symbio/proto/project';
import type { Access } from './access.js';
import type { Deletions } from './deletions.js';
import { projectMessage, siteVisitMessage } from './mapping.js';
import type { Members } from './members.js';
import type { ProjectView, Projects } from './projects.js';
import type { SiteVisits } from './site-visits.js';

export interface HandlerDeps {
  access: Access;
  projects: Projects;
  deletions: Deletions;
  members: Members;
  siteVisits: SiteVisits;
}

const viewMessage = ({ project, role }: ProjectView) => projectMessage(project, role);

export const createHandlers = ({
  access,
  projects,
  deletions,
  members,
  siteVisits,
}: HandlerDeps): Handlers<typeof ProjectServiceService> => ({
  async listProjects({ paging, ...filter }, context) {
    const page = pageSpec(paging);
    const { views, count } = await projects.list(filter, page, context);
    const last = views.at(-1)?.project;
    const hasMore = page.after ? views.length === page.perPage : page.skip + views.length < count;
    const next = last && hasMore ? cursorOf({ at: last.createdAt, id: last._id }) : undefined;
    return { projects: views.map(viewMessage), pageInfo: pageInfo(page, count, next) };
  },

  getProject: async ({ id }, context) => ({ project: viewMessage(await projects.get(id, context)) }),

  createProject: async (request, context) => ({ project: viewMessage(await projects.create(request, context)) }),

  updateProject: async (request, context) => ({ project: viewMessage(await projects.update(request, context)) }),

  async deleteProject({ id }, context) {
    await deletions.delete(id, context);
    return {};
  },

  async listDeletedProjects({ paging }, context) {
    const page = pageSpec(paging);
    const { views, count } = await deletions.list(page, context);
    return { projects: views.map(viewMessage), pageInfo: pageInfo(page, count) };
  },

  restoreProject: async ({ id }, context) => ({ project: viewMessage(await deletions.restore(id, context)) }),

  async eraseProject({ id }, context) {
    await deletions.erase(id, context);
    return {};
  },

  listCompanies: async (_request, context) => ({ companies: await projects.companies(context) }),

  checkAccess: async ({ projectIds }, context) => ({ roles: await access.roles(projectIds, context) }),

  checkAccessOf: async ({ projectIds, ...person }) => ({ roles: await access.rolesOf(projectIds, person) }),

  listVisibleProjects: (_request, context) => access.allRoles(context),

  listColleagues: (_request, context) => access.colleagues(context),

  listSiteVisits: async ({ projectId }, context) => ({
    siteVisits: (await siteVisits.list(projectId, context)).map(siteVisitMessage),
  }),

  createSiteVisit: async (request, context) => ({
    siteVisit: siteVisitMessage(await siteVisits.create(request, context)),
  }),

  updateSiteVisit: async (request, context) => ({
    siteVisit: siteVisitMessage(await siteVisits.update(request, context)),
  }),

  restoreSiteVisit: async ({ id }, context) => ({
    siteVisit: siteVisitMessage(await siteVisits.restore(id, context)),
  }),

  async deleteSiteVisit({ id }, context) {
    await siteVisits.remove(id, context);
    return {};
  },

  listMembers: async ({ projectId }, context) => ({ members: await members.list(projectId, context) }),

  setMember: async (request, context) => ({ member: await members.set(request, context) }),

  async removeMember(request, context) {
    await members.remove(request, context);
    return {};
  },
});
