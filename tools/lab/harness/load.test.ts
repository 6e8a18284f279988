import http from 'node:http';
import { listening } from '@symbio/fixtures/ports';
import { Ledger, tally, type Row } from './ledger.js';
import { Load, type Call, type Operation } from './load.js';
import { HttpClient } from '@symbio/fixtures/http-client';

type Handler = (body: string, request: http.IncomingMessage, response: http.ServerResponse) => void;

let close: (() => void) | undefined;

async function serve(handler: Handler) {
  const server = http.createServer((request, response) => {
    let body = '';
    request.on('data', (chunk: Buffer) => (body += chunk.toString()));
    request.on('end', () => handler(body, request, response));
  });
  const site = new HttpClient(`http://127.0.0.1:${await listening(server)}`);
  close = () => {
    site.close();
    server.closeAllConnections();
    server.close();
  };
  return site;
}
afterEach(() => close?.());

function making(): Operation {
  let count = 0;
  return {
    name: 'make',
    make: () => {
      const marker = `row ${++count}`;
      const entry = { kind: 'comment', marker, id: `id of ${marker}` } as const;
      return { method: 'POST', path: '/rows', body: Buffer.from(marker), entry };
    },
    check: ({ body }) => body.toString(),
  };
}

const until = async (reached: () => boolean): Promise<void> => {
  while (!reached()) await new Promise((resolve) => setTimeout(resolve, 5));
};

describe('a steady load', () => {
  it('repeats the same write until it is acknowledged, and reports each failure', async () => {
    const rows = new Map<string, Row>();
    const refused = new Set<string>();
    const site = await serve((marker, _request, response) => {
      if (!refused.has(marker)) {
        refused.add(marker);
        // created without a response: it may exist
        rows.set(marker, { kind: 'comment', id: `id of ${marker}`, marker });
        response.writeHead(503, { 'retry-after': '1' }).end('busy');
      } else response.writeHead(201).end(`id of ${marker}`);
    });
    const ledger = new Ledger();
    const load = new Load({
      send: ({ method, path, ...parts }) => site.send(method, path, parts),
      ledger,
      operations: [making()],
      perSecond: 200,
    });
    load.start();
    const stretch = await load.during(() => until(() => ledger.acknowledged('comment').length >= 5));
    await load.stop();
    expect(stretch.failures.length).toBeGreaterThanOrEqual(5);
    expect(new Set(stretch.failures.map(({ kind, reason }) => `${kind}: ${reason}`))).toEqual(
      new Set(['refused: 503 busy']),
    );
    expect(stretch.requests).toBeGreaterThanOrEqual(stretch.failures.length + 5);
    const found = tally(ledger.writes, [...rows.values()]).find(({ kind }) => kind === 'comment');
    expect(found).toMatchObject({ lost: [], duplicates: [], there: ledger.acknowledged('comment').length });
  });

  it('reports an unexpected answer as a failure', async () => {
    const site = await serve((_body, _request, response) => response.end('wrong'));
    let checked = 0;
    const read: Operation = {
      name: 'read',
      make: () => ({ method: 'GET', path: '/' }),
      check: () => {
        checked++;
        throw new Error('an acknowledged row is missing');
      },
    };
    const send = (): Promise<never> | ReturnType<HttpClient['send']> => site.send('GET', '/');
    const load = new Load({ send, ledger: new Ledger(), operations: [read], perSecond: 100 });
    load.start();
    const stretch = await load.during(() => until(() => checked > 1));
    await load.stop();
    expect(stretch.failures[0]).toMatchObject({
      operation: 'read',
      kind: 'wrong',
      reason: 'an acknowledged row is missing',
    });
  });

  it('distinguishes server errors, refusals with Retry-After, and missing answers', async () => {
    const statuses = [500, 503, 504];
    const site = await serve((body, _request, response) =>
      response.writeHead(statuses.shift() ?? 200).end(`id of ${body}`),
    );
    const ledger = new Ledger();
    const send = ({ method, path, ...parts }: Call) => site.send(method, path, parts);
    const load = new Load({ send, ledger, operations: [making()], perSecond: 1 });
    const stretch = await load.during(async () => {
      const found = await load.recovery(Date.now(), 60_000);
      expect(found).toEqual([{ operation: 'make', seconds: expect.any(Number) as number }]);
    });
    // a 503 without Retry-After is no polite refusal
    expect(stretch.failures.map(({ kind }) => kind)).toEqual(['wrong', 'wrong', 'unanswered']);
  });
});

describe('a request on a kept connection', () => {
  it('is resent once when the server closed it before answering', async () => {
    let requests = 0;
    const site = await serve((_body, request, response) => {
      if (++requests === 2) request.socket.destroy();
      else response.end('served');
    });
    expect(await site.send('GET', '/')).toMatchObject({ status: 200, resent: false });
    expect(await site.send('GET', '/')).toMatchObject({ status: 200, resent: true });
    expect(requests).toBe(3);
  });

  it('fails when it is the first of its connection', async () => {
    const site = await serve((_body, request) => request.socket.destroy());
    await expect(site.send('GET', '/')).rejects.toMatchObject({ code: 'ECONNRESET' });
  });
});
