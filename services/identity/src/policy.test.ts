import { serviceActor } from '@symbio/runtime';
import { administrator, person } from '@symbio/runtime/testing';
import { IdentityServiceService } from '@symbio/proto/identity';
import { policies, seesAddresses } from './policy.js';

type Method = keyof typeof IdentityServiceService;

const CALLERS = {
  gateway: serviceActor('gateway'),
  'another process': serviceActor('document'),
  spotter: serviceActor('feature-worker'),
  'issue service': serviceActor('issue'),
  'webhook service': serviceActor('webhook'),
  'project service': serviceActor('project'),
  customer: person(),
  staff: person({ role: 'symbio', permissions: ['canCreateProject', 'canSeeReleaseNotes', 'canManageAgents'] }),
  'customer who manages users': person({ permissions: ['canManageUser'] }),
  administrator: administrator(),
  "firm's administrator": administrator({ organizationId: 'firm' }),
  'key of an administrator': administrator({ via: 'api_key' }),
  'key of a customer': person({ via: 'api_key' }),
};
type Caller = keyof typeof CALLERS;
const EVERYBODY = Object.keys(CALLERS) as Caller[];
const KEYS: Caller[] = ['key of an administrator', 'key of a customer'];
const ADMINISTRATORS: Caller[] = ['administrator', "firm's administrator"];
const MANAGERS: Caller[] = ['customer who manages users', ...ADMINISTRATORS];
const PEOPLE: Caller[] = ['customer', 'staff', ...MANAGERS];

const TABLE: Record<Method, Caller[]> = {
  resolveUser: ['gateway'],
  resolveApiKey: ['gateway'],
  getCaller: ['webhook service', 'project service'],
  verifySecretWord: ['gateway'],
  signUp: ['gateway'],
  confirmAddress: ['gateway'],
  awaitsConfirmation: ['gateway'],
  resendConfirmation: ['gateway'],
  requestPasswordReset: ['gateway'],
  resetPassword: ['gateway'],
  changePassword: ['gateway'],
  getMe: PEOPLE,
  updateMe: PEOPLE,
  saveQualification: PEOPLE,
  // the permission decides (OP-60)
  listUsers: MANAGERS,
  updateUser: MANAGERS,
  eraseUser: MANAGERS,
  listOrganizations: ['staff', 'administrator'],
  createOrganization: ['administrator'],
  renameOrganization: ['administrator'],
  searchUsers: EVERYBODY,
  getUserNames: EVERYBODY,
  getMailAddresses: ['issue service', 'webhook service', 'project service'],
  findPerson: ['project service'],
  createInvitedAccount: ['project service'],
  listAuthors: EVERYBODY,
  getAuthors: EVERYBODY,
  createAgentAuthor: ['spotter', 'staff', ...ADMINISTRATORS, ...KEYS],
  listApiKeys: ADMINISTRATORS,
  createApiKey: ADMINISTRATORS,
  rotateApiKey: ADMINISTRATORS,
  listKeyWrites: ADMINISTRATORS,
  listAuditEntries: ADMINISTRATORS,
  getAuditState: ['administrator'],
  verifyAuditTrail: ['administrator'],
  setAuditRetention: ['administrator'],
  revokeApiKey: ADMINISTRATORS,
};

it('has a row for every method', () => {
  expect(Object.keys(TABLE).sort()).toEqual(Object.keys(IdentityServiceService).sort());
  expect(Object.keys(policies).sort()).toEqual(Object.keys(TABLE).sort());
});

it.each(Object.entries(TABLE) as [Method, Caller[]][])('%s is for %j', (method, allowed) => {
  const actual = EVERYBODY.filter((caller) => policies[method].allows(CALLERS[caller]));
  expect(actual.sort()).toEqual([...allowed].sort());
});

it('addresses and roles of other users are visible to users who manage users (AUTH-30)', () => {
  expect(EVERYBODY.filter((caller) => seesAddresses(CALLERS[caller]))).toEqual(MANAGERS);
});
