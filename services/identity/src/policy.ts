import { people, services, signedIn, type MethodPolicy, type Policies } from '@symbio/rpc';
import type { Actor } from '@symbio/runtime';
import type { Colleagues, IdentityServiceService } from '@symbio/proto/identity';
import type { UserRole } from '@symbio/proto/identity/vocabulary';

const gateway = services('gateway');
const invitations = services('project');

/** People with the role administrator, for keys and the audit trail; an API key never manages people or keys. */
const administrators: MethodPolicy = {
  name: 'administrators',
  allows: (actor) => actor.via === 'user' && actor.role === 'administrator',
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
  getAuditState: administrators,
  verifyAuditTrail: administrators,
  setAuditRetention: administrators,
  revokeApiKey: administrators,
};

/** The people a caller may find by a search. */
export interface Reach {
  /** How e-mail addresses match. */
  addresses: 'parts' | 'whole' | 'none';
  /** Restricts name matches to these people; absent: everyone. */
  names?: { userIds: readonly string[]; roles: readonly UserRole[] };
}

/** Roles that customers without shared projects may assign issues to. */
const ASSIGNEES: readonly UserRole[] = ['administrator', 'symbio'];

/** Search reach of a caller: customers find only people they know, as listed by the gateway. */
export function reachOf(actor: Actor, colleagues: Colleagues | undefined): Reach {
  if (seesAddresses(actor)) return { addresses: 'parts' };
  if (actor.role !== 'customer') return { addresses: 'whole' };
  return {
    addresses: colleagues?.ownsProject ? 'whole' : 'none',
    names: { userIds: [actor.sub, ...(colleagues?.userIds ?? [])], roles: ASSIGNEES },
  };
}

/** Whether the caller may see other people's e-mail addresses and roles (AUTH-30). */
export const seesAddresses = (actor: Actor): boolean => userManagers.allows(actor);
