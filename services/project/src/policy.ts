import { agentsPropose, isAgent, refuseOverruling, seesOrganization, type Actor } from '@symbio/runtime';
import { ofOperator, people, services, signedIn, withPermission, type MethodPolicy, type Policies } from '@symbio/rpc';
import { atLeast } from '@symbio/project-access';
import type { ProjectServiceService } from '@symbio/proto/project';
import { PROJECT_ROLES, type ProjectRole } from '@symbio/proto/project/vocabulary';

/** Roles a member may have (OP-06); admin is implied for administrators. */
export type MemberRole = Exclude<ProjectRole, 'admin'>;
export const MEMBER_ROLES = PROJECT_ROLES.filter((role): role is MemberRole => role !== 'admin');

export const isMemberRole = (text: string): text is MemberRole => (MEMBER_ROLES as readonly string[]).includes(text);

/**
 * Agents may change and delete only projects they created; boundaries, dates, coverage, interviews, lien searches, the questionnaire, site visits and members are for people.
 * @throws AppError PERMISSION_DENIED (agents_propose)
 */
export function refuseForAgent(
  actor: Actor,
  project: { createdByAgent?: string | undefined; removal?: { authorId: string } | undefined },
  action: Action,
): void {
  if (!isAgent(actor) || READS.has(action)) return;
  if (action === 'change site visits')
    throw agentsPropose('Site visits are recorded by people.', 'Report what you found in a mention instead.');
  if (action === 'change the boundary')
    throw agentsPropose('People set where a property is.', 'Tell an editor of the project what you found.');
  if (action === 'change the assessment')
    throw agentsPropose('People set the dates of an assessment.', 'Tell an editor of the project what you found.');
  if (action === 'change the coverage')
    throw agentsPropose('People judge sources and gaps.', 'Tell an editor of the project what you found.');
  if (action === 'change the interviews')
    throw agentsPropose('People record interviews.', 'Tell an editor of the project what you found.');
  if (action === 'change the lien searches')
    throw agentsPropose('People record lien searches.', 'Tell an editor of the project what you found.');
  if (action === 'change the questionnaire')
    throw agentsPropose('People ask the user of the report.', 'Tell an editor of the project what you found.');
  if (action === 'change members')
    throw agentsPropose('People decide who is a member.', 'Ask an owner of the project.');
  if (project.createdByAgent !== actor.agentId)
    throw agentsPropose('This project was made by a person.', 'Make a project of your own instead.');
  refuseOverruling(actor, 'The deletion of this project', project.removal?.authorId, 'Ask a person to restore it.');
}

/** Minimum role per action (OP-07, OP-09). */
export const NEEDED_ROLE = {
  'read the project': 'viewer',
  'change the project': 'editor',
  'change the boundary': 'editor',
  'change the assessment': 'editor',
  'change the coverage': 'editor',
  'change the interviews': 'editor',
  'change the lien searches': 'editor',
  'change the questionnaire': 'editor',
  'delete the project': 'owner',
  'read site visits': 'viewer',
  'change site visits': 'editor',
  'read members': 'viewer',
  'change members': 'owner',
} as const satisfies Record<string, ProjectRole>;
export type Action = keyof typeof NEEDED_ROLE;
const READS: ReadonlySet<Action> = new Set(['read the project', 'read site visits', 'read members']);

export const may = (role: ProjectRole, action: Action): boolean => atLeast(role, NEEDED_ROLE[action]);

interface Owned {
  _id: string;
  createdBy: string;
  isSample?: boolean | undefined;
  organizationId?: string | undefined;
}

/** Whether a caller of one organization may visit samples of the project's: their own ones and the operator's. */
const isSampleFor = (actor: Actor, { isSample, organizationId }: Owned): boolean =>
  isSample === true && (organizationId === undefined || seesOrganization(actor, organizationId));

