import { cursorOf, pageInfo, pageSpec, type Handlers } from '@symbio/rpc';
import type { ProjectServiceService } from '@symbio/proto/project';
import type { Access } from './access.js';
import type { Assessments } from './assessment/assessments.js';
import type { Coverage } from './assessment/coverage.js';
import { checkAddress } from './address-check.js';
import type { Deletions } from './deletions.js';
import type { Interviews } from './interviews/interviews.js';
import type { LienSearches } from './lien-searches/lien-searches.js';
import type { Invitations } from './invitations.js';
import { projectMessage, siteVisitMessage } from './mapping.js';
import type { Looks } from './looks.js';
import type { Members } from './members.js';
import type { PropertyMaps } from './property-map/property-maps.js';
import type { ProjectView, Projects } from './projects.js';
import type { Questionnaires } from './questionnaires/questionnaires.js';
import type { SiteVisits } from './site-visits.js';
import { isNewestFirst, listOrderOf } from './sorting.js';

export interface HandlerDeps {
  access: Access;
  projects: Projects;
  deletions: Deletions;
  members: Members;
  invitations: Invitations;
  siteVisits: SiteVisits;
  propertyMaps: PropertyMaps;
  assessments: Assessments;
  coverage: Coverage;
  interviews: Interviews;
  lienSearches: LienSearches;
  questionnaires: Questionnaires;
  looks: Looks;
}

const viewMessage = ({ project, role }: ProjectView) => projectMessage(project, role);

export const createHandlers = ({
  access,
  projects,
  deletions,
  members,
  invitations,
  siteVisits,
  propertyMaps,
  assessments,
  coverage,
  interviews,
  lienSearches,
  questionnaires,
  looks,
}: HandlerDeps): Handlers<typeof ProjectServiceService> => ({
  async listProjects({ paging, sort, order, ...filter }, context) {
    const page = pageSpec(paging);
    const listOrder = listOrderOf({ sort, order }, page.after !== undefined);
    const { views, count } = await projects.list(filter, page, context, listOrder);
    const last = views.at(-1)?.project;
    const hasMore = page.after ? views.length === page.perPage : page.skip + views.length < count;
    const next =
      last && hasMore && isNewestFirst(listOrder) ? cursorOf({ at: last.createdAt, id: last._id }) : undefined;
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

  setSample: async ({ id, sample }, context) => ({
    project: viewMessage(await projects.setSample(id, sample, context)),
  }),

  setOrganization: async ({ id, organizationId }, context) => ({
    project: viewMessage(await projects.setOrganization(id, organizationId, context)),
  }),

  copySample: async (request, context) => ({ project: viewMessage(await projects.copySample(request, context)) }),

  async eraseProject({ id }, context) {
    await deletions.erase(id, context);
    return {};
  },

  listCompanies: async (_request, context) => ({ companies: await projects.companies(context) }),

  checkAddress: (address) => Promise.resolve(checkAddress(address)),

  checkAccess: ({ projectIds }, context) => access.access(projectIds, context),

  checkAccessOf: async ({ projectIds, ...person }) => ({ roles: await access.rolesOf(projectIds, person) }),

  listVisibleProjects: (_request, context) => access.allRoles(context),

  listColleagues: (_request, context) => access.colleagues(context),

  getLastLook: async ({ projectId }, context) => ({ seenAt: await looks.last(projectId, context) }),

  markSeen: async ({ projectId, until }, context) => ({ seenAt: await looks.markSeen(projectId, until, context) }),

  getPropertyMap: async ({ projectId }, context) => ({ propertyMap: await propertyMaps.get(projectId, context) }),

  saveBoundary: async (request, context) => ({ propertyMap: await propertyMaps.saveBoundary(request, context) }),

  saveSite: async (request, context) => ({ propertyMap: await propertyMaps.saveSite(request, context) }),

  saveSearchRadii: async (request, context) => ({ propertyMap: await propertyMaps.saveSearchRadii(request, context) }),

  undoPropertyChange: async (request, context) => ({ propertyMap: await propertyMaps.undo(request, context) }),

  getAssessment: async ({ projectId }, context) => ({ assessment: await assessments.get(projectId, context) }),

  saveAssessment: async (request, context) => ({ assessment: await assessments.save(request, context) }),

  listAssessments: async (_request, context) => ({ assessments: await assessments.list(context) }),

  getCoverage: async ({ projectId }, context) => ({ coverage: await coverage.get(projectId, context) }),

  saveCoverage: async (request, context) => ({ coverage: await coverage.save(request, context) }),

  createGap: async (request, context) => ({ gap: await coverage.createGap(request, context) }),

  updateGap: async (request, context) => ({ gap: await coverage.updateGap(request, context) }),

  async deleteGap({ id }, context) {
    await coverage.deleteGap(id, context);
    return {};
  },

  listInterviews: async ({ projectId }, context) => ({ interviews: await interviews.list(projectId, context) }),

  createInterview: async (request, context) => ({ interview: await interviews.create(request, context) }),

  updateInterview: async (request, context) => ({ interview: await interviews.update(request, context) }),

  async deleteInterview({ id }, context) {
    await interviews.remove(id, context);
    return {};
  },

  listLienSearches: async ({ projectId }, context) => ({ lienSearches: await lienSearches.list(projectId, context) }),

  createLienSearch: async (request, context) => ({ lienSearch: await lienSearches.create(request, context) }),

  updateLienSearch: async (request, context) => ({ lienSearch: await lienSearches.update(request, context) }),

  async deleteLienSearch({ id }, context) {
    await lienSearches.remove(id, context);
    return {};
  },

  getQuestionnaire: async ({ projectId }, context) => ({ questionnaire: await questionnaires.get(projectId, context) }),

  sendQuestionnaire: async (request, context) => ({ link: await questionnaires.send(request, context) }),

  async endQuestionnaireLink({ id }, context) {
    await questionnaires.end(id, context);
    return {};
  },

  recordUserAnswers: async (request, context) => ({ answers: await questionnaires.record(request, context) }),

  openQuestionnaire: ({ token }, context) => questionnaires.open(token, context),

  submitQuestionnaire: (request, context) => questionnaires.submit(request, context),

  listSiteVisits: async ({ projectId }, context) => ({
    siteVisits: (await siteVisits.list(projectId, context)).map(siteVisitMessage),
  }),

  createSiteVisit: async (request, context) => ({
    siteVisit: siteVisitMessage(await siteVisits.create(request, context)),
  }),

  updateSiteVisit: async (request, context) => ({
    siteVisit: siteVisitMessage(await siteVisits.update(request, context)),
  }),

  answerChecklist: async ({ id, entries }, context) => ({
    siteVisit: siteVisitMessage(await siteVisits.answer(id, entries, context)),
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

  async inviteMember(request, context) {
    const answer = await invitations.invite(request, context);
    return {
      outcome:
        'member' in answer
          ? { $case: 'member', value: answer.member }
          : { $case: 'invitation', value: answer.invitation },
    };
  },

  listInvitations: async ({ projectId }, context) => ({ invitations: await invitations.list(projectId, context) }),

  async withdrawInvitation({ projectId, id }, context) {
    await invitations.withdraw(projectId, id, context);
    return {};
  },

  getInvitation: ({ token }) => invitations.get(token),

  registerInvited: (request, context) => invitations.register(request, context),

  acceptInvitation: ({ token }, context) => invitations.accept(token, context),
});
