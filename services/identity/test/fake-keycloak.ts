import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { randomUUID } from 'node:crypto';
import type { KeycloakSettings } from '../src/keycloak-accounts.js';

/** An account of the fake, as Keycloak represents one. */
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

/** Keycloak's admin REST interface as far as the service uses it, answering from memory. */
export interface FakeKeycloak {
  settings: KeycloakSettings;
  accounts: FakeAccount[];
  /** Confirmation links asked for: whose, and the query of the call. */
  mails: { id: string; query: Record<string, string> }[];
  /** Access tokens handed out. */
  tokens: string[];
  /** Answers this for calls whose path ends so, until it is deleted. */
  failures: Map<string, { status: number; json: unknown }>;
  close(): Promise<void>;
}

const CLIENT = 'accounts-client';
const SECRET = 'a secret of this test';

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

/** Starts the fake on a free port. */
export async function fakeKeycloak(): Promise<FakeKeycloak> {
  const state: Pick<FakeKeycloak, 'accounts' | 'mails' | 'tokens' | 'failures'> = {
    accounts: [],
    mails: [],
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

  function oneUser(account: FakeAccount, action: string, query: URLSearchParams, body: string): Answer {
    if (action === 'reset-password') account.password = (JSON.parse(body) as { value: string }).value;
    else if (action === 'role-mappings/realm')
      account.roles.push(...(JSON.parse(body) as { name: string }[]).map(({ name }) => name));
    else if (action === 'send-verify-email') state.mails.push({ id: account.id, query: Object.fromEntries(query) });
    else return { status: 404, json: {} };
    return { status: 204 };
  }

  function answer(request: IncomingMessage, at: URL, body: string): Answer {
    const path = at.pathname;
    if (path === '/realms/fake/protocol/openid-connect/token') return token(new URLSearchParams(body));
    if (request.headers.authorization !== `Bearer ${state.tokens.at(-1)}`) return { status: 401, json: {} };
    const [, rest = ''] = path.split('/admin/realms/fake');
    if (rest === '/users') return users(request.method ?? '', at.searchParams, body);
    if (rest.startsWith('/roles/')) return { status: 200, json: { id: 'role-id', name: rest.slice('/roles/'.length) } };
    const [, id, action = ''] = /^\/users\/([^/]+)\/(.+)$/.exec(rest) ?? [];
    const account = state.accounts.find((candidate) => candidate.id === id);
    return account ? oneUser(account, action, at.searchParams, body) : { status: 404, json: {} };
  }

  const server = createServer((request, response) => {
    void textOf(request).then((body) => {
      const at = new URL(request.url ?? '/', 'http://fake');
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
      KEYCLOAK_CLIENT: 'web-client',
      KEYCLOAK_ADMIN_CLIENT: CLIENT,
      KEYCLOAK_ADMIN_SECRET: SECRET,
      PUBLIC_URL: 'https://symbio.example',
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
