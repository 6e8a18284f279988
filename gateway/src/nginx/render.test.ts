import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import express from 'express';
import { securityHeaders } from '../http/security-headers.js';
import { closeServers, serve } from '../testing.js';
import { pages } from '../web/pages.js';
import { headersOfPages, nginxFiles, TYPES } from './render.js';

function added(conf: string): Map<string, string> {
  const headers = new Map<string, string>();
  for (const [, name = '', value = ''] of conf.matchAll(/^add_header (\S+) (?:"((?:[^"\\]|\\.)*)"|\$\S+) always;$/gm))
    headers.set(name.toLowerCase(), value.replace(/\\(.)/g, '$1'));
  return headers;
}

async function sentByGateway(): Promise<Map<string, string>> {
  const handler = securityHeaders(false);
  const server = createServer((request, response) => {
    response.sendDate = false;
    handler(request as Parameters<typeof handler>[0], response as Parameters<typeof handler>[1], () => response.end());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  try {
    const { headers } = await fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
    return new Map([...headers].filter(([name]) => !['connection', 'keep-alive', 'content-length'].includes(name)));
  } finally {
    server.closeAllConnections();
    server.close();
  }
}

describe('nginx', () => {
  const files = nginxFiles();

  it('sends pages with exactly the gateway’s security headers', async () => {
    const { 'security-headers.conf': conf = '' } = files;
    const own = added(conf);
    // depends on the request's scheme
    expect(own.get('strict-transport-security')).toBe('');
    own.delete('strict-transport-security');
    const gateways = await sentByGateway();
    expect(gateways.size).toBeGreaterThan(8);
    expect(Object.fromEntries(own)).toEqual(Object.fromEntries(gateways));
    expect(headersOfPages().get('X-Frame-Options')).toBe('DENY');
  });

  it('adds them wherever it responds itself, since locations with headers inherit none', () => {
    const places = (files['nginx.conf'] ?? '').matchAll(/^ {4}location (\S+ ?\S*) \{\n([^]*?)^ {4}\}/gm);
    const bodies = [...places].map(([, at = '', body = '']) => [at, body] as const);
    expect(bodies.length).toBeGreaterThan(8);
    for (const [at, body] of bodies) {
      if (at === '= /healthz') continue;
      if (body.includes('include tiles.conf')) {
        expect([at, files['tiles.conf']]).toEqual([at, expect.stringContaining('add_header X-Content-Type-Options')]);
        continue;
      }
      // gateway responses carry them already
      if (body.includes('include proxy.conf')) expect([at, body.includes('add_header')]).toEqual([at, false]);
      else expect([at, body.includes('include security-headers.conf;')]).toEqual([at, true]);
    }
  });

  it('sends HSTS only if a proxy in front received the request over TLS, like the gateway', () => {
    expect(files['nginx.conf']).toMatch(/map \$forwarded_proto \$hsts \{\s*default "";\s*~\^https "max-age=31536000";/);
    const response = new Map<string, string>();
    securityHeaders(true)(
      { secure: false } as never,
      { setHeader: (name: string, value: string) => response.set(name, value), removeHeader: () => undefined } as never,
      () => undefined,
    );
    expect(response.get('Strict-Transport-Security')).toBe('max-age=31536000');
  });

  it.each([
    ['/api', '^~ /api/'],
    ['/auth', '^~ /auth/'],
    ['/files', '^~ /files/'],
    ['/mcp', '= /mcp'],
    ['the texts for language models', '= /llms.txt'],
    ['the whole of them', '= /llms-full.txt'],
  ])('forwards %s to the gateway', (_what, place) => {
    expect(files['nginx.conf']).toContain(`location ${place} {\n      include proxy.conf;`);
  });

  it('serves tiles from the file server, with the gateway’s headers once each', () => {
    const { 'nginx.conf': all = '', 'tiles.conf': conf = '', 'start.sh': start } = files;
    expect(all).toContain('location ^~ /files/t/ {\n      include tiles.conf;');
    expect(conf).toContain('proxy_pass http://tiles;');
    // the file server's own policy, which permits no scripts
    for (const name of headersOfPages().keys())
      expect([name, conf.includes(`proxy_hide_header ${name};`)]).toEqual([name, name !== 'Content-Security-Policy']);
    expect(conf).not.toContain('add_header Content-Security-Policy');
    expect(start).toContain('"${TILES_ADDR:=$GATEWAY_ADDR}"');
  });

  it('streams uploads and live changes', () => {
    const { 'proxy.conf': conf } = files;
    expect(conf).toContain('proxy_request_buffering off;');
    expect(conf).toContain('proxy_buffering off;');
  });

  it.each([
    ['/api/documents', true],
    ['/api/documents/', true],
    [
      '/api/projects/01890000-0000-7000-8000-0000000000bb/site-visits/01890000-0000-7000-8000-0000000000cc/photos',
      true,
    ],
    ['/api/documents/known', false],
    ['/api/document-uploads/01890000-0000-7000-8000-0000000000aa', false],
    ['/api/projects', false],
    ['/api/issues/screenshots', false],
  ])('limits the size of %s, unless it is a form of many large files (%s)', (path, isUnbounded) => {
    const { 'nginx.conf': all = '' } = files;
    expect(all.match(/client_max_body_size \S+;/g)).toEqual(['client_max_body_size 210m;', 'client_max_body_size 0;']);
    const [, api = ''] = /^ {4}location \^~ \/api\/ \{\n([^]*?)^ {4}\}/m.exec(all) ?? [];
    const [, forms = '', inside = ''] = /^ {6}location ~ (\S+) \{\n([^]*?)^ {6}\}/m.exec(api) ?? [];
    expect(inside).toContain('client_max_body_size 0;');
    // a nested location's directives replace all inherited ones
    expect(inside).toContain('include proxy.conf;');
    expect(new RegExp(forms).test(path)).toBe(isUnbounded);
  });

  it('uses the gateway’s media types', async () => {
    const folder = mkdtempSync(path.join(os.tmpdir(), 'symbio-types-'));
    try {
      const endings = Object.values(TYPES).flat();
      for (const ending of endings) writeFileSync(path.join(folder, `a.${ending}`), 'a');
      const url = await serve(express().use(...pages(folder)));
      for (const [type, of] of Object.entries(TYPES))
        for (const ending of of) {
          const { headers } = await fetch(`${url}/a.${ending}`);
          expect([ending, headers.get('content-type')?.split(';')[0]]).toEqual([ending, type]);
        }
    } finally {
      closeServers();
      rmSync(folder, { recursive: true });
    }
  });
});
