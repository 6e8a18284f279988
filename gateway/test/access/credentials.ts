import { createHash, createHmac, createPrivateKey, randomBytes, type JsonWebKey } from 'node:crypto';
import { SignJWT, createLocalJWKSet, decodeJwt, decodeProtectedHeader, jwtVerify, type JSONWebKeySet } from 'jose';
import { serviceActor, type Actor } from '@symbio/runtime';
import type { CallParent } from '@symbio/rpc';
import { callAs, forgedTokens, testKeys, testTokens } from '@symbio/rpc/testing';
import { adminToken, tokensOf } from '@symbio/fixtures/issuer-admin';
import { LOCAL_PASSWORD } from '@symbio/fixtures/issuer/store';
import { newPrivateKey } from '@symbio/topology/new-key';
import type { InternalStranger } from './callers.js';
import { FILES_SECRET, SERVICE_ACCOUNT, type System } from './system.js';

export interface Tokens {
  access_token: string;
  refresh_token: string;
  id_token: string;
}

export const tokensFor = (issuerUrl: string, grant: Record<string, string>): Promise<Tokens> =>
  tokensOf<Tokens>(issuerUrl, grant);

export const signIn = (issuerUrl: string, email: string, password: string): Promise<Tokens> =>
  tokensFor(issuerUrl, {
    grant_type: 'password',
    client_id: 'symbio-web',
    username: email,
    password,
    scope: 'openid',
  });

export async function signInCode(issuerUrl: string, email: string, password: string, redirectUri: string) {
  const verifier = randomBytes(32).toString('base64url');
  const asked = new URLSearchParams({
    client_id: 'symbio-web',
    redirect_uri: redirectUri,
    response_type: 'code',
    scope: 'openid',
    code_challenge: createHash('sha256').update(verifier).digest('base64url'),
    code_challenge_method: 'S256',
  });
  const response = await fetch(`${issuerUrl}/realms/symbio/protocol/openid-connect/auth?${asked.toString()}`, {
    method: 'POST',
    redirect: 'manual',
    body: new URLSearchParams({ username: email, password }),
  });
  const code = new URL(response.headers.get('location') ?? issuerUrl).searchParams.get('code');
  if (!code) throw new Error(`the sign-in page answered ${response.status} without a code`);
  return { code, code_verifier: verifier, redirect_uri: redirectUri };
}

export const serviceAccountToken = (issuerUrl: string): Promise<string> =>
  adminToken(issuerUrl, { id: SERVICE_ACCOUNT.clientId, secret: SERVICE_ACCOUNT.secret });

const encode = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');
const parts = (token: string): [string, string, string] => {
  const [head = '', body = '', signature = ''] = token.split('.');
  return [head, body, signature];
};

function withClaims(token: string, claims: Record<string, unknown>): string {
  const [head, , signature] = parts(token);
  return [head, encode({ ...decodeJwt(token), ...claims }), signature].join('.');
}

function withOtherSignature(token: string): string {
  const [head, body, signature] = parts(token);
  return [head, body, `${signature.startsWith('A') ? 'B' : 'A'}${signature.slice(1)}`].join('.');
}

/** The same claims with algorithm "none"; a dummy signature, for parsers that require three parts. */
const unsigned = (token: string): string =>
  [encode({ ...decodeProtectedHeader(token), alg: 'none' }), encode(decodeJwt(token)), 'AA'].join('.');

/** Tokens with one defect each, otherwise of a real administrator or customer. */
export async function wrongTokens(
  system: System,
  administrator: Tokens,
  customer: { tokens: Tokens; email: string; password: string },
) {
  const token = administrator.access_token;
  const { kid = '' } = decodeProtectedHeader(token);
  const certificates = `${system.issuerUrl}/realms/symbio/protocol/openid-connect/certs`;
  const jwks = (await (await fetch(certificates)).json()) as JSONWebKeySet;
  // a defect of an invalid token would prove nothing
  await jwtVerify(token, createLocalJWKSet(jwks));

  const privateKey = newPrivateKey('rsa');
  const bySomebodyElse = await new SignJWT(decodeJwt(token))
    .setProtectedHeader({ alg: 'RS256', typ: 'JWT', kid })
    .sign(privateKey);
  const publicKey = jwks.keys.find((key) => key.kid === kid)?.n ?? '';
  const bySecret = await new SignJWT(decodeJwt(token))
    .setProtectedHeader({ alg: 'HS256', typ: 'JWT', kid })
    .sign(Buffer.from(publicKey));

  system.setBack(7_200_000);
  const expired = await signIn(system.issuerUrl, customer.email, customer.password);
  system.setBack(0);
  const elsewhere = await signIn(system.otherIssuerUrl, 'admin@symbio.test', LOCAL_PASSWORD);
  return {
    expired: expired.access_token,
    otherRole: withClaims(customer.tokens.access_token, { realm_access: { roles: ['administrator'] } }),
    otherSignature: withOtherSignature(token),
    otherKey: bySomebodyElse,
    publicKeyAsSecret: bySecret,
    algNone: unsigned(token),
    otherIssuer: elsewhere.access_token,
    idToken: administrator.id_token,
    refreshToken: administrator.refresh_token,
    serviceAccount: await serviceAccountToken(system.issuerUrl),
  };
}

const internal = testTokens('gateway');
const key = createPrivateKey({
  key: JSON.parse(testKeys('gateway').INTERNAL_SIGNING_KEY) as JsonWebKey,
  format: 'jwk',
});

export const callBy = (actor: Actor): Promise<CallParent> => callAs(actor);

/** Internal tokens with one defect each, otherwise an administrator's. */
export async function wrongInternalTokens(
  administrator: Actor,
  customer: Actor,
  outside: { accessToken: string; apiKey: string },
): Promise<Record<InternalStranger, string>> {
  const token = await internal.mint(administrator);
  const { iss = '', aud = '', ...claims } = decodeJwt(token);
  const past = Math.floor(Date.now() / 1000) - 600;
  const signed = (changes: Record<string, unknown>): Promise<string> =>
    new SignJWT({ iss, aud, ...claims, ...changes }).setProtectedHeader({ alg: 'EdDSA', kid: 'gateway' }).sign(key);
  return {
    nobody: '',
    'not a token': 'administrator',
    'expired internal token': await signed({ iat: past - 120, exp: past }),
    'internal token with another role written in': withClaims(await internal.mint(customer), {
      role: 'administrator',
      via: 'service',
    }),
    'internal token with another signature': withOtherSignature(token),
    'internal token under another key': await forgedTokens('gateway').mint(administrator),
    'internal token of a person, signed by a service': await testTokens('document-worker').mint(administrator),
    'internal token of a service, signed by another': await testTokens('document-worker').mint(serviceActor('job')),
    'internal token with alg none': unsigned(token),
    'internal token for another audience': await signed({ iss: 'symbio', aud: 'account' }),
    "person's access token": outside.accessToken,
    'API key': outside.apiKey,
  };
}

/** Unsubscribe token of an issue mail (notices/unfollow-tokens.ts of the issue service). */
export function mailToken(userId: string, issueId: string): string {
  const expires = Math.floor(Date.now() / 1_000) + 3_600;
  const payload = Buffer.from(JSON.stringify([userId, issueId, expires])).toString('base64url');
  return `${payload}.${createHmac('sha256', FILES_SECRET).update(`issue-unfollow.${payload}`).digest('base64url')}`;
}