/**
 * A user's role in a project (AUTH-34 to AUTH-37), or undefined: not visible. Everybody is a viewer of a sample. A key limited to projects sees no others,
 * whatever its user may. A project of another organization gives no role, whatever was granted there.
 */
export function roleIn(actor: Actor, project: Owned, memberRole: MemberRole | undefined): ProjectRole | undefined {
  if (actor.via === 'service') return 'admin';
  if (actor.scopes.length > 0 && !actor.scopes.includes(project._id)) return undefined;
  const visitor = isSampleFor(actor, project) ? 'viewer' : undefined;
  if (!seesOrganization(actor, project.organizationId)) return visitor;
  if (actor.role === 'administrator') return 'admin';
  if (project.createdBy === actor.sub) return 'owner';
  return memberRole ?? visitor;
}

/** Sees the project only because it is a sample. */
export const isVisitor = (actor: Actor, project: Owned, memberRole: MemberRole | undefined): boolean =>
  project.isSample === true && roleIn(actor, { ...project, isSample: false }, memberRole) === undefined;

const administrators: MethodPolicy = {
  name: 'administrators',
  allows: (actor) => actor.role === 'administrator' && actor.via === 'user',
};

const creators = withPermission('canCreateProject');

/** A key limited to projects could not see a new one. */
const projectMakers: MethodPolicy = {
  name: `${creators.name}, without limits to projects`,
  allows: (actor) => creators.allows(actor) && actor.scopes.length === 0,
};

/** A person with the permission: an agent makes projects from its own input. */
const copiers: MethodPolicy = {
  name: `${creators.name}, people`,
  allows: (actor) => projectMakers.allows(actor) && people.allows(actor),
};

/** Method policies; project roles apply additionally. */
export const policies: Policies<typeof ProjectServiceService> = {
  listProjects: signedIn,
  getProject: signedIn,
  createProject: projectMakers,
  updateProject: signedIn,
  deleteProject: signedIn,
  listDeletedProjects: signedIn,
  restoreProject: signedIn,
  eraseProject: signedIn,
  setSample: administrators,
  setOrganization: ofOperator,
  copySample: copiers,
  listCompanies: signedIn,
  checkAddress: signedIn,
  checkAccess: signedIn,
  checkAccessOf: services('webhook', 'document', 'issue'),
  listVisibleProjects: signedIn,
  listColleagues: signedIn,
  getLastLook: people,
  markSeen: people,
  getPropertyMap: signedIn,
  saveBoundary: signedIn,
  saveSite: signedIn,
  saveSearchRadii: signedIn,
  undoPropertyChange: signedIn,
  getAssessment: signedIn,
  saveAssessment: signedIn,
  listAssessments: signedIn,
  getCoverage: signedIn,
  saveCoverage: signedIn,
  createGap: signedIn,
  updateGap: signedIn,
  deleteGap: signedIn,
  listInterviews: signedIn,
  createInterview: signedIn,
  updateInterview: signedIn,
  deleteInterview: signedIn,
  listLienSearches: signedIn,
  createLienSearch: signedIn,
  updateLienSearch: signedIn,
  deleteLienSearch: signedIn,
  getQuestionnaire: signedIn,
  // a program never mails people
  sendQuestionnaire: people,
  endQuestionnaireLink: people,
  recordUserAnswers: people,
  openQuestionnaire: services('gateway'),
  submitQuestionnaire: services('gateway'),
  listSiteVisits: signedIn,
  createSiteVisit: signedIn,
  updateSiteVisit: signedIn,
  answerChecklist: signedIn,
  deleteSiteVisit: signedIn,
  restoreSiteVisit: signedIn,
  listMembers: signedIn,
  setMember: signedIn,
  removeMember: signedIn,
  // a program never invites people
  inviteMember: people,
  listInvitations: people,
  withdrawInvitation: people,
  getInvitation: services('gateway'),
  registerInvited: services('gateway'),
  acceptInvitation: people,
};
