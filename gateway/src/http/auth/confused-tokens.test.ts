/** Only an access token of our realm and client is valid as such (ASVS 9.2.2). */
import { Router } from 'express';
import { createHmac, createPublicKey } from 'node:crypto';
import { jest } from '@jest/globals';
import { SignJWT, exportJWK } from 'jose';
import { unauthenticated } from '@symbio/runtime';
import { person } from '@symbio/runtime/testing';
import { testTokens } from '@symbio/rpc/testing';
import { Caller } from '@symbio/proto/identity';
import { newPrivateKey } from '@symbio/topology/new-key';
import { callerOf, takesKeys } from '../request.js';
import { closeServers, fakeBroker, serve, serveHandlers } from '../../testing.js';
import { createCallers } from './callers.js';
import { keycloakVerifier } from './keycloak.js';

const key = newPrivateKey('rsa');
const strange = newPrivateKey('rsa');
const pem = createPublicKey(key).export({ format: 'pem', type: 'spki' }).toString();
const KEY = 'sk_0123456789abcdef';

let origin: string;
let gateway: string;
beforeAll(async () => {
  const published = { ...(await exportJWK(createPublicKey(key))), kid: 'k1', use: 'sig' };
  origin = await serve((_request, response) => response.end(JSON.stringify({ keys: [published] })));
  const caller = Caller.create({ userId: 'u1', authorId: 'a1', name: 'Nora', role: 'customer' });
  const callers = createCallers({
    broker: fakeBroker().broker,
    ended: { isOver: () => Promise.resolve(false) },
    tokens: testTokens('gateway'),
    verifier: keycloakVerifier({ KEYCLOAK_URL: origin, KEYCLOAK_REALM: 'symbio', KEYCLOAK_CLIENT: 'symbio-web' }),
    identity: {
      resolveUser: () => Promise.resolve({ caller }),
      resolveApiKey: ({ key: sent }) =>
        sent === KEY ? Promise.resolve({ caller: { ...caller, apiKeyId: 'k1' } }) : Promise.reject(unauthenticated()),
    },
  });
  gateway = await serveHandlers(
    Router().use(['/api/public', '/mcp'], takesKeys),
    callers.authenticate,
    (request, response) => void response.json(callerOf(request).actor),
  );
});
afterAll(closeServers);
// keycloak-connect logs each unknown key
beforeEach(() => void jest.spyOn(console, 'error').mockImplementation(() => undefined));
afterEach(() => void jest.restoreAllMocks());

interface Change {
  claims?: Record<string, unknown>;
  header?: Record<string, unknown>;
  issuer?: string;
  audience?: string | string[];
  from?: number;
  to?: number;
  signedBy?: Parameters<SignJWT['sign']>[0];
}

function token({ claims, header, issuer, audience = 'symbio-web', from, to, signedBy = key }: Change = {}) {
  const now = Math.floor(Date.now() / 1_000);
  const all = { typ: 'Bearer', azp: 'symbio-web', email: 'nora@example.test', sid: 's1', ...claims };
  const made = new SignJWT(all)
    .setProtectedHeader({ alg: 'RS256', typ: 'JWT', kid: 'k1', ...header })
    .setSubject('u1')
    .setAudience(audience)
    .setIssuer(issuer ?? `${origin}/realms/symbio`)
    .setIssuedAt(from ?? now)
    .setExpirationTime(to ?? now + 300);
  return (from === undefined ? made : made.setNotBefore(from)).sign(signedBy);
}
const encode = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url');
const withHeader = async (header: object, sign: (content: string) => string): Promise<string> => {
  const [, body = ''] = (await token()).split('.');
  const content = `${encode(header)}.${body}`;
  return `${content}.${sign(content)}`;
};
const hmac = (secret: string) => (content: string) => createHmac('sha256', secret).update(content).digest('base64url');

const PLACES = ['/api/public/projects', '/api/me', '/api/events', '/mcp'];
const ask = async (path: string, headers: Record<string, string>): Promise<number> =>
  (await fetch(gateway + path, { headers })).status;
const everywhere = (credentials: string) =>
  Promise.all(PLACES.map((path) => ask(path, { authorization: `Bearer ${credentials}` })));

