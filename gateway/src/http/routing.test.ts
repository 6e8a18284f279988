import { once } from 'node:events';
import { Agent, createServer, request as httpRequest, type IncomingMessage, type Server } from 'node:http';
import { connect, type AddressInfo, type Socket } from 'node:net';
import { jest } from '@jest/globals';
import express, { json } from 'express';
import { eventually } from '@symbio/runtime/testing';
import { errorHandler } from './errors.js';
import { trackRequests } from './request.js';
import { limitPipelining, jsonTimeout, requireOneHost, shallowOnly } from './routing.js';
import { silent } from '../testing.js';

describe('the host of a request', () => {
  it.each([
    ['GET / HTTP/1.1\r\nHost: a.test', 200],
    ['GET http://a.test/x HTTP/1.1\r\nHost: a.test', 200],
    ['GET / HTTP/1.1\r\nHost: a.test\r\nHost: b.test', 400],
    ['GET / HTTP/1.1\r\nHost: a.test\r\nhost: a.test', 400],
    ['GET http://b.test/x HTTP/1.1\r\nHost: a.test', 400],
  ])('is unique: %j is answered %i', async (head, status) => {
    const app = express();
    app.use(trackRequests, requireOneHost, (_request, response) => void response.json({}));
    app.use(errorHandler(silent));
    const server = createServer(app).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
    socket.write(`${head}\r\nConnection: close\r\n\r\n`);
    const [first] = (await once(socket, 'data')) as [Buffer];
    expect(first.toString()).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
    socket.destroy();
    server.close();
  });
});

describe('a body', () => {
  let server: Server;
  beforeAll(async () => {
    const app = express();
    app.use(trackRequests);
    app.use(['/slow', '/refused'], jsonTimeout(50));
    app.post('/refused', (_request, response) => void response.status(401).json({}));
    app.use(json({ limit: '1mb' }), shallowOnly, (request, response) => void response.json(request.body));
    app.use(errorHandler(silent));
    server = createServer(app).listen(0, '127.0.0.1');
    await once(server, 'listening');
  });
  afterAll(() => void server.close());

  const post = (length: number, path = '/') => {
    const { port } = server.address() as AddressInfo;
    const headers = { 'content-type': 'application/json', 'content-length': length };
    return httpRequest({ port, host: '127.0.0.1', path, method: 'POST', headers });
  };
  const answerOf = async (sent: ReturnType<typeof post>): Promise<[number | undefined, string]> => {
    const [response] = (await once(sent, 'response')) as [IncomingMessage];
    let text = '';
    for await (const part of response) text += String(part);
    return [response.statusCode, text];
  };

  it('that does not arrive ends the request with an error, and its connection', async () => {
    const sent = post(100, '/slow');
    sent.on('error', () => undefined);
    sent.write('{"a":');
    const [status, text] = await answerOf(sent);
    expect(status).toBe(408);
    expect(text).toContain('The body took too long to arrive.');
    expect(text).toContain('"code":"slow_body"');
  });

  it('that does not arrive does not keep the connection of a rejected request', async () => {
    const sent = post(100, '/refused');
    sent.on('error', () => undefined);
    const [socket] = (await once(sent, 'socket')) as [Socket];
    const closed = once(socket, 'close');
    sent.write('{"a":');
    expect(await answerOf(sent)).toEqual([401, '{}']);
    await closed;
  });

  it('adds no listener for each request to a connection that is kept alive', async () => {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    const sockets: Socket[] = [];
    const keep = (socket: Socket): void => void sockets.push(socket);
    server.on('connection', keep);
    const { port } = server.address() as AddressInfo;
    const headers = { 'content-type': 'application/json', 'content-length': 2 };
    const counts: number[] = [];
    for (let sent = 0; sent < 3; sent++) {
      const one = httpRequest({ agent, port, host: '127.0.0.1', path: '/slow', method: 'POST', headers });
      one.end('{}');
      expect(await answerOf(one)).toEqual([200, '{}']);
      counts.push(sockets[0]!.listenerCount('close'));
    }
    agent.destroy();
    server.off('connection', keep);
    expect(sockets).toHaveLength(1);
    expect(counts[2]).toBe(counts[0]);
  });

  it('that arrives is read', async () => {
    const sent = post(7);
    sent.end('{"a":1}');
    expect(await answerOf(sent)).toEqual([200, '{"a":1}']);
  });

  it('with hundreds of thousands of levels is rejected with an error', async () => {
    for (const deep of [
      '['.repeat(450_000) + ']'.repeat(450_000),
      '{"a":'.repeat(150_000) + '1' + '}'.repeat(150_000),
    ]) {
      const sent = post(deep.length);
      sent.end(deep);
      const [status, text] = await answerOf(sent);
      expect([status, text]).toEqual([400, expect.stringContaining('"code":"too_deep"')]);
    }
  });

  it('of a client that disconnects is not a server error', async () => {
    const [refused, fault] = [jest.spyOn(silent, 'debug'), jest.spyOn(silent, 'error')];
    const sent = post(100);
    sent.on('error', () => undefined);
    const arrived = once(server, 'request');
    sent.write('{"a":');
    await arrived;
    sent.destroy();
    await eventually(() =>
      expect(refused).toHaveBeenCalledWith(expect.objectContaining({ code: 'cancelled' }), expect.anything()),
    );
    expect(fault).not.toHaveBeenCalled();
  });
});

it('closes a connection with many unread pipelined responses', async () => {
  let made = 0;
  const app = express().use(limitPipelining, (_request, response) => {
    made++;
    response.send(Buffer.alloc(1_000_000));
  });
  const server = createServer(app).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const socket = connect(port, '127.0.0.1').on('error', () => undefined);
  socket.write('GET / HTTP/1.1\r\nHost: a\r\n\r\n'.repeat(50));
  await once(socket.resume(), 'close');
  expect(made).toBe(8);

  // sequential requests are unlimited
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  for (let count = 0; count < 20; count++) {
    const [response] = (await once(httpRequest({ port, agent }).end(), 'response')) as [IncomingMessage];
    await once(response.resume(), 'end');
  }
  expect(made).toBe(28);
  agent.destroy();
  server.close();
});
