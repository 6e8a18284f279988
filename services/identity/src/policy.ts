import { people, services, signedIn, type Actor, type MethodPolicy, type Policies } from '@symbio/kit';
import type { Colleagues, IdentityServiceService } from '@symbio/proto/identity';
import type { UserRole } from '@symbio/proto/identity/vocabulary';

const gateway = services('gateway');

/** People with the role administrator, for keys and the audit trail; an API key never manages people or keys. */
const administrators: MethodPolicy = {
  name: 'administrators',
  allows: (actor) => actor.via === 'user' && actor.role === 'administrator',
};

/** People who may manage users, whatever their role (OP-60); other people's addresses are nothing for a program (AUTH-30). */
const userManagers: MethodPolicy = {
  name: 'people with permission canManageUser',
  allows: (actor) => actor.via === 'user' && actor.permissions.includes('canManageUser'),
};

/**
 * Agents bring their own author by API key, the feature worker has the author of its spotter; people need the
 * permission to manage agents.
 */
const spotter = services('feature-worker');
const agentMakers: MethodPolicy = {
  name: 'API keys, the feature worker and permission canManageAgents',
  allows: (actor) => actor.via === 'api_key' || spotter.allows(actor) || actor.permissions.includes('canManageAgents'),
};

/** Who may call what. */
export const policies: Policies<typeof IdentityServiceService> = {
  resolveUser: gateway,
  resolveApiKey: gateway,
  getCaller: services('webhook'),
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
  listUsers: userManagers,
  updateUser: userManagers,
  eraseUser: userManagers,
  searchUsers: signedIn,
  getUserNames: signedIn,
  getMailAddresses: services('issue', 'webhook'),
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

/** Whom somebody may find by a search. */
export interface Reach {
  /** Which e-mail addresses a text finds: those that contain it, those it is all of, or none. */
  addresses: 'parts' | 'whole' | 'none';
  /** Names of these people only; absent: of everybody. */
  names?: { userIds: readonly string[]; roles: readonly UserRole[] };
}

/** Who may be assigned issues by customers who share no project with them. */
const ASSIGNEES: readonly UserRole[] = ['administrator', 'symbio'];

/** Whom a caller may find: a customer only the people they know, whom the gateway names. */
export function reachOf(actor: Actor, colleagues: Colleagues | undefined): Reach {
  if (seesAddresses(actor)) return { addresses: 'parts' };
  if (actor.role !== 'customer') return { addresses: 'whole' };
  return {
    addresses: colleagues?.ownsProject ? 'whole' : 'none',
    names: { userIds: [actor.sub, ...(colleagues?.userIds ?? [])], roles: ASSIGNEES },
  };
}

/** Whether somebody may see other people's e-mail addresses and roles (AUTH-30). */
export const seesAddresses = (actor: Actor): boolean => userManagers.allows(actor);
