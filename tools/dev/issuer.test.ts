import { createHash, randomBytes } from 'node:crypto';
import fs from 'node:fs';
import type http from 'node:http';
import type { AddressInfo } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import express from 'express';
import { createRemoteJWKSet, decodeJwt, decodeProtectedHeader, jwtVerify } from 'jose';
import Keycloak from 'keycloak-connect';
import { startIssuer } from './issuer.js';
import { LOCAL_ACCOUNTS, LOCAL_PASSWORD } from './issuer/store.js';
import { issuerUnderTest, SERVICE } from './issuer/testing.js';

const REDIRECT = 'http://127.0.0.1:8080/';

const { tried, realm, protocol, token, signIn, refresh, userinfo } = issuerUnderTest();

describe('the local issuer', () => {
  it('tells where everything is, on the paths of Keycloak', async () => {
    const response = await fetch(`${realm()}/.well-known/openid-configuration`);
    expect(await response.json()).toMatchObject({
      issuer: realm(),
      authorization_endpoint: `${protocol()}/auth`,
      token_endpoint: `${protocol()}/token`,
      jwks_uri: `${protocol()}/certs`,
      userinfo_endpoint: `${protocol()}/userinfo`,
      end_session_endpoint: `${protocol()}/logout`,
    });
  });

  it('signs in each local account under its fixed id and role', async () => {
    for (const account of LOCAL_ACCOUNTS) {
      const answer = await signIn(account.email);
      expect(answer.status).toBe(200);
      expect(decodeJwt(answer.access_token)).toMatchObject({
        sub: account.id,
        email: account.email,
        realm_access: { roles: account.roles },
      });
    }
  });

  it('makes tokens in the shape of Keycloak, verifiable with its published keys', async () => {
    const answer = await signIn();
    expect(answer).toMatchObject({ token_type: 'Bearer', expires_in: 300, refresh_expires_in: 86_400 });
    const keys = createRemoteJWKSet(new URL(`${protocol()}/certs`));
    const { payload } = await jwtVerify(answer.access_token, keys, { issuer: realm(), algorithms: ['RS256'] });
    expect(payload).toMatchObject({
      typ: 'Bearer',
      azp: 'symbio-web',
      aud: 'symbio-web',
      email_verified: true,
      name: 'Ada Admin',
      preferred_username: 'admin@symbio.test',
      sid: expect.any(String),
      jti: expect.any(String),
    });
    expect((payload.exp ?? 0) - (payload.iat ?? 0)).toBe(300);
    expect(decodeProtectedHeader(answer.access_token)).toMatchObject({ alg: 'RS256', typ: 'JWT' });
    expect(decodeJwt(answer.id_token)).toMatchObject({ typ: 'ID', aud: 'symbio-web' });
    expect(decodeJwt(answer.refresh_token)).toMatchObject({ typ: 'Refresh' });
  });

  it('answers browsers of this machine only, with credentials', async () => {
    const answer = await signIn();
    expect(answer.headers.get('access-control-allow-origin')).toBe('http://127.0.0.1:8080');
    expect(answer.headers.get('access-control-allow-credentials')).toBe('true');
    const foreign = await fetch(`${realm()}/.well-known/openid-configuration`, {
      headers: { origin: 'https://example.com' },
    });
    expect(foreign.headers.get('access-control-allow-origin')).toBeNull();
  });

  it('refuses a wrong password and an unknown account in the same words', async () => {
    const wrong = await signIn('admin@symbio.test', 'not it');
    const unknown = await signIn('nobody@symbio.test', 'not it');
    for (const answer of [wrong, unknown]) {
      expect(answer).toMatchObject({
        status: 401,
        error: 'invalid_grant',
        error_description: 'Invalid user credentials',
      });
      expect(answer.headers.get('retry-after')).toBeNull();
    }
  });

  it.each(['admin@symbio.test', 'nobody@symbio.test'])(
    'closes %s for a growing time after five wrong passwords',
    async (name) => {
      for (let i = 0; i < 4; i++) expect((await signIn(name, 'no')).headers.get('retry-after')).toBeNull();
      expect((await signIn(name, 'no')).headers.get('retry-after')).toBe('30');
      const rightButTooSoon = await signIn(name);
      expect(rightButTooSoon).toMatchObject({ status: 401, error_description: 'Invalid user credentials' });
      expect(rightButTooSoon.headers.get('retry-after')).toBe('30');
      tried.clock += 31_000;
      expect((await signIn(name, 'no')).headers.get('retry-after')).toBe('60');
      tried.clock += 61_000;
      expect((await signIn(name)).status).toBe(name.startsWith('admin') ? 200 : 401);
    },
  );

  it('forgets wrong passwords that are a minute apart', async () => {
    for (let i = 0; i < 8; i++) {
      expect((await signIn('staff@symbio.test', 'no')).headers.get('retry-after')).toBeNull();
      tried.clock += 20_000;
    }
  });

  describe('refresh tokens', () => {
    it('are good once, for the next one', async () => {
      const first = await signIn();
      const second = await refresh(first.refresh_token);
      expect(second.status).toBe(200);
      expect(second.refresh_token).not.toBe(first.refresh_token);
      expect((await refresh(second.refresh_token)).status).toBe(200);
    });

    it('end their session when they are used again', async () => {
      const first = await signIn();
      const second = await refresh(first.refresh_token);
      expect(await refresh(first.refresh_token)).toMatchObject({ status: 400, error: 'invalid_grant' });
      expect(await refresh(second.refresh_token)).toMatchObject({ status: 400, error: 'invalid_grant' });
      expect(await userinfo(second.access_token)).toBe(401);
    });

    it('are refused when tampered with, and access tokens in their place', async () => {
      const answer = await signIn();
      const [head = '', , signature = ''] = answer.refresh_token.split('.');
      const claims = Buffer.from(JSON.stringify({ ...decodeJwt(answer.refresh_token), sub: 'somebody' }));
      expect((await refresh([head, claims.toString('base64url'), signature].join('.'))).status).toBe(400);
      expect((await refresh(answer.access_token)).status).toBe(400);
      expect((await refresh(answer.refresh_token)).status).toBe(200);
    });

    it('are over a day after the last use, and thirty days after the sign-in', async () => {
      let answer = await signIn();
      const idle = answer.refresh_token;
      tried.clock += 25 * 3600_000;
      expect((await refresh(idle)).status).toBe(400);
      answer = await signIn();
      for (let day = 0; day < 32; day++) {
        tried.clock += 23 * 3600_000;
        const next = await refresh(answer.refresh_token);
        if (next.status !== 200) {
          expect(day).toBe(31); // 32 times 23 hours is more than 30 days
          return;
        }
        answer = next;
      }
      throw new Error('a session outlived thirty days');
    });

    it('outlive a restart of the issuer, as do the keys', async () => {
      const answer = await signIn();
      const publishedKeys = async (): Promise<unknown> =>
        (await fetch(`${protocol()}/certs`, { headers: { connection: 'close' } })).json();
      const certs = await publishedKeys();
      const port = Number(new URL(tried.issuer.url).port);
      await tried.issuer.close();
      tried.issuer = await startIssuer({
        port,
        dataDir: tried.folder,
        serviceAccount: SERVICE,
        now: () => tried.clock,
      });
      expect(await publishedKeys()).toEqual(certs);
      expect((await refresh(answer.refresh_token)).status).toBe(200);
    });
  });

  describe('signing out', () => {
    it('ends the session of a refresh token, as clients do behind the scenes', async () => {
      const answer = await signIn();
      const response = await fetch(`${protocol()}/logout`, {
        method: 'POST',
        body: new URLSearchParams({ client_id: 'symbio-web', refresh_token: answer.refresh_token }),
      });
      expect(response.status).toBe(204);
      expect((await refresh(answer.refresh_token)).status).toBe(400);
    });

    it('by a link with an id token goes back to the application', async () => {
      const answer = await signIn();
      const query = new URLSearchParams({
        id_token_hint: answer.id_token,
        post_logout_redirect_uri: REDIRECT,
        state: 's',
      });
      tried.clock += 3600_000; // hints may be expired
      const response = await fetch(`${protocol()}/logout?${query.toString()}`, { redirect: 'manual' });
      expect([response.status, response.headers.get('location')]).toEqual([302, `${REDIRECT}?state=s`]);
      expect((await refresh(answer.refresh_token)).status).toBe(400);
    });

    it('by a link without proof asks first', async () => {
      const response = await fetch(`${protocol()}/logout`);
      expect(await response.text()).toContain('Do you want to end your session?');
    });

    it('by revocation ends the session, and says yes to any token', async () => {
      const answer = await signIn();
      for (const value of [answer.refresh_token, 'nonsense']) {
        const response = await fetch(`${protocol()}/revoke`, {
          method: 'POST',
          body: new URLSearchParams({ client_id: 'symbio-web', token: value }),
        });
        expect(response.status).toBe(200);
      }
      expect((await refresh(answer.refresh_token)).status).toBe(400);
    });
  });

  describe('the sign-in page', () => {
    const verifier = randomBytes(32).toString('base64url');
    const query = (more: Record<string, string> = {}): string =>
      new URLSearchParams({
        client_id: 'symbio-web',
        redirect_uri: REDIRECT,
        response_type: 'code',
        scope: 'openid',
        state: 'my-state',
        nonce: 'my-nonce',
        code_challenge: createHash('sha256').update(verifier).digest('base64url'),
        code_challenge_method: 'S256',
        ...more,
      }).toString();
    const post = (password: string, headers: Record<string, string> = {}): Promise<Response> =>
      fetch(`${protocol()}/auth?${query()}`, {
        method: 'POST',
        redirect: 'manual',
        headers,
        body: new URLSearchParams({ username: 'staff@symbio.test', password }),
      });
    const codeOf = (response: Response): string =>
      new URL(response.headers.get('location') ?? '').searchParams.get('code') ?? '';

    it('shows a form, and a message for a wrong password', async () => {
      const shown = await fetch(`${protocol()}/auth?${query()}`);
      expect([shown.status, shown.headers.get('content-security-policy')]).toEqual([
        200,
        expect.stringContaining("frame-ancestors 'none'"),
      ]);
      const page = await shown.text();
      expect(page).toContain('name="password"');
      expect(page).toContain('action="?client_id=symbio-web'); // no path: the gateway serves it under a prefix
      const wrong = await post('no');
      expect([wrong.status, (await wrong.text()).includes('Wrong email or password.')]).toEqual([401, true]);
    });

    it('gives a code that is good once, with the right verifier only', async () => {
      const signedIn = await post(LOCAL_PASSWORD);
      expect(signedIn.status).toBe(302);
      expect(new URL(signedIn.headers.get('location') ?? '').searchParams.get('state')).toBe('my-state');
      const exchange = (code: string, codeVerifier: string): ReturnType<typeof token> =>
        token({ grant_type: 'authorization_code', code, code_verifier: codeVerifier, redirect_uri: REDIRECT });

      const cookie = signedIn.headers.get('set-cookie')?.split(';')[0] ?? '';
      const again = await fetch(`${protocol()}/auth?${query()}`, { redirect: 'manual', headers: { cookie } });
      expect((await exchange(codeOf(again), 'another verifier')).status).toBe(400);

      const answer = await exchange(codeOf(signedIn), verifier);
      expect(decodeJwt(answer.id_token)).toMatchObject({ nonce: 'my-nonce', sub: LOCAL_ACCOUNTS[1]?.id });
      expect((await exchange(codeOf(signedIn), verifier)).status).toBe(400);
    });

    it('asks for no password when nobody may be asked', async () => {
      const silent = await fetch(`${protocol()}/auth?${query({ prompt: 'none' })}`, { redirect: 'manual' });
      expect(silent.headers.get('location')).toContain('error=login_required');
    });

    it('never sends anybody to an unknown place, and wants PKCE', async () => {
      const elsewhere = await fetch(`${protocol()}/auth?${query({ redirect_uri: 'https://example.com/' })}`, {
        redirect: 'manual',
      });
      expect([elsewhere.status, elsewhere.headers.get('location')]).toEqual([400, null]);
      const plain = await fetch(`${protocol()}/auth?${query({ code_challenge_method: 'plain' })}`, {
        redirect: 'manual',
      });
      expect(plain.headers.get('location')).toContain('error=invalid_request');
    });

    it('takes no form from another site', async () => {
      expect((await post(LOCAL_PASSWORD, { origin: 'https://example.com' })).status).toBe(403);
    });
  });

  describe('before keycloak-connect with Express 5', () => {
    let server: http.Server;
    let api: string;

    beforeEach(async () => {
      const keycloak = new Keycloak(
        {},
        {
          realm: 'symbio',
          'auth-server-url': tried.issuer.url,
          resource: 'symbio-web',
          'bearer-only': true,
          'ssl-required': 'none',
          'confidential-port': 0,
        },
      );
      const app = express();
      app.use(keycloak.middleware());
      app.get('/any', keycloak.protect(), (_request, response) => void response.json({ ok: true }));
      app.get(
        '/admin',
        keycloak.protect('realm:administrator'),
        (_request, response) => void response.json({ ok: true }),
      );
      server = await new Promise<http.Server>((resolve) => {
        const listening = app.listen(0, '127.0.0.1', () => resolve(listening));
      });
      api = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    });
    afterEach(() => {
      server.close();
      server.closeAllConnections();
    });
    const get = async (at: string, bearer?: string): Promise<number> =>
      (await fetch(api + at, { headers: bearer === undefined ? {} : { authorization: `Bearer ${bearer}` } })).status;

    it('lets access tokens in, by role', async () => {
      const [ada, cora] = await Promise.all([signIn(), signIn('customer@symbio.test')]);
      expect(await get('/any', ada.access_token)).toBe(200);
      expect(await get('/any', (await refresh(ada.refresh_token)).access_token)).toBe(200);
      expect(await get('/admin', ada.access_token)).toBe(200);
      expect(await get('/admin', cora.access_token)).toBe(403);
    });

    it('keeps everything else out', async () => {
      const { access_token: good, id_token: id, refresh_token: refreshing } = await signIn('customer@symbio.test');
      const [head = '', , signature = ''] = good.split('.');
      const claims = { ...decodeJwt(good), realm_access: { roles: ['administrator'] } };
      const forged = [head, Buffer.from(JSON.stringify(claims)).toString('base64url'), signature].join('.');
      for (const bearer of [undefined, forged, id, refreshing, 'x.y.z', 'nope']) {
        expect(await get('/any', bearer)).toBe(403);
      }
    });
  });

  it('stores passwords as scrypt hashes, in files only their owner reads', () => {
    const file = path.join(tried.folder, 'users.json');
    const text = fs.readFileSync(file, 'utf8');
    expect(text).not.toContain(LOCAL_PASSWORD);
    expect(text).toContain('scrypt$');
    expect(fs.statSync(file).mode & 0o077).toBe(0);
  });

  it('refuses to run in production', async () => {
    const before = process.env.NODE_ENV;
    process.env.NODE_ENV = 'production';
    try {
      await expect(startIssuer({ port: 0, dataDir: tried.folder, serviceAccount: SERVICE })).rejects.toThrow(
        'does not run in production',
      );
    } finally {
      process.env.NODE_ENV = before;
    }
  });

  it('says which file is damaged instead of starting without accounts', async () => {
    const damaged = fs.mkdtempSync(path.join(os.tmpdir(), 'symbio-issuer-'));
    fs.writeFileSync(path.join(damaged, 'users.json'), '[{"id": ');
    await expect(startIssuer({ port: 0, dataDir: damaged, serviceAccount: SERVICE })).rejects.toThrow(
      /users\.json is damaged/,
    );
    fs.rmSync(damaged, { recursive: true });
  });
});
