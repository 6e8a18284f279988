import { randomUUID } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import { sessionOf } from '../../src/http/auth/ended-sessions.js';
import { PASSWORD, OTHER_PASSWORD, newEmail, refusalOf, type Users } from './provider-under-test.js';

export function describeAccounts({
  accounts,
  accountsWith,
  provider,
  verifier,
  newcomer,
  person,
  rolesOf,
}: Users): void {
  describe('accounts', () => {
    it('wait for their confirmation, and are found whatever the case of the address (AUTH-21)', async () => {
      const { id, email } = await newcomer();
      expect(await accounts.findAccount(email.toUpperCase())).toEqual({ id, awaitsConfirmation: true });
    });

    it('no longer wait once they are confirmed', async () => {
      const { id, email } = await person();
      expect(await accounts.findAccount(email)).toEqual({ id, awaitsConfirmation: false });
    });

    it('are one for each address', async () => {
      const { id, email } = await newcomer();
      const again = { name: 'Somebody Else', email, password: OTHER_PASSWORD };
      expect(await accounts.createAccount(again)).toBeUndefined();
      expect(await accounts.findAccount(email)).toMatchObject({ id });
    });

    it('of an address that is not known are not there', async () => {
      expect(await accounts.findAccount(newEmail())).toBeUndefined();
    });

    it('refuse a short password by its field, when made and when changed (AUTH-15)', async () => {
      const email = newEmail();
      const short = await refusalOf(accounts.createAccount({ name: 'Nora North', email, password: 'short' }));
      expect(short).toMatchObject({ code: 'INVALID_ARGUMENT', fields: { password: expect.stringContaining('6') } });
      expect(await accounts.findAccount(email)).toBeUndefined();
      const { id } = await newcomer();
      expect((await refusalOf(accounts.changePassword(id, 'short', false))).fields).toEqual(short.fields);
    });

    it('refuse an address that is none by its field', async () => {
      const made = accounts.createAccount({ name: 'Nora North', email: 'nora', password: PASSWORD });
      expect(await refusalOf(made)).toMatchObject({
        code: 'INVALID_ARGUMENT',
        fields: { email: 'Invalid email address' },
      });
    });

    it('that take a new password lose every session, and the password of before', async () => {
      const { id, email } = await person();
      const [one, two] = [await provider.signIn(email, PASSWORD), await provider.signIn(email, PASSWORD)];
      await accounts.changePassword(id, OTHER_PASSWORD, false);
      expect(await provider.refresh(one.refreshToken)).toBeUndefined();
      expect(await provider.refresh(two.refreshToken)).toBeUndefined();
      expect((await refusalOf(provider.signIn(email, PASSWORD))).reason).toBe('wrong_credentials');
      const { accessToken } = await provider.signIn(email, OTHER_PASSWORD);
      expect(await verifier.verify(accessToken)).toMatchObject({ sub: id, email, name: 'Nora van North' });
    });

    it('are confirmed by a new password that came by a mailed link, and by no other (AUTH-21)', async () => {
      const { id, email } = await newcomer();
      await accounts.changePassword(id, OTHER_PASSWORD, false);
      expect((await refusalOf(provider.signIn(email, OTHER_PASSWORD))).reason).toBe('email_not_confirmed');
      await accounts.changePassword(id, PASSWORD, true);
      expect(await rolesOf(await provider.signIn(email, PASSWORD))).toEqual(['customer']);
    });

    it('keep their password and sessions when the new one is refused (AUTH-15)', async () => {
      const { id, email } = await person();
      const { refreshToken } = await provider.signIn(email, PASSWORD);
      expect(await refusalOf(accounts.changePassword(id, 'short', true))).toMatchObject({
        code: 'INVALID_ARGUMENT',
        fields: { password: expect.stringContaining('6') },
      });
      expect(await provider.refresh(refreshToken)).toMatchObject({ accessToken: expect.any(String) });
    });

    it('say by their tokens which session they are of and when they were made', async () => {
      const { email } = await person();
      const [one, two] = [await provider.signIn(email, PASSWORD), await provider.signIn(email, PASSWORD)];
      const renewed = await provider.refresh(one.refreshToken);
      const claims = async (tokens: typeof one | undefined) => verifier.verify(tokens?.accessToken ?? '');
      const { sessionId, issuedAt } = await claims(one);
      expect(sessionOf(one.refreshToken)).toBe(sessionId);
      expect((await claims(renewed)).sessionId).toBe(sessionId);
      expect((await claims(two)).sessionId).not.toBe(sessionId);
      expect(issuedAt).toBeGreaterThan(0);
    });

    it('have exactly one role of the product, the one that was set last (AUTH-25)', async () => {
      const { id, email } = await person();
      for (const role of ['symbio', 'symbio', 'administrator', 'customer'] as const) {
        await accounts.setRole(id, role);
        expect(await rolesOf(await provider.signIn(email, PASSWORD))).toEqual([role]);
      }
    });

    it('keep a role that is granted again', async () => {
      const { id, email } = await person();
      await accounts.grantRole(id, 'customer');
      expect(await rolesOf(await provider.signIn(email, PASSWORD))).toEqual(['customer']);
    });

    it('that changed their role tell so at the next renewal of the session', async () => {
      const { id, email } = await person();
      const { refreshToken } = await provider.signIn(email, PASSWORD);
      await accounts.setRole(id, 'symbio');
      const renewed = await provider.refresh(refreshToken);
      expect(renewed && (await rolesOf(renewed))).toEqual(['symbio']);
    });

    it('that are deleted are out, with every session, and leave their address free for somebody new', async () => {
      const { id, email } = await person();
      const { refreshToken } = await provider.signIn(email, PASSWORD);
      await accounts.deleteAccount(id);
      expect(await provider.refresh(refreshToken)).toBeUndefined();
      expect((await refusalOf(provider.signIn(email, PASSWORD))).reason).toBe('wrong_credentials');
      expect(await accounts.findAccount(email)).toBeUndefined();
      // a repeated erasure, after a restore or a crash, finds no account
      expect(await refusalOf(accounts.deleteAccount(id))).toMatchObject({ code: 'NOT_FOUND' });
      const again = await accounts.createAccount({ name: 'Nora van North', email, password: PASSWORD });
      expect([typeof again, again === id]).toEqual(['string', false]);
    });

    it('that are not there cannot be changed', async () => {
      const id = randomUUID();
      const calls = [
        () => accounts.grantRole(id, 'customer'),
        () => accounts.setRole(id, 'symbio'),
        () => accounts.setEnabled(id, false),
        () => accounts.confirmAccount(id, { name: 'Nora', password: OTHER_PASSWORD }),
        () => accounts.changePassword(id, OTHER_PASSWORD, true),
      ];
      for (const call of calls) {
        expect(await refusalOf(call())).toMatchObject({ code: 'NOT_FOUND', reason: 'account_not_found' });
      }
    });

    it('are not available to a service with the wrong secret, in words for a person', async () => {
      const stranger = accountsWith({ KEYCLOAK_ADMIN_SECRET: 'not the secret' });
      const made = stranger.createAccount({ name: 'Nora North', email: newEmail(), password: PASSWORD });
      expect(await refusalOf(made)).toMatchObject({
        code: 'UNAVAILABLE',
        reason: 'sign_up_unavailable',
        message: 'Creating an account is not possible right now. Please try again in a moment.',
      });
      expect(await refusalOf(stranger.setRole(randomUUID(), 'customer'))).toMatchObject({
        code: 'UNAVAILABLE',
        message: 'Accounts cannot be changed right now. Please try again in a moment.',
      });
    });
  });

  describe('a disabled account', () => {
    it('signs in no longer, and says why only to who knows the password', async () => {
      const { id, email } = await person();
      await accounts.setEnabled(id, false);
      expect(await refusalOf(provider.signIn(email, PASSWORD))).toMatchObject({
        code: 'PERMISSION_DENIED',
        reason: 'account_disabled',
      });
      expect((await refusalOf(provider.signIn(email, 'wrong'))).reason).toBe('wrong_credentials');
    });

    it('loses every session at once, and for good', async () => {
      const { id, email } = await person();
      const [one, two] = [await provider.signIn(email, PASSWORD), await provider.signIn(email, PASSWORD)];
      await accounts.setEnabled(id, false);
      expect(await provider.refresh(one.refreshToken)).toBeUndefined();
      await accounts.setEnabled(id, true);
      expect(await provider.refresh(two.refreshToken)).toBeUndefined();
    });

    it('is as before once it is enabled again', async () => {
      const { id, email } = await person('Nora van North');
      await accounts.setRole(id, 'symbio');
      for (const enabled of [false, false, true, true]) await accounts.setEnabled(id, enabled);
      const { accessToken } = await provider.signIn(email, PASSWORD);
      expect(await verifier.verify(accessToken)).toMatchObject({
        sub: id,
        email,
        name: 'Nora van North',
        realmRoles: ['symbio'],
      });
    });
  });
}
