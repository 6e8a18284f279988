/** People, authors and API keys (AUTH-22, AUTH-27, AUTH-29, AUTH-30, OP-08, OP-21). */
import { newId } from '@symbio/runtime';
import {
  ADMINISTRATOR,
  ADMINISTRATORS_ONLY,
  KEYS,
  NOBODY,
  OWNER,
  PEOPLE_ONLY,
  SIGNED_IN,
  STAFF_PEOPLE,
  VIEWER,
  allProcesses,
  grid,
  only,
} from '../callers.js';
import { SECRET_WORD } from '../system.js';
import { there } from '../there.js';
import { callsOf, type CallRow, type RouteRow } from '../tries.js';
import type { World } from '../world.js';

/** Agents create their author by key; people need canManageAgents. */
const AGENT_MAKERS = grid({ ok: [ADMINISTRATOR, ...STAFF_PEOPLE, ...KEYS] }, 403);
/** Other users' e-mail addresses are for user managers, never for a key (AUTH-30). */
const ADDRESSES = grid({ ok: [ADMINISTRATOR] }, 'nothing');

/** Who see every organization (decision 0158). */
const STAFF_ONLY = grid({ ok: [ADMINISTRATOR, ...STAFF_PEOPLE] }, 403);

const qualification = { path: 'experience' };
const profile = { name: 'A new name' };
const agent = { agent_name: 'Map Reader', agent_version: '2', agent_date: '2026-01-31' };

async function newOrganization({ system, asOperator }: World): Promise<string> {
  const request = { id: newId(), name: `Firm ${newId()}` };
  const { organization } = await system.clients.identity.createOrganization(request, await asOperator());
  return there(organization, 'organization').id;
}

export const routes: RouteRow[] = [
  {
    route: 'GET /api/me',
    cites: 'AUTH-24 AUTH-27',
    call: () => ({ path: '/api/me' }),
    allowed: PEOPLE_ONLY,
  },
  {
    route: 'PUT /api/me',
    cites: 'SET-01 SET-03',
    call: () => ({ path: '/api/me', body: profile }),
    allowed: PEOPLE_ONLY,
  },
  {
    route: 'PUT /api/me/qualification',
    cites: 'SET-01',
    call: () => ({ path: '/api/me/qualification', body: { qualification } }),
    allowed: PEOPLE_ONLY,
  },
  {
    route: 'POST /api/auth/change-password',
    way: 'without the present one',
    cites: 'AUTH-23 AUTH-24',
    call: () => ({
      path: '/api/auth/change-password',
      body: { current_password: 'not it', new_password: 'another-password' },
    }),
    allowed: grid({}, 403),
  },
  {
    route: 'GET /api/users',
    cites: 'AUTH-29 AUTH-30 SET-10',
    call: () => ({ path: '/api/users' }),
    allowed: ADMINISTRATORS_ONLY,
  },
  {
    route: 'PUT /api/users/:id',
    way: 'role',
    cites: 'AUTH-29',
    call: async (w) => ({ path: `/api/users/${await w.newUser()}`, body: { role: 'symbio' } }),
    allowed: ADMINISTRATORS_ONLY,
  },
  {
    route: 'PUT /api/users/:id',
    way: 'disabled',
    cites: 'AUTH-29',
    call: async (w) => ({ path: `/api/users/${await w.newAccount()}`, body: { disabled: true } }),
    allowed: ADMINISTRATORS_ONLY,
  },
  {
    route: 'DELETE /api/users/:id',
    cites: 'AUTH-29',
    call: async (w) => ({ path: `/api/users/${await w.newAccount()}` }),
    allowed: ADMINISTRATORS_ONLY,
  },
  {
    route: 'PUT /api/users/:id',
    way: 'organization',
    cites: 'AUTH-29',
    call: async (w) => ({ path: `/api/users/${await w.newUser()}`, body: { organization_id: '' } }),
    allowed: ADMINISTRATORS_ONLY,
  },
  {
    route: 'GET /api/organizations',
    cites: 'AUTH-29',
    call: () => ({ path: '/api/organizations' }),
    allowed: STAFF_ONLY,
  },
  {
    route: 'POST /api/organizations',
    cites: 'AUTH-29',
    call: () => ({ path: '/api/organizations', body: { name: `Firm ${newId()}` } }),
    allowed: ADMINISTRATORS_ONLY,
  },
  {
    route: 'PUT /api/organizations/:id',
    cites: 'AUTH-29',
    call: async (w) => ({ path: `/api/organizations/${await newOrganization(w)}`, body: { name: `Firm ${newId()}` } }),
    allowed: ADMINISTRATORS_ONLY,
  },
  {
    route: 'GET /api/api-keys',
    cites: 'OP-21',
    call: () => ({ path: '/api/api-keys' }),
    allowed: ADMINISTRATORS_ONLY,
  },
  {
    route: 'POST /api/api-keys',
    cites: 'OP-21',
    call: () => ({ path: '/api/api-keys', body: { name: 'Made by a row' } }),
    allowed: ADMINISTRATORS_ONLY,
  },
  {
    route: 'POST /api/api-keys/:id/rotate',
    cites: 'OP-21',
    call: async (w) => ({ path: `/api/api-keys/${(await w.newKey()).id}/rotate`, body: {} }),
    allowed: ADMINISTRATORS_ONLY,
  },
  {
    route: 'GET /api/api-keys/:id/writes',
    cites: 'OP-21',
    call: async (w) => ({ path: `/api/api-keys/${(await w.newKey()).id}/writes` }),
    allowed: ADMINISTRATORS_ONLY,
  },
  {
    route: 'DELETE /api/api-keys/:id',
    cites: 'OP-21',
    call: async (w) => ({ path: `/api/api-keys/${(await w.newKey()).id}` }),
    allowed: ADMINISTRATORS_ONLY,
  },
  {
    route: 'GET /api/users/search',
    way: 'names',
    cites: 'OP-37',
    call: () => ({ path: '/api/users/search?q=Somebody' }),
    allowed: PEOPLE_ONLY,
  },
  {
    route: 'GET /api/users/search',
    way: 'addresses',
    cites: 'AUTH-30',
    call: () => ({ path: '/api/users/search?q=Nobody%20Else' }),
    allowed: ADDRESSES,
    shows: (w) => w.searched.email,
  },
  {
    route: 'GET /api/public/authors',
    cites: 'API-02 API-04',
    call: () => ({ path: '/api/public/authors' }),
    allowed: SIGNED_IN,
  },
  {
    route: 'POST /api/public/authors',
    cites: 'API-04 API-15 OP-08',
    call: () => ({ path: '/api/public/authors', body: agent }),
    allowed: AGENT_MAKERS,
  },
];

