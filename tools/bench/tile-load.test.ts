import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { loadTiles } from './tile-load.js';

let server: Server | undefined;

async function serve(listener: RequestListener): Promise<string> {
  server = createServer(listener);
  await new Promise<void>((resolve) => server?.listen(0, '127.0.0.1', resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

afterEach(async () => {
  server?.closeAllConnections();
  await new Promise((resolve) => (server ? server.close(resolve) : resolve(undefined)));
  server = undefined;
});

const load = (url: string) =>
  loadTiles({ url, paths: ['/a', '/b', '/c', '/d'], connections: 2, isOver: ({ answered }) => answered >= 8 });

describe('the load on a tile server', () => {
  it('counts whole answers, also those that come in pieces, and asks for every tile', async () => {
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
    expect([...asked].sort()).toEqual(['/a', '/b', '/c', '/d']);
  });

  it('is no measurement when a tile is refused', async () => {
    const url = await serve((_request, response) => response.writeHead(403, { 'Content-Length': 0 }).end());
    await expect(load(url)).rejects.toThrow('a tile answered 403');
  });

  it('is no measurement when the server hangs up', async () => {
    const url = await serve((request) => request.socket.destroy());
    await expect(load(url)).rejects.toThrow(/closed a connection|ECONNRESET/);
  });
});
