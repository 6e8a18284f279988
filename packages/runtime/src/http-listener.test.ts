import { once } from 'node:events';
import http from 'node:http';
import net, { type AddressInfo } from 'node:net';
import { openHttp } from './http-listener.js';

/** Longer than the test timeout. */
const LONG_MS = 120_000;

async function listener(answer: (response: http.ServerResponse) => void) {
  const server = http.createServer((request, response) => {
    request.resume().on('end', () => answer(response));
  });
  const open = await openHttp({ what: 'test', server, host: '127.0.0.1', port: 0 }, LONG_MS);
  return { ...open, port: (server.address() as AddressInfo).port };
}

function ask(port: number, agent: http.Agent, body = ''): Promise<{ status: number; connection: string }> {
  return new Promise((resolve, reject) => {
    const request = http.request({ port, host: '127.0.0.1', agent, method: 'POST' }, (response) => {
      response
        .resume()
        .on('end', () => resolve({ status: response.statusCode ?? 0, connection: response.headers.connection ?? '' }));
    });
    request.on('error', reject).end(body);
  });
}

describe('an HTTP server on shutdown', () => {
  const agent = new http.Agent({ keepAlive: true });
  afterAll(() => agent.destroy());

  it('asks clients to close connections once it is draining, and continues to serve', async () => {
    const { port, announce, drain } = await listener((response) => response.end());
    expect(await ask(port, agent)).toEqual({ status: 200, connection: 'keep-alive' });
    announce();
    expect(await ask(port, agent)).toEqual({ status: 200, connection: 'close' });
    await drain();
    await expect(ask(port, agent)).rejects.toThrow('ECONNREFUSED');
  });

  it('finishes requests in progress, and ends endless ones', async () => {
    let release: () => void = () => undefined;
    let isDraining = false;
    const begun = new Promise<void>((started) => {
      release = started;
    });
    const waiting: http.ServerResponse[] = [];
    const server = http.createServer((_request, response) => {
      waiting.push(response);
      release();
    });
    const open = await openHttp(
      { what: 'test', server, host: '127.0.0.1', port: 0, onDrain: () => (isDraining = true) },
      LONG_MS,
    );
    const answer = ask((server.address() as AddressInfo).port, agent, 'x'.repeat(1_000));
    await begun;
    const drained = open.drain();
    expect(isDraining).toBe(true);
    waiting[0]?.end();
    await expect(answer).resolves.toEqual({ status: 200, connection: 'close' });
    await drained;
  });

  it('aborts requests that exceed the limit', async () => {
    const server = http.createServer(() => undefined);
    const open = await openHttp({ what: 'test', server, host: '127.0.0.1', port: 0 }, 20);
    const answer = ask((server.address() as AddressInfo).port, agent);
    const failed = expect(answer).rejects.toThrow();
    await new Promise((resolve) => server.once('request', resolve));
    await open.drain();
    await failed;
  });

  it('does not wait for unused connections', async () => {
    const { port, drain } = await listener((response) => response.end());
    const socket = net.connect(port, '127.0.0.1');
    await once(socket, 'connect');
    const closed = once(socket, 'close');
    await drain();
    await closed;
  });

  it('does not wait for the next request on a connection whose answer had already begun', async () => {
    const waiting: http.ServerResponse[] = [];
    const server = http.createServer((_request, response) => {
      response.write('the beginning');
      waiting.push(response);
    });
    // disables the idle timeout
    server.keepAliveTimeout = 0;
    const open = await openHttp({ what: 'test', server, host: '127.0.0.1', port: 0 }, LONG_MS);
    const answer = ask((server.address() as AddressInfo).port, agent);
    await once(server, 'request');
    const drained = open.drain();
    waiting[0]?.end();
    await expect(answer).resolves.toEqual({ status: 200, connection: 'keep-alive' });
    await drained;
  });

  it('is replaced under load without a failed request', async () => {
    const slowly = (response: http.ServerResponse): void => void setTimeout(() => response.end(), Math.random() * 5);
    // targets of the load balancer: removed when they announce shutdown
    const listeners = new Set([await listener(slowly), await listener(slowly)]);
    let isOver = false;
    let answered = 0;
    const caller = async (): Promise<void> => {
      for (let turn = 0; !isOver; turn++) {
        const open = [...listeners];
        const { status } = await ask(open[turn % open.length]?.port ?? 0, agent, 'body');
        expect(status).toBe(200);
        answered++;
      }
    };
    const callers = Array.from({ length: 8 }, caller);
    const worked = Promise.all(callers);
    for (const old of [...listeners]) {
      listeners.add(await listener(slowly));
      old.announce();
      listeners.delete(old);
      const before = answered;
      while (answered < before + 50) await new Promise((resolve) => setTimeout(resolve, 5));
      await old.drain();
    }
    isOver = true;
    await worked;
    await Promise.all([...listeners].map((open) => open.drain()));
  });
});
