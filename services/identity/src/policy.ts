import { administrators, ofOperator, people, services, signedIn, type MethodPolicy, type Policies } from '@symbio/rpc';
import { administersInstallation, seesAllOrganizations, seesOrganization, type Actor } from '@symbio/runtime';
import type { Colleagues, IdentityServiceService } from '@symbio/proto/identity';
import type { UserRole } from '@symbio/proto/identity/vocabulary';
import type { AuthorRow, UserRow } from './model.js';

const gateway = services('gateway');
const invitations = services('project');

/** For what concerns the whole installation: its organizations, and the chain of the audit trail. */
const operators: MethodPolicy = {
  name: "the operator's administrators",
  allows: (actor) => administrators.allows(actor) && administersInstallation(actor),
};

/** People who may manage users, regardless of role (OP-60); programs may not see other people's addresses (AUTH-30). */
const userManagers: MethodPolicy = {
  name: 'people with permission canManageUser',
  allows: (actor) => actor.via === 'user' && actor.permissions.includes('canManageUser'),
};

/** Agents use their API key's author, the feature worker its spotter's; people need the permission to manage agents. */
const spotter = services('feature-worker');
const agentMakers: MethodPolicy = {
  name: 'API keys, the feature worker and permission canManageAgents',
  allows: (actor) => actor.via === 'api_key' || spotter.allows(actor) || actor.permissions.includes('canManageAgents'),
};

/** Callers allowed for each method. */
export const policies: Policies<typeof IdentityServiceService> = {
  resolveUser: gateway,
  resolveApiKey: gateway,
  getCaller: services('webhook', 'project'),
  verifySecretWord: gateway,
  signUp: gateway,
  resendConfirmation: gateway,
  confirmAddress: gateway,
  awaitsConfirmation: gateway,
  requestPasswordReset: gateway,
  resetPassword: gateway,
  changePassword: gateway,
  getMe: people,
  updateMe: people,
  saveQualification: people,
  listUsers: userManagers,
  findPerson: invitations,
  createInvitedAccount: invitations,
  updateUser: userManagers,
  eraseUser: userManagers,
  listOrganizations: ofOperator,
  createOrganization: operators,
  renameOrganization: operators,
  searchUsers: signedIn,
  getUserNames: signedIn,
  getMailAddresses: services('issue', 'project', 'webhook'),
  listAuthors: signedIn,
  getAuthors: signedIn,
  createAgentAuthor: agentMakers,
  listApiKeys: administrators,
  createApiKey: administrators,
  rotateApiKey: administrators,
  listKeyWrites: administrators,
  listAuditEntries: administrators,
  getAuditState: operators,
  verifyAuditTrail: operators,
  setAuditRetention: operators,
  revokeApiKey: administrators,
};

/** The people a caller may find by a search. */
export interface Reach {
  /** How e-mail addresses match. */
  addresses: 'parts' | 'whole' | 'none';
  /** Restricts name matches to these people; absent: everyone. */
  names?: { userIds: readonly string[]; roles: readonly UserRole[] };
  /** Restricts all matches to people of an organization (null: the operator) and the operator's staff; absent: everyone. */
  knownTo?: string | null;
}

/** Roles that customers without shared projects may assign issues to. */
const ASSIGNEES: readonly UserRole[] = ['administrator', 'symbio'];

/** Search reach of a caller: customers find only people they know, as listed by the gateway. */
export function reachOf(actor: Actor, colleagues: Colleagues | undefined): Reach {
  const within = seesAllOrganizations(actor) ? {} : { knownTo: actor.organizationId ?? null };
  if (seesAddresses(actor)) return { addresses: 'parts', ...within };
  if (actor.role !== 'customer') return { addresses: 'whole', ...within };
  return {
    ...within,
    addresses: colleagues?.ownsProject ? 'whole' : 'none',
    names: { userIds: [actor.sub, ...(colleagues?.userIds ?? [])], roles: ASSIGNEES },
  };
}

/** Whether the caller may see other people's e-mail addresses and roles (AUTH-30). */
export const seesAddresses = (actor: Actor): boolean => userManagers.allows(actor);

type Person = Pick<UserRow, 'role' | 'organizationId'>;

/** Whether a person works in projects of an organization (undefined: the operator): its own, or the operator's staff. */
export const worksIn = ({ role, organizationId }: Person, organization: string | undefined): boolean =>
  seesOrganization({ via: 'user', role, organizationId }, organization);

/** Whether the caller may learn of a person: in their organization, or the operator's staff. */
export const knows = (actor: Actor, person: Person): boolean =>
  seesAllOrganizations(actor) || worksIn(person, actor.organizationId);

/** Whether the caller may learn of an agent: the operator's agents work for every organization. */
export const knowsAgent = (actor: Actor, { organizationId }: Pick<AuthorRow, 'organizationId'>): boolean =>
  organizationId === undefined || seesOrganization(actor, organizationId);
