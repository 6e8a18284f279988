/** The service on the run's real MongoDB and NATS, with the local stack's people, and callers. */
import type { Actor, RunningService } from '@symbio/runtime';
import type { Client } from '@symbio/rpc';
import { TestClock, person } from '@symbio/runtime/testing';
import { callAs, callAsService, testClient } from '@symbio/rpc/testing';
import { testConfig } from '@symbio/mongo/testing';
import { testEvents, type TestEvents } from '@symbio/events/testing';
import { IdentityServiceService, type Caller } from '@symbio/proto/identity';
import type { Accounts } from '../src/accounts.js';
import { LOCAL_ACCOUNTS } from '../src/local-seed.js';
import { start } from '../src/start.js';
import type { TokenClaims } from '../src/users.js';
import { fakeProvider } from './memory.js';

export const config = {
  ...testConfig('identity'),
  SECRET_WORD: 'phase-one',
  SYMBIO_LOCAL: '1' as const,
  // nothing listens on this port: sign-up.itest.ts tests registration, and other account changes use a fake
  KEYCLOAK_URL: 'http://127.0.0.1:9',
  KEYCLOAK_REALM: 'symbio',
  KEYCLOAK_ADMIN_CLIENT: 'symbio-identity',
  KEYCLOAK_ADMIN_SECRET: 'unused',
  SMTP_URL: '',
  MAIL_FROM: 'Symbio <symbio@localhost>',
  PUBLIC_URL: 'http://127.0.0.1:8080',
  AUDIT_MONGODB_DB: testConfig('audit').MONGODB_DB,
};
export const clock = new TestClock();
export const [ADMIN, STAFF, CUSTOMER] = LOCAL_ACCOUNTS.map(({ userId }) => userId) as [string, string, string];

export const provider = fakeProvider();
const unused = () => Promise.reject(new Error('not part of these tests'));
export const accounts: Accounts = {
  createAccount: unused,
  findAccount: unused,
  confirmAccount: unused,
  changePassword: unused,
  grantRole: unused,
  ...provider.accounts,
};

let service: RunningService;
export let identity: Client<typeof IdentityServiceService>;
let connected: ReturnType<typeof testClient<typeof IdentityServiceService>>;
export let events: TestEvents;

export const asGateway = () => callAsService('gateway');
export const resolve = async ({ realmRoles, ...input }: TokenClaims): Promise<Caller> => {
  const { caller } = await identity.resolveUser({ ...input, realmRoles: [...realmRoles] }, await asGateway());
  if (!caller) throw new Error('no caller');
  return caller;
};
export const actorOf = (caller: Caller): Actor =>
  person({
    sub: caller.userId,
    authorId: caller.authorId,
    name: caller.name,
    role: caller.role,
    permissions: caller.permissions,
    scopes: caller.projectIds,
  });
export const as = async (userId: string) =>
  callAs(actorOf(await resolve(LOCAL_ACCOUNTS.find((account) => account.userId === userId) as TokenClaims)));

beforeAll(async () => {
  events = await testEvents(config, 'identity');
  service = await start(config, clock, accounts);
  connected = testClient(IdentityServiceService, service.address);
  identity = connected.client;
});

afterEach(() => {
  provider.changes.length = 0;
});

afterAll(async () => {
  connected.close();
  await service.stop();
  await events.close();
});
