import { randomUUID } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import { eventually } from '@symbio/kit/testing';
import { PASSWORD, newEmail, refusalOf, type Users } from './provider-under-test.js';

/** Sign-in as the gateway does it, and confirmation by mail. */
export function describeSigningIn({
  under,
  accounts,
  provider,
  verifier,
  newcomer,
  mailedLink,
  tokenIn,
  follow,
  person,
}: Users): void {
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

  describe('a mailed confirmation link', () => {
    it('makes the account usable, and leads back to the login screen (AUTH-18, AUTH-21)', async () => {
      const { id, email } = await newcomer();
      await accounts.sendConfirmation(id);
      expect(['confirmed', `${under.publicUrl}/login?confirmed=1`]).toContain(await follow(await mailedLink(email)));
      await provider.signIn(email, PASSWORD);
    });

    it('confirms nothing when it is followed again', async () => {
      const { email } = await person();
      expect(await provider.confirm(tokenIn(await mailedLink(email)))).not.toBe('confirmed');
    });

    it('that was tampered with is over', async () => {
      const { id, email } = await newcomer();
      await accounts.sendConfirmation(id);
      const [head = '', , signature = ''] = tokenIn(await mailedLink(email)).split('.');
      const content = Buffer.from(JSON.stringify({ sub: randomUUID(), typ: 'verify-email' })).toString('base64url');
      expect(await provider.confirm(`${head}.${content}.${signature}`)).toBe('expired');
      expect((await refusalOf(provider.signIn(email, PASSWORD))).reason).toBe('email_not_confirmed');
    });

    it('can be sent again, and the newer one works, too (AUTH-09)', async () => {
      const { id, email } = await newcomer();
      await accounts.sendConfirmation(id);
      const first = await mailedLink(email);
      await accounts.sendConfirmation(id);
      const second = await eventually(async () => {
        const link = await mailedLink(email);
        if (link === first) throw new Error('the second mail is not there yet');
        return link;
      });
      await follow(second);
      await provider.signIn(email, PASSWORD);
    });
  });
}
