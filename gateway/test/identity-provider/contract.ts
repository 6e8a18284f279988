import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { AppError, createLogger, systemClock } from '@symbio/kit';
import { eventually } from '@symbio/kit/testing';
import { keycloakAccounts, type KeycloakSettings } from '@symbio/identity/keycloak-accounts';
import type { CaughtMail } from '@symbio/tools/dev/inbox';
import { keycloakVerifier } from '../../src/auth/keycloak.js';
import { identityProvider, type SessionTokens, type SignInCode } from '../../src/auth/provider.js';
import { PersonBrowser, type Visit } from './person-browser.js';

/** An identity provider that serves, with the realm and the settings of the product. */
export interface ProviderUnderTest {
  /** What goes into KEYCLOAK_URL. */
  url: string;
  /** Secret of the client symbio-identity. */
  adminSecret: string;
  /** Origin of the product as the provider knows it; nothing serves there. */
  publicUrl: string;
  /** Page of the inbox that all its mail goes to. */
  mailUrl: string;
  close: () => Promise<void>;
}

const REALM = 'symbio';
const CLIENT = 'symbio-web';
const PASSWORD = 'a long password';
const OTHER_PASSWORD = 'another password';

/** What a refused call says to the person. */
async function refusalOf(call: Promise<unknown>): Promise<Pick<AppError, 'code' | 'reason' | 'message' | 'fields'>> {
  const thrown = await call.then(
    () => undefined,
    (error: unknown) => error,
  );
  if (!(thrown instanceof AppError)) throw new Error('the call was not refused', { cause: thrown });
  const { code, reason, message, fields } = thrown;
  return { code, reason, message, fields };
}

const newEmail = (): string => `${randomUUID()}@example.test`;

/**
 * What Symbio relies on of an identity provider: the accounts as the identity service keeps them, sign-in as the gateway
 * does it, and tokens as the gateway checks them. Each provider passes it unchanged.
 */
