import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { jest } from '@jest/globals';
import { identityProvider } from './provider.js';

const servers: Server[] = [];
const providerOn = async (listener: RequestListener) => {
  const server = createServer(listener);
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const KEYCLOAK_URL = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return identityProvider({ KEYCLOAK_URL, KEYCLOAK_REALM: 'symbio', KEYCLOAK_CLIENT: 'symbio-web' });
};
const answers =
  (status: number, body: string): RequestListener =>
  (_request, response) =>
    void response.writeHead(status, { 'content-type': 'application/json' }).end(body);
const code = { code: 'c', codeVerifier: 'v'.repeat(43), redirectUri: 'http://127.0.0.1:8080/login' };

// the provider runs in this process: a stalled event loop must not count as a timeout
beforeEach(() => void jest.spyOn(AbortSignal, 'timeout').mockImplementation(() => new AbortController().signal));
afterEach(() => {
  jest.restoreAllMocks();
  for (const server of servers.splice(0)) {
    server.close();
    server.closeAllConnections();
  }
});

describe('a failing identity provider', () => {
  it.each([
    ['is broken', answers(500, '{}')],
    ['responds with a page of another server', answers(200, '<h1>Welcome to nginx</h1>')],
    ['does not know our client', answers(401, '{"error":"invalid_client"}')],
    ['allows the client no such grant', answers(400, '{"error":"unauthorized_client"}')],
  ])('by %s is not reported as a wrong password or code', async (_what, listener) => {
    const provider = await providerOn(listener);
    const unavailable = { code: 'UNAVAILABLE', reason: 'sign_in_unavailable' };
    await expect(provider.signIn('nora@example.test', 'a password')).rejects.toMatchObject(unavailable);
    await expect(provider.exchangeCode(code)).rejects.toMatchObject(unavailable);
  });

  it('ends no session by an outage or a wrong configuration', async () => {
    const broken = await providerOn(answers(503, '{}'));
    await expect(broken.refresh('token')).rejects.toMatchObject({ code: 'UNAVAILABLE' });
    await expect(broken.signOut('token')).rejects.toMatchObject({ code: 'UNAVAILABLE' });
    const wrong = await providerOn(answers(401, '{"error":"invalid_client"}'));
    await expect(wrong.refresh('token')).rejects.toMatchObject({ code: 'UNAVAILABLE' });
  });

  it('reports how long to wait after too many attempts', async () => {
    const provider = await providerOn((_request, response) => {
      response.writeHead(401, { 'retry-after': '30' }).end('{"error":"invalid_grant"}');
    });
    await expect(provider.signIn('nora@example.test', 'wrong')).rejects.toMatchObject({
      reason: 'too_many_attempts',
      fields: { retry_after: '30' },
    });
  });
});

describe('entries above the maximum length', () => {
  const long = 'x'.repeat(5_000);

  it('are wrong without a request to the provider, whose rejection would look like an outage', async () => {
    let asked = 0;
    const provider = await providerOn((_request, response) => {
      asked++;
      response.writeHead(413).end('Payload Too Large');
    });
    for (const [email, password] of [
      [`${long}@example.test`, 'a password'],
      ['nora@example.test', long],
    ] as const)
      await expect(provider.signIn(email, password)).rejects.toMatchObject({ reason: 'wrong_credentials' });
    for (const entry of ['code', 'codeVerifier', 'redirectUri'])
      await expect(provider.exchangeCode({ ...code, [entry]: long })).rejects.toMatchObject({
        reason: 'sign_in_failed',
      });
    expect(asked).toBe(0);
  });
});

describe('single sign-on', () => {
  const discovery = (changed: object = {}): string =>
    JSON.stringify({
      authorization_endpoint: 'http://127.0.0.1:8180/auth',
      grant_types_supported: ['authorization_code'],
      code_challenge_methods_supported: ['plain', 'S256'],
      ...changed,
    });

  it('is offered by a realm with the code flow and PKCE only', async () => {
    expect(await (await providerOn(answers(200, discovery()))).allowsSso()).toBe(true);
    for (const missing of [{ grant_types_supported: ['password'] }, { code_challenge_methods_supported: ['plain'] }]) {
      expect(await (await providerOn(answers(200, discovery(missing)))).allowsSso()).toBe(false);
    }
  });

  it('is looked up once a minute, and stays offered during a short outage', async () => {
    let status = 200;
    let asked = 0;
    const provider = await providerOn((request, response) => {
      asked++;
      answers(status, discovery())(request, response);
    });
    const now = jest.spyOn(Date, 'now').mockReturnValue(1_000_000);
    expect(await Promise.all([provider.allowsSso(), provider.allowsSso()])).toEqual([true, true]);
    expect(asked).toBe(1);
    now.mockReturnValue(1_061_000);
    status = 500;
    expect([await provider.allowsSso(), asked]).toEqual([true, 2]);
    now.mockReturnValue(1_067_000);
    expect([await provider.allowsSso(), asked]).toEqual([true, 3]);
  });

  it('is not offered by a provider that never responded', async () => {
    expect(await (await providerOn(answers(500, '{}'))).allowsSso()).toBe(false);
  });
});