const identity = callsOf('identity');
/** Calls by the gateway only, which has verified the credentials. */
const gateways = { allowed: NOBODY, processes: only('gateway') };
/** Calls of the service that keeps the invitations. */
const invitations = { cites: 'AUTH-21 AUTH-34', allowed: NOBODY, processes: only('project') };
const administrators = { allowed: ADMINISTRATORS_ONLY, processes: allProcesses(403) };

export const calls: CallRow[] = [
  identity('resolveUser', {
    ...gateways,
    cites: 'AUTH-22 AUTH-24',
    request: () => ({ userId: newId(), email: 'made@access.test', name: 'Made Here', realmRoles: ['administrator'] }),
  }),
  identity('resolveApiKey', {
    ...gateways,
    cites: 'API-02 OP-21',
    request: async (w) => ({ key: (await w.newKey()).key }),
  }),
  identity('verifySecretWord', {
    ...gateways,
    cites: 'AUTH-16 AUTH-17 OP-11',
    request: () => ({ secretWord: SECRET_WORD }),
  }),
  identity('signUp', {
    ...gateways,
    cites: 'AUTH-21 AUTH-22',
    request: (w) => ({
      name: 'Somebody Else',
      email: w.accounts[VIEWER].email,
      password: 'another-password',
      secretWord: SECRET_WORD,
    }),
  }),
  identity('resendConfirmation', {
    ...gateways,
    cites: 'AUTH-09 AUTH-21',
    request: (w) => ({ email: w.accounts[VIEWER].email }),
  }),
  identity('requestPasswordReset', {
    ...gateways,
    cites: 'AUTH-23',
    request: (w) => ({ email: w.accounts[VIEWER].email }),
  }),
  identity('resetPassword', {
    allowed: NOBODY,
    // without a mailed link
    processes: { ...only('gateway'), gateway: 404 },
    cites: 'AUTH-23',
    request: () => ({ token: 'made up', password: 'another-password' }),
  }),
  identity('changePassword', {
    ...gateways,
    cites: 'AUTH-23',
    request: async (w) => ({ userId: await w.newAccount(), password: 'another-password' }),
  }),
  identity('getMe', {
    cites: 'AUTH-27',
    request: () => ({}),
    allowed: PEOPLE_ONLY,
    processes: allProcesses(403),
  }),
  identity('updateMe', {
    cites: 'SET-01 SET-03',
    request: () => profile,
    allowed: PEOPLE_ONLY,
    processes: allProcesses(403),
  }),
  identity('saveQualification', {
    cites: 'SET-01',
    request: () => ({ qualification: { path: 'experience', licence: '', state: '', expiresOn: '' } }),
    allowed: PEOPLE_ONLY,
    processes: allProcesses(403),
  }),
  identity('listUsers', { ...administrators, cites: 'AUTH-29 AUTH-30', request: () => ({}) }),
  identity('searchUsers', {
    way: 'names',
    cites: 'OP-37',
    request: () => ({ query: 'Somebody' }),
    allowed: SIGNED_IN,
  }),
  identity('searchUsers', {
    way: 'addresses',
    cites: 'AUTH-30',
    request: () => ({ query: 'Nobody Else' }),
    allowed: ADDRESSES,
    processes: allProcesses('nothing'),
    shows: (w) => w.searched.email,
  }),
  identity('confirmAddress', {
    cites: 'AUTH-21',
    request: () => ({ token: 'x' }),
    allowed: NOBODY,
    processes: { ...only('gateway'), gateway: 404 },
  }),
  identity('awaitsConfirmation', {
    cites: 'AUTH-10',
    request: () => ({ email: 'nobody@access.test', password: 'x' }),
    allowed: NOBODY,
    processes: only('gateway'),
  }),
  identity('getUserNames', {
    cites: 'AUTH-24',
    request: (w) => ({ ids: [w.actors[OWNER].sub] }),
    allowed: SIGNED_IN,
  }),
  identity('getCaller', {
    cites: 'AUTH-24 OP-21',
    request: (w) => ({ userId: w.actors[OWNER].sub }),
    allowed: NOBODY,
    processes: only('webhook', 'project'),
  }),
  identity('getMailAddresses', {
    cites: 'ISSUE-14 AUTH-30',
    request: (w) => ({ ids: [w.actors[OWNER].sub] }),
    allowed: NOBODY,
    processes: only('issue', 'project', 'webhook'),
  }),
  identity('findPerson', {
    ...invitations,
    request: (w) => ({ email: w.accounts[VIEWER].email }),
  }),
  identity('createInvitedAccount', {
    ...invitations,
    request: () => ({ email: `${newId()}@access.test`, name: 'Somebody New', password: 'another-password' }),
  }),
  identity('listAuthors', { cites: 'API-04', request: () => ({}), allowed: SIGNED_IN }),
  identity('getAuthors', { cites: 'API-04', request: (w) => ({ ids: [w.agentId] }), allowed: SIGNED_IN }),
  identity('createAgentAuthor', {
    cites: 'API-15 OP-08',
    request: () => ({ agentName: 'Map Reader', agentVersion: '3', agentDate: '2026-01-31' }),
    allowed: AGENT_MAKERS,
    // land use detection writes as a separate agent
    processes: only('feature-worker'),
  }),
  identity('updateUser', {
    ...administrators,
    cites: 'AUTH-29',
    request: async (w) => ({ userId: await w.newUser(), role: 'symbio' }),
  }),
  identity('eraseUser', {
    ...administrators,
    cites: 'AUTH-29',
    request: async (w) => ({ userId: await w.newUser() }),
  }),
  identity('listOrganizations', {
    ...administrators,
    cites: 'AUTH-29',
    request: () => ({}),
    allowed: STAFF_ONLY,
  }),
  identity('createOrganization', {
    ...administrators,
    cites: 'AUTH-29',
    request: () => ({ name: `Firm ${newId()}` }),
  }),
  identity('renameOrganization', {
    ...administrators,
    cites: 'AUTH-29',
    request: async (w) => ({ id: await newOrganization(w), name: `Firm ${newId()}` }),
  }),
  identity('listApiKeys', { ...administrators, cites: 'OP-21', request: () => ({}) }),
  identity('createApiKey', { ...administrators, cites: 'OP-21', request: () => ({ name: 'Made by a row' }) }),
  identity('rotateApiKey', {
    ...administrators,
    cites: 'OP-21',
    request: async (w) => ({ id: (await w.newKey()).id }),
  }),
  identity('listKeyWrites', {
    ...administrators,
    cites: 'OP-21',
    request: async (w) => ({ id: (await w.newKey()).id }),
  }),
  identity('revokeApiKey', {
    ...administrators,
    cites: 'OP-21',
    request: async (w) => ({ id: (await w.newKey()).id }),
  }),
];
