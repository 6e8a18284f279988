import { createLogger } from '@symbio/runtime';
import { TestClock } from '@symbio/runtime/testing';
import { fakeKeycloak, type FakeAccount, type FakeKeycloak } from '../test/fake-keycloak.js';
import type { Accounts } from './accounts.js';
import { keycloakAccounts } from './keycloak-accounts.js';

// gateway/test/identity-provider tests the common behaviour of both providers; these tests need a fake.

/** Milliseconds to wait for the fake: a busy machine may delay it. */
const TIMEOUT_MS = 60_000;

let keycloak: FakeKeycloak;
let accounts: Accounts;
let account: FakeAccount;
const clock = new TestClock();

beforeEach(async () => {
  keycloak = await fakeKeycloak();
  const log = createLogger({ name: 'test', level: 'silent' });
  accounts = keycloakAccounts(keycloak.settings, clock, log, TIMEOUT_MS);
  const id = await accounts.createAccount({ name: 'Nora North', email: 'nora@example.test', password: 'six chars' });
  const made = keycloak.accounts.find((candidate) => candidate.id === id);
  if (!made) throw new Error('the account was not made');
  account = made;
});
afterEach(() => keycloak.close());

describe('accounts in the Keycloak admin API', () => {
  it('keep roles that do not belong to Symbio (AUTH-25)', async () => {
    account.roles = ['offline_access', 'administrator', 'customer'];
    await accounts.setRole(account.id, 'symbio');
    expect(account.roles).toEqual(['offline_access', 'symbio']);
  });

  it('lose their sessions when disabled, not when enabled', async () => {
    await accounts.setEnabled(account.id, false);
    await accounts.setEnabled(account.id, true);
    expect(account.enabled).toBe(true);
    expect(keycloak.logouts).toEqual([account.id]);
  });

  it('stay disabled when ending the sessions fails, and a retry completes it', async () => {
    keycloak.failures.set('/logout', { status: 500, json: { error: 'unknown_error' } });
    await expect(accounts.setEnabled(account.id, false)).rejects.toMatchObject({
      code: 'UNAVAILABLE',
      reason: 'accounts_unavailable',
    });
    expect(account.enabled).toBe(false);
    keycloak.failures.clear();
    await accounts.setEnabled(account.id, false);
    expect(keycloak.logouts).toEqual([account.id]);
  });

  it('are removed permanently, and the address can be used again (SET-10)', async () => {
    await accounts.deleteAccount(account.id);
    expect(await accounts.findAccount('nora@example.test')).toBeUndefined();
    await expect(accounts.deleteAccount(account.id)).rejects.toMatchObject({ reason: 'account_not_found' });
  });

  it('are requested with a new token when Keycloak rejects the current one', async () => {
    keycloak.tokens.push('Keycloak forgot the other ones');
    await accounts.setRole(account.id, 'symbio');
    expect(account.roles).toEqual(['symbio']);
    expect(keycloak.tokens).toHaveLength(3);
  });

  it('are available while the secret is rotated in Keycloak, with the old or the new one', async () => {
    const { KEYCLOAK_ADMIN_SECRET: right } = keycloak.settings;
    const log = createLogger({ name: 'test', level: 'silent' });
    const withSecrets = (secret: string, other?: string) =>
      keycloakAccounts(
        { ...keycloak.settings, KEYCLOAK_ADMIN_SECRET: secret, KEYCLOAK_ADMIN_SECRET_PREVIOUS: other },
        clock,
        log,
        TIMEOUT_MS,
      );
    await expect(withSecrets('not known yet', right).findAccount('nora@example.test')).resolves.toBeDefined();
    await expect(withSecrets(right, 'not known any more').findAccount('nora@example.test')).resolves.toBeDefined();
    await expect(withSecrets('wrong').findAccount('nora@example.test')).rejects.toMatchObject({ code: 'UNAVAILABLE' });
  });

  it('stop requesting tokens when none is accepted', async () => {
    keycloak.failures.set('/users', { status: 401, json: { error: 'HTTP 401 Unauthorized' } });
    await expect(accounts.findAccount('nora@example.test')).rejects.toMatchObject({ code: 'UNAVAILABLE' });
    expect(keycloak.tokens).toHaveLength(2);
  });

  it("name the field of Keycloak's own rules for passwords", async () => {
    const json = { error: 'invalidPasswordHistoryMessage', error_description: 'Invalid password: used before.' };
    keycloak.failures.set('/reset-password', { status: 400, json });
    await expect(accounts.changePassword(account.id, 'six chars', false)).rejects.toMatchObject({
      fields: { password: 'Invalid password: used before.' },
    });
  });

  it('are reported as unavailable when Keycloak is down', async () => {
    await keycloak.close();
    await expect(accounts.setRole(account.id, 'symbio')).rejects.toMatchObject({
      message: 'Accounts cannot be changed right now. Please try again in a moment.',
    });
  });
});