export function describeIdentityProvider(name: string, start: () => Promise<ProviderUnderTest>): void {
  describe(name, () => {
    let under: ProviderUnderTest;
    let settings: KeycloakSettings;
    let accounts: ReturnType<typeof keycloakAccounts>;
    let provider: ReturnType<typeof identityProvider>;
    let verifier: ReturnType<typeof keycloakVerifier>;

    const accountsWith = (changed: Partial<KeycloakSettings>) =>
      keycloakAccounts({ ...settings, ...changed }, systemClock, createLogger({ name: 'contract', level: 'silent' }));

    beforeAll(async () => {
      under = await start();
      settings = {
        KEYCLOAK_URL: under.url,
        KEYCLOAK_REALM: REALM,
        KEYCLOAK_CLIENT: CLIENT,
        KEYCLOAK_ADMIN_CLIENT: 'symbio-identity',
        KEYCLOAK_ADMIN_SECRET: under.adminSecret,
        PUBLIC_URL: under.publicUrl,
      };
      accounts = accountsWith({});
      provider = identityProvider(settings);
      verifier = keycloakVerifier(settings);
    });
    afterAll(async () => under.close());

    /** An account that was never confirmed. */
    async function newcomer(personName = 'Nora van North'): Promise<{ id: string; email: string }> {
      const email = newEmail();
      const id = await accounts.createAccount({ name: personName, email, password: PASSWORD });
      if (id === undefined) throw new Error('the account was not made');
      await accounts.grantRole(id, 'customer');
      return { id, email };
    }
    /** The link of the newest mail to an address. */
    const mailedLink = (email: string): Promise<string> =>
      eventually(async () => {
        const mails = (await (await fetch(`${under.mailUrl}/email`)).json()) as CaughtMail[];
        const mail = mails.filter(({ to }) => to.includes(email)).at(-1);
        const link = /https?:\/\/\S+/.exec(mail?.text ?? '')?.[0];
        if (link === undefined) throw new Error(`no link was mailed to ${email}`);
        return link;
      });
    /** The token in a mailed link: ours lead through the gateway, Keycloak's to its own page. */
    const tokenIn = (link: string): string => {
      const query = new URL(link).searchParams;
      return query.get('token') ?? query.get('key') ?? '';
    };
    /** Follows a mailed link as the gateway and, where it is asked, the person do. @returns where that ends */
    async function follow(link: string): Promise<string> {
      const outcome = await provider.confirm(tokenIn(link));
      if (typeof outcome === 'string') return outcome;
      const browser = new PersonBrowser(under.url);
      await browser.open(outcome.ask);
      const done = await browser.click(/proceed/);
      if (new URL(done.url).origin === under.publicUrl) return done.url;
      return (await browser.click(/back to application/i)).url;
    }
    async function person(personName?: string): Promise<{ id: string; email: string }> {
      const made = await newcomer(personName);
      await accounts.sendConfirmation(made.id);
      await follow(await mailedLink(made.email));
      return made;
    }
    const rolesOf = async (tokens: SessionTokens): Promise<string[]> =>
      (await verifier.verify(tokens.accessToken)).realmRoles;

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
        expect(await refusalOf(accounts.replacePassword(id, 'short'))).toEqual(short);
      });

      it('refuse an address that is none by its field', async () => {
        const made = accounts.createAccount({ name: 'Nora North', email: 'nora', password: PASSWORD });
        expect(await refusalOf(made)).toMatchObject({
          code: 'INVALID_ARGUMENT',
          fields: { email: 'Invalid email address' },
        });
      });

      it('take another password in place of the one before', async () => {
        const { id, email } = await person();
        await accounts.replacePassword(id, OTHER_PASSWORD);
        expect((await refusalOf(provider.signIn(email, PASSWORD))).reason).toBe('wrong_credentials');
        await provider.signIn(email, OTHER_PASSWORD);
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

      it('that are not there cannot be changed', async () => {
        const id = randomUUID();
        const calls = [
          () => accounts.grantRole(id, 'customer'),
          () => accounts.setRole(id, 'symbio'),
          () => accounts.setEnabled(id, false),
          () => accounts.replacePassword(id, OTHER_PASSWORD),
          () => accounts.sendConfirmation(id),
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
        expect(await verifier.verify(accessToken)).toEqual({
          sub: id,
          email,
          name: 'Nora van North',
          realmRoles: ['symbio'],
        });
      });
    });

    describe('signing in', () => {
      it('gives tokens that our verifier takes, with who the person is (AUTH-23, AUTH-24)', async () => {
        const { id, email } = await person();
        const tokens = await provider.signIn(email.toUpperCase(), PASSWORD);
        expect(await verifier.verify(tokens.accessToken)).toEqual({
          sub: id,
          email,
          name: 'Nora van North',
          realmRoles: ['customer'],
        });
        // five minutes, and a day without use; Keycloak rounds down
        expect([tokens.expiresIn, tokens.refreshExpiresIn].map((seconds) => Math.ceil(seconds / 60))).toEqual([
          5, 1440,
        ]);
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

    describe('a session', () => {
      it('is renewed with a token that is good once', async () => {
        const { id, email } = await person();
        const first = await provider.signIn(email, PASSWORD);
        const second = await provider.refresh(first.refreshToken);
        if (!second) throw new Error('the session was not renewed');
        expect(second.refreshToken).not.toBe(first.refreshToken);
        expect((await verifier.verify(second.accessToken)).sub).toBe(id);
        const third = await provider.refresh(second.refreshToken);
        expect(third).toMatchObject({ accessToken: expect.any(String) });
      });

      it('ends when an old token is used again: somebody has a copy', async () => {
        const { email } = await person();
        const first = await provider.signIn(email, PASSWORD);
        const second = await provider.refresh(first.refreshToken);
        if (!second) throw new Error('the session was not renewed');
        expect(await provider.refresh(first.refreshToken)).toBeUndefined();
        expect(await provider.refresh(second.refreshToken)).toBeUndefined();
      });

      it('ends with the sign-out, and leaves the other ones alone (AUTH-23)', async () => {
        const { email } = await person();
        const [one, two] = [await provider.signIn(email, PASSWORD), await provider.signIn(email, PASSWORD)];
        await provider.signOut(one.refreshToken);
        expect(await provider.refresh(one.refreshToken)).toBeUndefined();
        expect(await provider.refresh(two.refreshToken)).toMatchObject({ accessToken: expect.any(String) });
      });

      it('is not renewed by an access token, nor by nonsense', async () => {
        const { email } = await person();
        const { accessToken } = await provider.signIn(email, PASSWORD);
        expect(await provider.refresh(accessToken)).toBeUndefined();
        expect(await provider.refresh('nonsense')).toBeUndefined();
      });
    });

    describe('single sign-on', () => {
      const codeVerifier = randomBytes(32).toString('base64url');
      const redirectUri = (): string => `${under.publicUrl}/login`;
      const challenge = createHash('sha256').update(codeVerifier).digest('base64url');
      const asked = (changed: Record<string, string> = {}): string => {
        const query = new URLSearchParams({
          client_id: CLIENT,
          redirect_uri: redirectUri(),
          response_type: 'code',
          scope: 'openid',
          state: 'kept by the browser',
          code_challenge: challenge,
          code_challenge_method: 'S256',
          ...changed,
        });
        return `${under.url}/realms/${REALM}/protocol/openid-connect/auth?${query.toString()}`;
      };
      const signInOnPage = async (browser: PersonBrowser, email: string): Promise<Visit> => {
        await browser.open(asked());
        return browser.submit({ username: email, password: PASSWORD });
      };
      const codeOf = ({ url }: Visit): SignInCode => {
        const { searchParams: query, origin, pathname } = new URL(url);
        expect([`${origin}${pathname}`, query.get('state')]).toEqual([redirectUri(), 'kept by the browser']);
        return { code: query.get('code') ?? '', codeVerifier, redirectUri: redirectUri() };
      };

      it('is offered where the realm has it, and nowhere else', async () => {
        expect(await provider.allowsSso()).toBe(true);
        expect(await identityProvider({ ...settings, KEYCLOAK_REALM: 'another' }).allowsSso()).toBe(false);
      });

      it('exchanges the code of the login page for tokens, once', async () => {
        const { id, email } = await person();
        const code = codeOf(await signInOnPage(new PersonBrowser(under.url), email));
        const tokens = await provider.exchangeCode(code);
        expect(await verifier.verify(tokens.accessToken)).toEqual({
          sub: id,
          email,
          name: 'Nora van North',
          realmRoles: ['customer'],
        });
        expect(await refusalOf(provider.exchangeCode(code))).toMatchObject({
          code: 'UNAUTHENTICATED',
          reason: 'sign_in_failed',
        });
      });

      it('asks for no password while the browser is signed in', async () => {
        const { email } = await person();
        const browser = new PersonBrowser(under.url);
        await provider.exchangeCode(codeOf(await signInOnPage(browser, email)));
        const { refreshToken } = await provider.exchangeCode(codeOf(await browser.open(asked())));
        expect(await provider.refresh(refreshToken)).toMatchObject({ accessToken: expect.any(String) });
      });

      it('asks for the password again after the sign-out (AUTH-23)', async () => {
        const { email } = await person();
        const browser = new PersonBrowser(under.url);
        const { refreshToken } = await provider.exchangeCode(codeOf(await signInOnPage(browser, email)));
        await provider.signOut(refreshToken);
        const visit = await browser.open(asked());
        expect([visit.status, new URL(visit.url).origin]).toEqual([200, under.url]);
      });

      it.each([
        ['another verifier', { codeVerifier: randomBytes(32).toString('base64url') }],
        ['another return address', { redirectUri: 'http://127.0.0.1:8080/elsewhere' }],
        ['a code nobody gave', { code: 'made up' }],
      ])('gives no tokens for %s', async (_what, changed) => {
        const { email } = await person();
        const code = codeOf(await signInOnPage(new PersonBrowser(under.url), email));
        expect((await refusalOf(provider.exchangeCode({ ...code, ...changed }))).reason).toBe('sign_in_failed');
      });

      it('needs PKCE with S256', async () => {
        for (const changed of [{ code_challenge_method: '' }, { code_challenge_method: 'plain' }]) {
          const { url } = await new PersonBrowser(under.url).open(asked(changed));
          const query = new URL(url).searchParams;
          expect([query.get('error'), query.get('code')]).toEqual(['invalid_request', null]);
        }
      });

      it('leads nobody to an unknown place', async () => {
        const visit = await new PersonBrowser(under.url).open(asked({ redirect_uri: 'https://evil.example/' }));
        expect([visit.status, new URL(visit.url).origin]).toEqual([400, under.url]);
      });

      it('lets nobody in with an unconfirmed or a disabled account (AUTH-10)', async () => {
        const unconfirmed = await newcomer();
        const disabled = await person();
        await accounts.setEnabled(disabled.id, false);
        for (const { email } of [unconfirmed, disabled]) {
          const visit = await signInOnPage(new PersonBrowser(under.url), email);
          expect(new URL(visit.url).origin).toBe(under.url);
        }
      });
    });

    describe('our verifier', () => {
      it('takes no refresh token for an access token, and none that was tampered with', async () => {
        const { email } = await person();
        const { accessToken, refreshToken } = await provider.signIn(email, PASSWORD);
        const [head = '', content = '', signature = ''] = accessToken.split('.');
        const claims = JSON.parse(Buffer.from(content, 'base64url').toString()) as object;
        const raised = Buffer.from(JSON.stringify({ ...claims, realm_access: { roles: ['administrator'] } }));
        for (const token of [refreshToken, `${head}.${raised.toString('base64url')}.${signature}`]) {
          expect((await refusalOf(verifier.verify(token))).code).toBe('UNAUTHENTICATED');
        }
      });

      it("takes no token of the identity service's own account", async () => {
        const response = await fetch(`${under.url}/realms/${REALM}/protocol/openid-connect/token`, {
          method: 'POST',
          body: new URLSearchParams({
            grant_type: 'client_credentials',
            client_id: settings.KEYCLOAK_ADMIN_CLIENT,
            client_secret: under.adminSecret,
          }),
        });
        const { access_token: token } = (await response.json()) as { access_token: string };
        expect((await refusalOf(verifier.verify(token))).code).toBe('UNAUTHENTICATED');
      });
    });
  });
}
