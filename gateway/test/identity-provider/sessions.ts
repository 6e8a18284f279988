import { createHash, randomBytes } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import { identityProvider, type SignInCode } from '../../src/sign-in/provider.js';
import { PersonBrowser, type Visit } from './person-browser.js';
import { CLIENT, REALM, PASSWORD, refusalOf, type Users } from './provider-under-test.js';

export function describeSessions({ under, settings, accounts, provider, verifier, newcomer, person }: Users): void {
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
      expect(await provider.signOut(one.refreshToken)).toBe(true);
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
    const redirectUri = (): string => `${under.publicUrl}/login/callback`;
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
      expect(await verifier.verify(tokens.accessToken)).toMatchObject({
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

    it.each([
      ['another site', () => 'https://evil.example/'],
      ['another page of the product', () => `${under.publicUrl}/files/d/1`],
      ['a page below the right one', () => `${redirectUri()}/more`],
      ['the right page with a query of somebody else', () => `${redirectUri()}?next=https://evil.example/`],
      ['the right page by way of another', () => `${under.publicUrl}/x/../login/callback`],
      ['the right page of somebody else by name', () => `http://evil@${new URL(redirectUri()).host}/login/callback`],
      ['the right path of another port', () => 'http://127.0.0.1:1/login/callback'],
    ])('leads nobody to %s', async (_what, address) => {
      const visit = await new PersonBrowser(under.url).open(asked({ redirect_uri: address() }));
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
}