it('a person’s access token is valid everywhere, a key where keys are accepted', async () => {
  expect(await everywhere(await token())).toEqual([200, 200, 200, 200]);
  expect(await everywhere(KEY)).toEqual([200, 401, 401, 200]);
});

const now = Math.floor(Date.now() / 1_000);
it.each<[string, () => Promise<string> | string]>([
  ['an ID token', () => token({ claims: { typ: 'ID' } })],
  ['a refresh token', () => token({ claims: { typ: 'Refresh' } })],
  ['an offline token', () => token({ claims: { typ: 'Offline' } })],
  ['a logout token', () => token({ claims: { typ: 'Logout', events: {} } })],
  ['a token without a type', () => token({ claims: { typ: undefined } })],
  ['a token of another client', () => token({ claims: { azp: 'symbio-identity' } })],
  ['a token of no client', () => token({ claims: { azp: undefined } })],
  ['a token for another audience', () => token({ audience: 'account' })],
  ['a token for audiences that begin as ours', () => token({ audience: ['symbio-web2', 'symbio'] })],
  ['a token of another realm', () => token({ issuer: `${origin}/realms/master` })],
  ['a token of a realm below ours', () => token({ issuer: `${origin}/realms/symbio/` })],
  ['a token of another issuer', () => token({ issuer: 'https://evil.example/realms/symbio' })],
  ['a token that is over', () => token({ from: now - 600, to: now - 300 })],
  ['a token signed with another key', () => token({ signedBy: strange })],
  [
    'a token under a key that it brings along',
    async () => token({ signedBy: strange, header: { kid: 'own', jwk: await exportJWK(createPublicKey(strange)) } }),
  ],
  [
    'a token that names where its keys are',
    () => token({ signedBy: strange, header: { kid: 'own', jku: 'https://evil.example/keys' } }),
  ],
  ['a token without a signature', () => withHeader({ alg: 'none', kid: 'k1' }, () => '')],
  ['a token with alg none and something in its place', () => withHeader({ alg: 'none', kid: 'k1' }, () => 'AA')],
  ['a token with alg nOnE', () => withHeader({ alg: 'nOnE', kid: 'k1' }, () => 'AA')],
  ['a token signed with the public key as a secret', () => withHeader({ alg: 'HS256', kid: 'k1' }, hmac(pem))],
  ['the same without the end of its last line', () => withHeader({ alg: 'HS256', kid: 'k1' }, hmac(pem.trim()))],
  ['a token of a process of ours', () => testTokens('gateway').mint(person())],
  ['a token of another process of ours', () => testTokens('document').mint(person())],
  ['an unknown key', () => 'sk_fedcba9876543210'],
  ['the secret of a webhook', () => `whsec_${'A'.repeat(43)}=`],
  ['the token of a mail', () => `${encode(['u1', 'i1', now + 300])}.${hmac('files')('x')}`],
  ['the signature of a tile', () => `${now + 300}/${hmac('files')('tiles')}`],
  ['two tokens', async () => `${await token()},${await token()}`],
])('%s is accepted nowhere', async (_what, make) => {
  expect(await everywhere(await make())).toEqual([401, 401, 401, 401]);
});

it('credentials in another header, a cookie or the address are ignored', async () => {
  const good = await token();
  const tries: [string, Record<string, string>][] = [
    ['', { 'x-api-key': KEY }],
    ['', { 'api-key': KEY }],
    ['', { authorization: KEY }],
    ['', { authorization: `Basic ${Buffer.from(`u1:${KEY}`).toString('base64')}` }],
    ['', { authorization: `Token ${good}` }],
    ['', { 'x-forwarded-authorization': `Bearer ${good}` }],
    ['', { 'x-internal-token': await testTokens('gateway').mint(person()) }],
    ['', { cookie: `symbio_session=${good}; access_token=${good}; Authorization=${good}` }],
    [`?access_token=${good}`, {}],
    [`?api_key=${KEY}&token=${good}`, {}],
  ];
  for (const [search, headers] of tries)
    for (const path of PLACES)
      expect([search, headers, await ask(path + search, headers)]).toEqual([search, headers, 401]);
});
