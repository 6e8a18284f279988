import { createServer, type RequestListener, type Server } from 'node:http';
import { listening } from '@symbio/fixtures/ports';
import { loadHttp, requestBytes } from './http-load.js';

let server: Server | undefined;

async function serve(listener: RequestListener): Promise<string> {
  server = createServer(listener);
  return `http://127.0.0.1:${await listening(server)}`;
}

afterEach(async () => {
  server?.closeAllConnections();
  await new Promise((resolve) => (server ? server.close(resolve) : resolve(undefined)));
  server = undefined;
});

const PATHS = ['/a', '/b', '/c', '/d'];

const load = (url: string) =>
  loadHttp({
    url,
    request: (connection, count) => requestBytes(url, { path: PATHS[(connection * 2 + count) % 4] ?? '' }),
    connections: 2,
    status: 200,
    isOver: ({ answered }) => answered >= 8,
  });

describe('the load on a server', () => {
  it('counts whole answers, also those that come in pieces, and sends every request', async () => {
    const asked = new Set<string>();
    const url = await serve((request, response) => {
      asked.add(request.url ?? '');
      response.writeHead(200, { 'Content-Length': 200_000 });
      response.write(Buffer.alloc(1));
      setImmediate(() => response.end(Buffer.alloc(199_999)));
    });
    const { answered, bytes, latencies, perSecond } = await load(url);
    // the other connection's last answer may still be on its way
    expect([8, 9]).toContain(answered);
    expect(bytes).toBe(answered * 200_000);
    expect(latencies).toHaveLength(answered);
    expect(perSecond).toBeGreaterThan(0);
    expect([...asked].sort()).toEqual(PATHS);
  });

  it('sends bodies with their headers', async () => {
    const seen: unknown[] = [];
    const url = await serve((request, response) => {
      let text = '';
      request.on('data', (chunk: Buffer) => (text += chunk.toString()));
      request.on('end', () => {
        seen.push([request.method, request.url, request.headers.authorization, JSON.parse(text)]);
        response.writeHead(201, { 'Content-Length': 0 }).end();
      });
    });
    const parts = {
      method: 'POST',
      path: '/p?x=1',
      headers: { Authorization: 'Bearer t' },
      body: { title: 'Bahnhofstraße' },
    };
    await loadHttp({
      url,
      request: () => requestBytes(url, parts),
      connections: 1,
      status: 201,
      isOver: ({ answered }) => answered === 1,
    });
    expect(seen).toEqual([['POST', '/p?x=1', 'Bearer t', { title: 'Bahnhofstraße' }]]);
  });

  it('fails when a request is refused', async () => {
    const url = await serve((_request, response) => response.writeHead(403, { 'Content-Length': 0 }).end());
    await expect(load(url)).rejects.toThrow('a request was answered 403, not 200');
  });

  it('fails when the server closes the connection', async () => {
    const url = await serve((request) => request.socket.destroy());
    await expect(load(url)).rejects.toThrow(/closed a connection|ECONNRESET/);
  });
});
