import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, it } from '@jest/globals';
import express from 'express';
import { createLogger } from '@symbio/runtime';
import { trackRequests } from '../http/request.js';
import { proxy } from './proxies.js';

const servers: Server[] = [];
afterEach(() => {
  for (const server of servers.splice(0)) {
    server.close();
    server.closeAllConnections();
  }
});

async function serve(listener: RequestListener): Promise<string> {
  const server = createServer(listener);
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

async function fileServer(name: string) {
  const state = { asked: 0, dying: false, url: '' };
  state.url = await serve((request, response) => {
    state.asked++;
    if (state.dying) return void request.socket.destroy();
    response.end(`${name} ${request.url ?? ''}`);
  });
  return state;
}

async function gateway(...targets: string[]): Promise<string> {
  const app = express();
  const log = createLogger({ name: 'test', level: 'silent' });
  app.use(
    trackRequests,
    proxy({ targets, stripPrefix: '/cut', unavailableMessage: 'Files are not available right now.', log }),
  );
  return serve(app as RequestListener);
}

describe('a proxy with several replicas', () => {
  it('uses them round robin', async () => {
    const [a, b] = [await fileServer('a'), await fileServer('b')];
    const url = await gateway(a.url, b.url);
    for (let n = 0; n < 4; n++) await fetch(`${url}/tile`);
    expect([a.asked, b.asked]).toEqual([2, 2]);
  });

  it('retries a read on another replica at the same address', async () => {
    const [a, b] = [await fileServer('a'), await fileServer('b')];
    const url = await gateway(a.url, b.url);
    a.dying = true;
    const read = await Promise.all(Array.from({ length: 6 }, async () => (await fetch(`${url}/cut/tile?x=1`)).text()));
    expect(new Set(read)).toEqual(new Set(['b /tile?x=1']));
  });

  it('does not retry a request that may change something', async () => {
    const [a, b] = [await fileServer('a'), await fileServer('b')];
    const url = await gateway(a.url, b.url);
    a.dying = true;
    const { status } = await fetch(`${url}/form`, { method: 'POST', body: 'x=1' });
    expect([status, a.asked, b.asked]).toEqual([503, 1, 0]);
  });
});

it('responds with an error message if none is reachable', async () => {
  const a = await fileServer('a');
  a.dying = true;
  const response = await fetch(`${await gateway(a.url)}/tile`);
  expect(response.status).toBe(503);
  expect(await response.json()).toMatchObject({ error: 'Files are not available right now.', code: 'unavailable' });
});

it('forwards the request id, so that errors have the same one (ERR-01)', async () => {
  const url = await serve((request, response) => {
    const { 'x-request-id': id } = request.headers;
    response.writeHead(403, { 'content-type': 'application/json' }).end(JSON.stringify({ request_id: id }));
  });
  const origin = await gateway(url);
  for (const given of ['', 'r-1', 'not / one']) {
    const response = await fetch(`${origin}/tile`, { headers: { 'x-request-id': given } });
    const id = response.headers.get('x-request-id');
    expect(id).toBeTruthy();
    expect(await response.json()).toEqual({ request_id: id });
  }
});
