import { describe, expect, it } from '@jest/globals';
import { OTHER_PASSWORD, PASSWORD, newEmail, refusalOf, type Users } from './provider-under-test.js';

export function describeSigningIn({ accounts, provider, verifier, newcomer, person }: Users): void {
  describe('signing in', () => {
    it('gives tokens that our verifier takes, with who the person is (AUTH-23, AUTH-24)', async () => {
      const { id, email } = await person();
      const tokens = await provider.signIn(email.toUpperCase(), PASSWORD);
      expect(await verifier.verify(tokens.accessToken)).toMatchObject({
        sub: id,
        email,
        name: 'Nora van North',
        realmRoles: ['customer'],
      });
      // five minutes, and a day without use; Keycloak rounds down
      expect([tokens.expiresIn, tokens.refreshExpiresIn].map((seconds) => Math.ceil(seconds / 60))).toEqual([5, 1440]);
    });

    it('works for people with one name only (AUTH-11)', async () => {
      const { email } = await person('Nora');
      const { accessToken } = await provider.signIn(email, PASSWORD);
      expect(await verifier.verify(accessToken)).toMatchObject({ name: 'Nora' });
    });

    it('refuses a wrong password and an unknown address in the same words', async () => {
      const { email } = await person();
      const wrong = await refusalOf(provider.signIn(email, 'wrong'));
      expect(wrong).toEqual({
        code: 'UNAUTHENTICATED',
        reason: 'wrong_credentials',
        message: 'Invalid email or password',
        fields: undefined,
      });
      expect(await refusalOf(provider.signIn(newEmail(), 'wrong'))).toEqual(wrong);
    });

    it('refuses an unconfirmed account with its sentence, to who knows the password (AUTH-10, ERR-04)', async () => {
      const { email } = await newcomer();
      expect(await refusalOf(provider.signIn(email, PASSWORD))).toMatchObject({
        code: 'PERMISSION_DENIED',
        reason: 'email_not_confirmed',
        message: 'Please check your email and click the confirmation link before signing in.',
      });
      expect((await refusalOf(provider.signIn(email, 'wrong'))).reason).toBe('wrong_credentials');
    });

    it('closes an account for a while after several guesses, even for the right password', async () => {
      const { email } = await person();
      for (let guess = 0; guess < 6; guess++) await refusalOf(provider.signIn(email, `guess ${guess}`));
      const { reason } = await refusalOf(provider.signIn(email, PASSWORD));
      expect(['wrong_credentials', 'too_many_attempts']).toContain(reason);
    });
  });

  describe('a followed registration', () => {
    it('gives the account its name and password, and makes it usable (AUTH-21)', async () => {
      const { id, email } = await newcomer('Somebody Else');
      await accounts.confirmAccount(id, { name: 'Nora van North', password: OTHER_PASSWORD });
      expect((await refusalOf(provider.signIn(email, PASSWORD))).reason).toBe('wrong_credentials');
      const { accessToken } = await provider.signIn(email, OTHER_PASSWORD);
      expect(await verifier.verify(accessToken)).toMatchObject({ sub: id, email, name: 'Nora van North' });
    });

    it('confirms nothing when its password is refused (AUTH-15)', async () => {
      const { id, email } = await newcomer();
      const refused = await refusalOf(accounts.confirmAccount(id, { name: 'Nora van North', password: 'short' }));
      expect(refused).toMatchObject({ code: 'INVALID_ARGUMENT', fields: { password: expect.stringContaining('6') } });
      expect((await refusalOf(provider.signIn(email, PASSWORD))).reason).toBe('email_not_confirmed');
    });
  });
}
