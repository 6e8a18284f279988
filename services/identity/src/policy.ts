import { people, services, signedIn, withPermission, type Actor, type MethodPolicy, type Policies } from '@symbio/kit';
import type { IdentityServiceService } from '@symbio/proto/identity';

const gateway = services('gateway');

/** People with the role administrator; an API key never manages people or keys. */
const administrators: MethodPolicy = {
  name: 'administrators',
  allows: (actor) => actor.via === 'user' && actor.role === 'administrator',
};

/** Agents bring their own author by API key; people need the permission to manage agents. */
const agentMakers: MethodPolicy = {
  name: 'API keys and permission canManageAgents',
  allows: (actor) => actor.via === 'api_key' || actor.permissions.includes('canManageAgents'),
};

/** Who may call what. */
export const policies: Policies<typeof IdentityServiceService> = {
  resolveUser: gateway,
  resolveApiKey: gateway,
  verifySecretWord: gateway,
  signUp: gateway,
  getMe: people,
  updateMe: people,
  listUsers: withPermission('canManageUser'),
  setUserRole: administrators,
  searchUsers: signedIn,
  getUserNames: signedIn,
  listAuthors: signedIn,
  getAuthors: signedIn,
  createAgentAuthor: agentMakers,
  listApiKeys: administrators,
  createApiKey: administrators,
  revokeApiKey: administrators,
};

/** Whether somebody may see other people's e-mail addresses and roles (AUTH-30). */
export const seesAddresses = (actor: Actor): boolean => actor.permissions.includes('canManageUser');
