import http, { type RequestListener, type Server } from 'node:http';
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { listening } from '@symbio/fixtures/ports';
import { eventually } from '@symbio/runtime/testing';
import { startBalancer, type Balancer } from './balancer.js';

interface Gateway {
  server: Server;
  port: number;
  readyUrl: string;
  ready: boolean;
  asked: string[];
  answer: RequestListener;
}

async function gateway(): Promise<Gateway> {
  const self: Gateway = {
    server: http.createServer((request, response) => {
      if (request.url === '/readyz') return void response.writeHead(self.ready ? 200 : 503).end();
      self.asked.push(`${request.method ?? ''} ${request.url ?? ''}`);
      self.answer(request, response);
    }),
    ...{ port: 0, readyUrl: '', ready: true, asked: [] },
    answer: (_request, response) => void response.end('fine'),
  };
  self.port = await listening(self.server);
  self.readyUrl = `http://127.0.0.1:${self.port}/readyz`;
  return self;
}

describe('the balancer of the local stack', () => {
  let a: Gateway;
  let b: Gateway;
  let balancer: Balancer;
  let url: string;
  const end = ({ server }: Gateway): void => {
    server.close();
    server.closeAllConnections();
  };

  beforeEach(async () => {
    // the gateways run in this process: if it stalls, they are not late
    jest.spyOn(AbortSignal, 'timeout').mockImplementation(() => new AbortController().signal);
    [a, b] = [await gateway(), await gateway()];
    balancer = await startBalancer({ port: 0, gateways: [a, b] });
    url = `http://127.0.0.1:${balancer.port}`;
  });
  afterEach(async () => {
    await balancer.close();
    [a, b].forEach(end);
    jest.restoreAllMocks();
  });

  it('distributes requests to the gateways in turn, and passes on the client’s address', async () => {
    const seen: http.IncomingHttpHeaders[] = [];
    a.answer = (request, response) => {
      seen.push(request.headers);
      response.end('fine');
    };
    for (let n = 0; n < 4; n++) await fetch(`${url}/api/${n}`, { headers: { 'x-forwarded-for': '10.0.0.1' } });
    expect([a.asked.length, b.asked.length]).toEqual([2, 2]);
    expect(seen[0]).toMatchObject({
      host: `127.0.0.1:${balancer.port}`,
      'x-forwarded-for': '10.0.0.1, 127.0.0.1',
      'x-forwarded-host': `127.0.0.1:${balancer.port}`,
    });
  });

  it('skips a gateway until it is ready', async () => {
    a.ready = false;
    await eventually(async () => {
      a.asked = [];
      for (let n = 0; n < 4; n++) await fetch(url);
      expect(a.asked).toEqual([]);
    });
    a.ready = true;
    await eventually(async () => {
      await fetch(url);
      expect(a.asked).not.toEqual([]);
    });
  });

  it('retries a request that did not reach a dead gateway at the next, with its body', async () => {
    end(a);
    const got: string[] = [];
    b.answer = (request, response) => {
      request.setEncoding('utf8').on('data', (text: string) => got.push(text));
      request.on('end', () => response.writeHead(201).end());
    };
    for (let n = 0; n < 3; n++) expect((await fetch(url, { method: 'POST', body: `body ${n}` })).status).toBe(201);
    expect(got).toEqual(['body 0', 'body 1', 'body 2']);
  });

  it('retries reads at another gateway, and reports to writers that theirs became unavailable', async () => {
    a.answer = (request) => void request.socket.destroy();
    const reads = await Promise.all([fetch(url), fetch(url)]);
    expect(reads.map(({ status }) => status)).toEqual([200, 200]);
    const writes = [await fetch(url, { method: 'POST' }), await fetch(url, { method: 'POST' })];
    expect(writes.map(({ status }) => status).sort()).toEqual([200, 502]);
  });

  it('reports that no gateway is ready', async () => {
    [a, b].forEach(end);
    const response = await fetch(url);
    expect([response.status, response.headers.get('retry-after')]).toEqual([503, '1']);
  });

  it('passes a stream on as it arrives, and its end to the other side', async () => {
    let closed = false;
    let more: () => void = () => undefined;
    a.answer = b.answer = (_request, response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      response.write('data: 1\n\n');
      more = () => void response.write('data: 2\n\n');
      response.on('close', () => (closed = true));
    };
    const stop = new AbortController();
    const response = await fetch(url, { signal: stop.signal });
    const reader = response.body!.pipeThrough(new TextDecoderStream()).getReader();
    expect((await reader.read()).value).toBe('data: 1\n\n');
    more();
    expect((await reader.read()).value).toBe('data: 2\n\n');
    stop.abort();
    await eventually(() => expect(closed).toBe(true));
  });

  it('aborts an aborted answer, so that no client takes it for complete', async () => {
    a.answer = b.answer = (_request, response) => {
      response.writeHead(200, { 'content-length': '100' });
      response.write('half', () => response.destroy());
    };
    const response = await fetch(url);
    await expect(response.text()).rejects.toThrow();
  });
});
