import { newId, type RunningService } from '@symbio/runtime';
import { TestClock, administrator, outcomeOf } from '@symbio/runtime/testing';
import { callAs, callAsService, testClient } from '@symbio/rpc/testing';
import { testConfig } from '@symbio/mongo/testing';
import { testEvents, type TestEvents } from '@symbio/events/testing';
import { IdentityServiceService } from '@symbio/proto/identity';
import { start } from '../src/start.js';
import { fakeKeycloak, type FakeKeycloak } from './fake-keycloak.js';

let keycloak: FakeKeycloak;
let service: RunningService;
let connected: ReturnType<typeof testClient<typeof IdentityServiceService>>;
let events: TestEvents;

beforeAll(async () => {
  keycloak = await fakeKeycloak();
  const config = {
    ...testConfig('identity'),
    ...keycloak.settings,
    SECRET_WORD: 'phase-one',
    SYMBIO_LOCAL: '0' as const,
    PUBLIC_URL: 'https://symbio.example',
    SMTP_URL: '',
    MAIL_FROM: 'Symbio <no-reply@symbio.test>',
    AUDIT_MONGODB_DB: testConfig('audit').MONGODB_DB,
  };
  events = await testEvents(config, 'identity');
  service = await start(config, new TestClock());
  connected = testClient(IdentityServiceService, service.address);
});

afterAll(async () => {
  connected.close();
  await service.stop();
  await events.close();
  await keycloak.close();
});

const asProject = () => callAsService('project');
const find = async (email: string) => connected.client.findPerson({ email }, await asProject());
const invited = async (email: string, name = 'Nora van North', password = 'a good one') =>
  connected.client.createInvitedAccount({ email, name, password }, await asProject());
const accountOf = (email: string) => keycloak.accounts.find((account) => account.email === email);

describe('the account of an invited person (D-74)', () => {
  it('is confirmed, has the role of customers and the chosen password, and can sign in', async () => {
    const email = `${newId()}@example.test`;
    expect(await find(email)).toEqual({ userId: '', hasAccount: false, role: '', organizationId: '' });
    const { userId, authorId } = await invited(email);
    expect(accountOf(email)).toMatchObject({
      id: userId,
      firstName: 'Nora',
      lastName: 'van North',
      emailVerified: true,
      requiredActions: [],
      roles: ['customer'],
      password: 'a good one',
    });
    expect(authorId).not.toBe('');
    expect(await find(email.toUpperCase())).toEqual({ userId, hasAccount: true, role: 'customer', organizationId: '' });
  });

  it('replaces a registration that was not confirmed: the link proved the address', async () => {
    const email = `${newId()}@example.test`;
    await connected.client.signUp(
      { name: 'Another Name', email, password: 'of a stranger', secretWord: 'phase-one' },
      await callAsService('gateway'),
    );
    expect(await find(email)).toEqual({ userId: '', hasAccount: false, role: '', organizationId: '' });
    const { userId } = await invited(email);
    expect(accountOf(email)).toMatchObject({ id: userId, password: 'a good one', emailVerified: true });
    const { names } = await connected.client.getUserNames({ ids: [userId] }, await asProject());
    expect(names[userId]).toBe('Nora van North');
    const { awaits } = await connected.client.awaitsConfirmation(
      { email, password: 'of a stranger' },
      await callAsService('gateway'),
    );
    expect(awaits).toBe(false);
  });

  it('is not created twice, and keeps its password', async () => {
    const email = `${newId()}@example.test`;
    await invited(email);
    await expect(invited(email, 'Another Name', 'another one')).rejects.toMatchObject({ reason: 'account_exists' });
    expect(accountOf(email)?.password).toBe('a good one');
  });

  it('is refused with every bad field', async () => {
    await expect(invited('nora', ' ', '12345')).rejects.toMatchObject({
      fields: {
        name: 'Full name is required',
        email: 'Invalid email address',
        password: 'Password must be at least 6 characters long',
      },
    });
  });

  it('of a disabled person exists, but cannot be added', async () => {
    const email = `${newId()}@example.test`;
    const { userId } = await invited(email);
    await connected.client.updateUser({ userId, disabled: true }, await callAs(administrator()));
    expect(await find(email)).toEqual({ userId: '', hasAccount: true, role: '', organizationId: '' });
    expect((await connected.client.getCaller({ userId }, await asProject())).caller).toBeUndefined();
  });

  it('is for the project service only', async () => {
    for (const name of ['gateway', 'issue']) {
      const parent = await callAsService(name);
      expect(await outcomeOf(connected.client.findPerson({ email: 'a@b.test' }, parent))).toBe('PERMISSION_DENIED');
      const form = { email: 'a@b.test', name: 'Nora', password: 'a good one' };
      expect(await outcomeOf(connected.client.createInvitedAccount(form, parent))).toBe('PERMISSION_DENIED');
    }
  });
});
