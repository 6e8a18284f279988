import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { Agent, get, type IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { unauthenticated } from '@symbio/runtime';
import type { Caller } from './http/request.js';
import { closeServers, serve } from './testing.js';
import { signedInAs, testApp } from './testing-app.js';

const repoRoot = path.resolve(import.meta.dirname, '../..');
let folder: string;
beforeAll(() => {
  folder = mkdtempSync(path.join(os.tmpdir(), 'symbio-web-'));
  writeFileSync(path.join(folder, 'index.html'), '<!doctype html><title>Symbio</title>');
});
afterAll(() => rmSync(folder, { recursive: true }));
afterEach(closeServers);

let reached: string[] = [];
let connections = 0;

async function gateway(
  settings: { secure?: '0' | '1'; proxies?: number; files?: string; caller?: Caller } = {},
): Promise<string> {
  reached = [];
  const sockets = new Set<Socket>();
  const behind = await serve((request, response) => {
    connections = sockets.add(request.socket).size;
    reached.push(`${request.method} ${request.url}`);
    response.end('from behind');
  });
  const { app } = testApp({
    config: {
      TRUSTED_PROXIES: settings.proxies ?? 0,
      SESSION_COOKIE_SECURE: settings.secure ?? '0',
      KEYCLOAK_URL: behind,
      FILES_ADDR: settings.files ?? behind,
      WEB_DIR: folder,
    },
    authenticate: settings.caller
      ? signedInAs(settings.caller)
      : () => {
          throw unauthenticated();
        },
    signInRoutes: [],
  });
  return serve(app);
}

const PLACES = [
  ['pages', '/projects/1'],
  ['the API', '/api/me'],
  ['files', '/files/b/some/key'],
  ['the provider’s pages', '/auth/realms/symbio/protocol/openid-connect/auth'],
] as const;

describe('security headers', () => {
  it.each(PLACES)('are set on %s', async (_what, at) => {
    const asked = { accept: 'text/html', origin: 'https://elsewhere.example' };
    const { headers } = await fetch((await gateway()) + at, { headers: asked });
    expect(headers.get('access-control-allow-origin')).toBeNull();
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect(headers.get('x-frame-options')).toBe('DENY');
    expect(headers.get('referrer-policy')).toBe('no-referrer');
    expect(headers.get('permissions-policy')).toContain('camera=()');
    expect(headers.get('x-powered-by')).toBeNull();
    const policy = new Map(
      (headers.get('content-security-policy') ?? '').split(';').map((directive) => {
        const [name = '', ...values] = directive.trim().split(' ');
        return [name, values] as const;
      }),
    );
    expect(policy.get('default-src')).toEqual(["'self'"]);
    expect(policy.get('script-src')).toEqual(["'self'", "'wasm-unsafe-eval'"]);
    expect(policy.get('connect-src')).toEqual(["'self'"]);
    expect(policy.get('frame-ancestors')).toEqual(["'none'"]);
    expect(policy.get('object-src')).toEqual(["'none'"]);
    expect(policy.get('base-uri')).toEqual(["'none'"]);
  });

  it.each(PLACES)('include HSTS for %s only over TLS', async (_what, at) => {
    const hsts = async (settings: Parameters<typeof gateway>[0], headers: Record<string, string> = {}) =>
      (await fetch((await gateway(settings)) + at, { headers })).headers.get('strict-transport-security');
    expect(await hsts({})).toBeNull();
    expect(await hsts({ secure: '1' })).toBe('max-age=31536000');
    expect(await hsts({ proxies: 1 }, { 'x-forwarded-proto': 'https' })).toBe('max-age=31536000');
    // a client-supplied header must not enable HSTS
    expect(await hsts({}, { 'x-forwarded-proto': 'https' })).toBeNull();
  });

  it('forbid caching of API responses', async () => {
    const { headers } = await fetch(`${await gateway()}/api/me`);
    expect(headers.get('cache-control')).toBe('no-store');
  });
});

describe('JSON', () => {
  const caller = { actor: { sub: 'u1', via: 'session', scopes: [] } } as unknown as Caller;
  const body = JSON.stringify({ items: [], text: 'x'.repeat(2 * 1_024 * 1_024) });
  const post = async (at: string): Promise<number> => {
    const headers = { 'content-type': 'application/json', accept: 'application/json, text/event-stream' };
    return (await fetch((await gateway({ caller })) + at, { method: 'POST', body, headers })).status;
  };

  it.each(['/api/public/annotations/batch', '/api/public/mentions/batch', '/mcp'])(
    'of 2 MB is accepted for a batch: %s',
    async (at) => {
      expect(await post(at)).toBe(400);
    },
  );

  it.each(['/api/public/annotations', '/api/public/runs', '/api/issues'])('of 2 MB is rejected at %s', async (at) => {
    expect(await post(at)).toBe(413);
  });
});

it('reports an unavailable file server with the request id of the header', async () => {
  const away = await serve((request) => request.socket.destroy());
  const response = await fetch(`${await gateway({ files: away })}/files/b/some/key`);
  expect(response.status).toBe(503);
  expect(response.headers.get('retry-after')).toBe('5');
  expect(await response.json()).toMatchObject({
    code: 'unavailable',
    request_id: response.headers.get('x-request-id'),
  });
});

describe('the SPA’s page', () => {
  it.each(['//api/public/projects', '///api/me', '/API/me', '/%61pi/me'])('is not at %s', async (at) => {
    const { port } = new URL(await gateway());
    const status = (path: string) =>
      new Promise<number | undefined>((resolve, reject) => {
        get({ port, path, headers: { accept: 'text/html' } }, (answer) => {
          answer.resume();
          resolve(answer.statusCode);
        }).on('error', reject);
      });
    expect([await status(at), await status('/projects/1')]).toEqual([404, 200]);
  });

  it.each(['web/index.html', 'web/dist/index.html'])('has no inline script or handler: %s', (file) => {
    const at = path.join(repoRoot, file);
    if (!existsSync(at)) {
      console.warn(`${file} is not there (npm run build:web makes it): not checked`);
      return;
    }
    const html = readFileSync(at, 'utf8');
    const scripts = html.match(/<script\b[^>]*>[^]*?<\/script>/g) ?? [];
    expect(scripts.length).toBeGreaterThan(0);
    for (const script of scripts) expect(script).toMatch(/^<script\b[^>]*\bsrc="\/[^"]+"[^>]*>\s*<\/script>$/);
    expect(html).not.toMatch(/\son\w+=/);
    expect(html).not.toMatch(/javascript:/i);
  });
});

describe('files behind /files', () => {
  it('keep the policy of the file server, which replaces that of pages', async () => {
    const policy = "default-src 'none'; sandbox";
    const files = await serve((_request, response) => {
      response.setHeader('Content-Security-Policy', policy);
      response.end();
    });
    const { headers } = await fetch(`${await gateway({ files })}/files/b/some/key`);
    expect(headers.get('content-security-policy')).toBe(policy);
  });

  it('use persistent connections to the file server and the browser', async () => {
    const url = await gateway();
    const browser = new Agent({ keepAlive: true, maxSockets: 1 });
    for (let tile = 0; tile < 5; tile += 1) {
      const answer = await new Promise<IncomingMessage>((resolve, reject) => {
        get(`${url}/files/t/${tile}`, { agent: browser }, resolve).on('error', reject);
      });
      expect(answer.statusCode).toBe(200);
      expect(answer.headers.connection).toBe('keep-alive');
      expect(await text(answer)).toBe('from behind');
    }
    browser.destroy();
    expect(reached).toHaveLength(5);
    expect(connections).toBe(1);
  });
});

describe('the identity provider behind /auth', () => {
  const REALM = '/realms/symbio';
  it.each([
    `${REALM}/protocol/openid-connect/auth?client_id=symbio-web`,
    `${REALM}/protocol/openid-connect/certs`,
    `${REALM}/protocol/openid-connect/logout/logout-confirm`,
    `${REALM}/.well-known/openid-configuration`,
    `${REALM}/login-actions/action-token?key=a.b.c`,
    '/resources/abc12/login/keycloak.v2/css/styles.css',
  ])('serves people %s', async (at) => {
    const response = await fetch(`${await gateway()}/auth${at}`);
    expect([response.status, reached]).toEqual([200, [`GET ${at}`]]);
  });

  it.each([
    '',
    '/',
    '/admin/realms/symbio/users',
    '/admin/master/console/',
    '/realms/master/protocol/openid-connect/auth',
    `${REALM}/protocol/openid-connect/token`,
    `${REALM}/protocol/openid-connect/token/introspect`,
    `${REALM}/protocol/openid-connect/auth/%2e%2e/token`,
    `${REALM}/protocol/openid-connect/auth;/token`,
    `${REALM}//protocol/openid-connect/token`,
    `${REALM}/login-actions/%2e%2e/protocol/openid-connect/token`,
    '/resources/%2e%2e/admin/realms/symbio/users',
    '/resources/..%2fadmin/realms/symbio/users',
    `${REALM}/account`,
  ])('does not expose %s', async (at) => {
    const response = await fetch(`${await gateway()}/auth${at}`, { method: 'POST' });
    expect([response.status, reached]).toEqual([404, []]);
  });
});
