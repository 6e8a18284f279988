/** A local issuer per test, with request helpers. */
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach } from '@jest/globals';
import { startIssuer, type RunningIssuer } from '../issuer.js';
import { IssuerStore, LOCAL_PASSWORD } from './store.js';

export const SERVICE = { clientId: 'symbio-identity', secret: 'a secret of this test' };

interface TokenAnswer {
  access_token: string;
  refresh_token: string;
  id_token: string;
  expires_in: number;
  refresh_expires_in: number;
  token_type: string;
  scope: string;
  error?: string;
  error_description?: string;
}

/** State per test. */
export interface TriedIssuer {
  issuer: RunningIssuer;
  /** Where the issuer keeps its files. */
  folder: string;
  /** Milliseconds since 1970 by the issuer's clock. */
  clock: number;
}

/** Starts an issuer before each test of a file, with accounts, and stops it afterwards. */
export function issuerUnderTest() {
  const tried = {} as TriedIssuer;
  /** Accounts and key are created once and copied for each test, which saves half a second. */
  let prepared: string;

  beforeAll(async () => {
    prepared = fs.mkdtempSync(path.join(os.tmpdir(), 'symbio-issuer-'));
    await IssuerStore.open(prepared);
  });
  afterAll(() => fs.rmSync(prepared, { recursive: true }));
  beforeEach(async () => {
    tried.clock = Date.now();
    tried.folder = fs.mkdtempSync(path.join(os.tmpdir(), 'symbio-issuer-'));
    fs.cpSync(prepared, tried.folder, { recursive: true });
    tried.issuer = await startIssuer({
      port: 0,
      dataDir: tried.folder,
      serviceAccount: SERVICE,
      now: () => tried.clock,
    });
  });
  afterEach(async () => {
    await tried.issuer.close();
    fs.rmSync(tried.folder, { recursive: true, force: true });
  });

  const realm = (): string => `${tried.issuer.url}/realms/symbio`;
  const protocol = (): string => `${realm()}/protocol/openid-connect`;

  async function token(fields: Record<string, string>): Promise<{ status: number; headers: Headers } & TokenAnswer> {
    const response = await fetch(`${protocol()}/token`, {
      method: 'POST',
      // no keep-alive: one test restarts the issuer on the same port
      headers: { origin: 'http://127.0.0.1:8080', connection: 'close' },
      body: new URLSearchParams({ client_id: 'symbio-web', ...fields }),
    });
    return { status: response.status, headers: response.headers, ...((await response.json()) as TokenAnswer) };
  }

  const signIn = (username = 'admin@symbio.test', password = LOCAL_PASSWORD): ReturnType<typeof token> =>
    token({ grant_type: 'password', username, password, scope: 'openid profile email' });
  const refresh = (refreshToken: string): ReturnType<typeof token> =>
    token({ grant_type: 'refresh_token', refresh_token: refreshToken });
  const userinfo = async (accessToken: string): Promise<number> =>
    (await fetch(`${protocol()}/userinfo`, { headers: { authorization: `Bearer ${accessToken}` } })).status;

  /** An admin call by the account-managing client. */
  async function admin(
    method: string,
    at: string,
    body?: unknown,
  ): Promise<{ status: number; location: string; json: unknown }> {
    const { access_token: bearer } = await token({
      grant_type: 'client_credentials',
      client_id: SERVICE.clientId,
      client_secret: SERVICE.secret,
    });
    const response = await fetch(`${tried.issuer.url}/admin/realms/symbio${at}`, {
      method,
      headers: { authorization: `Bearer ${bearer}`, 'content-type': 'application/json' },
      body: body === undefined ? undefined : JSON.stringify(body),
    });
    const text = await response.text();
    return {
      status: response.status,
      location: response.headers.get('location') ?? '',
      json: text.startsWith('{') || text.startsWith('[') ? (JSON.parse(text) as unknown) : text,
    };
  }

  return { tried, realm, protocol, token, signIn, refresh, userinfo, admin };
}
