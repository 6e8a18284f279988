import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { randomUUID } from 'node:crypto';
import type { KeycloakSettings } from '../src/keycloak-accounts.js';

export interface FakeAccount {
  id: string;
  email: string;
  firstName: string;
  lastName: string;
  enabled: boolean;
  emailVerified: boolean;
  requiredActions: string[];
  password: string;
  roles: string[];
}

/** Keycloak's admin REST API as far as the service uses it, in memory. */
export interface FakeKeycloak {
  settings: KeycloakSettings;
  accounts: FakeAccount[];
  /** Ids of accounts whose sessions were ended, one per call. */
  logouts: string[];
  tokens: string[];
  /** Responses to calls whose path has this suffix, until deleted. */
  failures: Map<string, { status: number; json: unknown }>;
  close(): Promise<void>;
}

const CLIENT = 'accounts-client';
const SECRET = 'a secret of this test';
/** Roles of the realm: the product's, and one built into Keycloak. */
const REALM_ROLES = ['administrator', 'symbio', 'customer', 'offline_access'];
const roleRows = (names: string[]) => names.map((name) => ({ id: `id-of-${name}`, name }));

async function textOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString('utf8');
}

interface Answer {
  status: number;
  json?: unknown;
  location?: string;
}

export async function fakeKeycloak(): Promise<FakeKeycloak> {
  const state: Pick<FakeKeycloak, 'accounts' | 'logouts' | 'tokens' | 'failures'> = {
    accounts: [],
    logouts: [],
    tokens: [],
    failures: new Map(),
  };
  let url = '';

  function token(form: URLSearchParams): Answer {
    if (form.get('client_id') !== CLIENT || form.get('client_secret') !== SECRET) return { status: 401, json: {} };
    state.tokens.push(randomUUID());
    return { status: 200, json: { access_token: state.tokens.at(-1), expires_in: 60 } };
  }

  function users(method: string, query: URLSearchParams, body: string): Answer {
    if (method === 'GET') {
      const found = state.accounts.filter(({ email }) => email === query.get('email'));
      return { status: 200, json: found.map((account) => ({ ...account, password: undefined, roles: undefined })) };
    }
    const given = JSON.parse(body) as FakeAccount & { credentials: { value: string }[] };
    if (state.accounts.some(({ email }) => email === given.email)) return { status: 409, json: {} };
    const { credentials, ...account } = given;
    const id = randomUUID();
    state.accounts.push({ ...account, id, password: credentials[0]?.value ?? '', roles: [] });
    return { status: 201, location: `${url}/admin/realms/fake/users/${id}` };
  }

  function oneUser(method: string, account: FakeAccount, action: string, body: string): Answer {
    const rolesOf = (text: string) => (JSON.parse(text) as { name: string }[]).map(({ name }) => name);
    switch (`${method} ${action}`) {
      case 'PUT ':
        Object.assign(account, JSON.parse(body));
        break;
      case 'DELETE ':
        state.accounts.splice(state.accounts.indexOf(account), 1);
        break;
      case 'GET ':
        return { status: 200, json: { ...account, password: undefined, roles: undefined } };
      case 'PUT reset-password':
        account.password = (JSON.parse(body) as { value: string }).value;
        break;
      case 'GET role-mappings/realm':
        return { status: 200, json: roleRows(account.roles) };
      case 'GET role-mappings/realm/available':
        return { status: 200, json: roleRows(REALM_ROLES.filter((role) => !account.roles.includes(role))) };
      case 'POST role-mappings/realm':
        account.roles.push(...rolesOf(body));
        break;
      case 'DELETE role-mappings/realm':
        account.roles = account.roles.filter((role) => !rolesOf(body).includes(role));
        break;
      case 'POST logout':
        state.logouts.push(account.id);
        break;
      default:
        return { status: 404, json: {} };
    }
    return { status: 204 };
  }

  function answer(request: IncomingMessage, at: URL, body: string): Answer {
    const path = at.pathname;
    if (path === '/realms/fake/protocol/openid-connect/token') return token(new URLSearchParams(body));
    if (request.headers.authorization !== `Bearer ${state.tokens.at(-1)}`) return { status: 401, json: {} };
    const [, rest = ''] = path.split('/admin/realms/fake');
    if (rest === '/users') return users(request.method ?? '', at.searchParams, body);
    const [, id, action = ''] = /^\/users\/([^/]+)\/?(.*)$/.exec(rest) ?? [];
    const account = state.accounts.find((candidate) => candidate.id === id);
    if (!account) return { status: 404, json: { error: 'User not found' } };
    return oneUser(request.method ?? '', account, action, body);
  }

  const server = createServer((request, response) => {
    void textOf(request).then((body) => {
      const at = new URL(request.url ?? '/', 'http://fake');
      at.pathname = at.pathname.replace(/\/$/, '');
      const failure = [...state.failures].find(([end]) => at.pathname.endsWith(end))?.[1];
      const { status, json, location }: Answer = failure ?? answer(request, at, body);
      if (location) response.setHeader('location', location);
      response.writeHead(status, { 'content-type': 'application/json' });
      response.end(json === undefined ? undefined : JSON.stringify(json));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    ...state,
    settings: {
      KEYCLOAK_URL: url,
      KEYCLOAK_REALM: 'fake',
      KEYCLOAK_ADMIN_CLIENT: CLIENT,
      KEYCLOAK_ADMIN_SECRET: SECRET,
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
