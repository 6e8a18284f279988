import { json, type RequestHandler } from 'express';
import { RefusedMessage, type EventEnvelope } from '@symbio/events';
import { notFound } from '@symbio/runtime';
import { TestClock } from '@symbio/runtime/testing';
import { apiKeyEvents } from '@symbio/proto/identity';
import { requestOf, setCaller, type Caller } from '../request.js';
import { about } from '../audit/audit-subject.js';
import { methods, strictRouter } from '../routing.js';
import { closeServers, serveHandlers, silent } from '../../testing.js';
import { keyAudit } from './key-audit.js';

afterEach(closeServers);

const FEATURE = '01890000-0000-7000-8000-00000000000a';
const KEY = {
  actor: { via: 'api_key', sub: 'u1', authorId: 'a1' },
  key: { id: 'k1', access: 'write' },
} as unknown as Caller;
const PERSON = { actor: { via: 'user', sub: 'u1', authorId: 'a1' } } as unknown as Caller;

const routes = strictRouter();
methods(routes, '/mentions', about('mention'), {
  post: [
    (request, response) => {
      requestOf(request).operation = 'createMention';
      response.status(201).json({ data: { id: 'm1', run_id: 'r1' } });
    },
  ],
  get: [(_request, response) => void response.json({ data: [] })],
});
methods(routes, '/issues', about('issue'), {
  put: [(_request, response) => void response.json({ issue: { id: 'i1' } })],
});
methods(routes, '/features/:id', about('feature'), {
  delete: [
    () => {
      throw notFound('Feature');
    },
  ],
});
methods(routes, '/annotations', about('annotation'), {
  post: [(_request, response) => void response.json({ data: { id: 'x' }, dry_run: true })],
});

async function gateway(caller = KEY) {
  const clock = new TestClock();
  const published: EventEnvelope[] = [];
  const broker = {
    away: undefined as Error | undefined,
    publish: (_subject: string, body: unknown) => {
      if (broker.away) return Promise.reject(broker.away);
      published.push(body as EventEnvelope);
      return Promise.resolve();
    },
  };
  const audit = keyAudit({ broker, log: silent, clock });
  const authenticate: RequestHandler = (request, _response, next) => {
    setCaller(request, caller);
    next();
  };
  const url = await serveHandlers(authenticate, audit.requests, json(), strictRouter().use('/api/public', routes));
  const call = async (method: string, path: string, body?: object) => {
    const response = await fetch(`${url}/api/public${path}`, {
      method,
      headers: { 'content-type': 'application/json', 'x-request-id': 'request-1', 'x-forwarded-for': '192.0.2.7' },
      body: body && JSON.stringify(body),
    });
    return { status: response.status, body: (await response.json()) as Record<string, unknown> };
  };
  const writes = () => published.map(({ data }) => apiKeyEvents.used.fromJSON(data).write);
  return { call, published, writes, broker, clock };
}

describe('writes by keys', () => {
  it('are published before the response: who, when, what, from where', async () => {
    const { call, published, writes, clock } = await gateway();
    expect(await call('POST', '/mentions', {})).toEqual({ status: 201, body: { data: { id: 'm1', run_id: 'r1' } } });
    expect(published).toMatchObject([
      { subject: 'symbio.evt.identity.v1.key.used.none', entityId: 'k1', actor: { sub: 'u1', via: 'api_key' } },
    ]);
    expect(writes()).toEqual([
      {
        id: published[0]?.id,
        apiKeyId: 'k1',
        at: clock.now(),
        method: 'POST',
        operation: 'createMention',
        resourceId: 'm1',
        status: 201,
        requestId: 'request-1',
        address: '192.0.2.7',
        runId: 'r1',
        userId: 'u1',
        authorId: 'a1',
      },
    ]);
  });

  it('are recorded when refused, too, and by path if they match no operation', async () => {
    const { call, writes } = await gateway();
    await call('DELETE', `/features/${FEATURE}`);
    await call('PUT', '/issues?id=SYM-1');
    expect(writes()).toMatchObject([
      { method: 'DELETE', operation: '/api/public/features/:id', resourceId: FEATURE, status: 404 },
      { method: 'PUT', operation: '/api/public/issues', resourceId: 'SYM-1', status: 200 },
    ]);
  });

  it('do not include reads, dry runs and writes by people', async () => {
    const { call, writes } = await gateway();
    await call('GET', '/mentions');
    await call('POST', '/annotations', {});
    expect(writes()).toEqual([]);
    const people = await gateway(PERSON);
    await people.call('POST', '/mentions', {});
    expect(people.writes()).toEqual([]);
  });

  it('are rejected while they cannot be recorded; earlier records are published first', async () => {
    const { call, writes, broker } = await gateway();
    broker.away = new Error('no connection');
    expect((await call('POST', '/mentions', {})).status).toBe(201);
    expect(await call('DELETE', '/features/f1')).toMatchObject({ status: 503, body: { code: 'audit_unavailable' } });
    expect((await call('GET', '/mentions')).status).toBe(200);
    broker.away = undefined;
    expect((await call('DELETE', '/features/f1')).status).toBe(404);
    expect(writes()).toMatchObject([{ operation: 'createMention' }, { method: 'DELETE' }]);
  });

  it('are not blocked by a record that the stream rejects permanently', async () => {
    const { call, broker } = await gateway();
    broker.away = new RefusedMessage('too large', false, undefined);
    expect((await call('POST', '/mentions', {})).status).toBe(201);
    expect((await call('POST', '/mentions', {})).status).toBe(201);
  });
});
