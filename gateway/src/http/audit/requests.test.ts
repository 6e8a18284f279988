import { EventEmitter, once } from 'node:events';
import { operation, type Operation } from '@symbio/api';
import type { RequestHandler } from 'express';
import { z } from 'zod';
import { AppError, isId, unauthenticated } from '@symbio/runtime';
import { ORIGINAL_HEADER } from '@symbio/proto/files';
import { eventually } from '@symbio/runtime/testing';
import { proxy } from '../../files/proxies.js';
import { requestOf, setCaller, type Caller } from '../request.js';
import { methods, strictRouter } from '../routing.js';
import { contextOf } from '../serve.js';
import { closeServers, serve, serveHandlers, silent } from '../../testing.js';
import { auditRuleOf, type AuditRule } from './audit-subject.js';
import type { AuditRecorder, PendingEntry } from './recorder.js';
import { auditRequests } from './requests.js';

afterEach(closeServers);

const PROJECT = '01890000-0000-7000-8000-00000000000a';
const PAGE = '01890000-0000-7000-8000-00000000000b';
const PERSON = { actor: { via: 'user', sub: 'u1', authorId: 'a1' } } as unknown as Caller;
const KEY = { ...PERSON, key: { id: 'k1', access: 'write' } } as Caller;

type Records = NonNullable<Operation['audit']>['records'];

/** @param ids query parameters */
const rule = (
  method: Operation['method'],
  subject: string,
  records?: Records,
  ids: readonly string[] = [],
): AuditRule =>
  auditRuleOf(
    operation({
      ...{ id: 'test', method, path: '/tests/{id}', tag: '', summary: '', description: '', access: 'write' },
      audit: { subject, ...(records ? { records } : {}) },
      params: z.strictObject({ id: z.string() }),
      query: z.strictObject(Object.fromEntries(ids.map((name) => [name, z.string()]))),
      answer: { description: '', schema: z.unknown() },
    }),
  );

async function gateway(caller: Caller | 'nobody' = PERSON, flush?: () => Promise<void>) {
  let now = 0;
  const seen: PendingEntry[] = [];
  const log: string[] = [];
  const recorder: AuditRecorder = {
    add: (one) => {
      seen.push(one);
      log.push('added');
    },
    flush: flush ?? (() => Promise.resolve(void log.push('in the stream'))),
  };
  const routes = strictRouter();
  methods(routes, '/public/projects', rule('get', 'project', 'named', ['id']), {
    get: [(_request, response) => void response.json({ data: [] })],
  });
  methods(routes, '/public/annotations', rule('get', 'annotation', undefined, ['page_id', 'project_id']), {
    get: [(_request, response) => void response.json({ data: [] })],
  });
  methods(routes, '/public/documents/:id', rule('get', 'document'), {
    get: [
      () => {
        throw new AppError('NOT_FOUND', 'not_found', 'Not found');
      },
    ],
  });
  methods(routes, '/public/features', rule('delete', 'feature', undefined, ['id']), {
    delete: [
      () => {
        throw new AppError('PERMISSION_DENIED', 'not_authorized', 'You may not do this.');
      },
    ],
  });
  methods(
    routes,
    '/documents/:id/download-url',
    rule('get', 'document', { action: 'exported', operation: 'download' }),
    {
      get: [(_request, response) => void response.json({ url: 'x' })],
    },
  );
  methods(routes, '/report-versions/:id', rule('get', 'version', { action: 'exported', operation: 'version.file' }), {
    get: [
      (request, response) => {
        contextOf(request, { publicUrl: '' }).auditVersion(2);
        response.json({ data: { url: 'x' } });
      },
    ],
  });
  const moments = new EventEmitter();
  methods(routes, '/projects/:id/export', rule('get', 'project', { action: 'exported', operation: 'export' }), {
    get: [
      (_request, response) => {
        moments.emit('asked');
        response.on('close', () => moments.emit('left'));
      },
    ],
  });
  methods(
    routes,
    '/audit/export',
    rule('get', 'audit', { action: 'exported', operation: 'export of the audit trail' }),
    {
      get: [
        (_request, response) => {
          // exceeds the number of other reads in this test
          const more = (): void => {
            while (!response.closed && response.write('entry\n'.repeat(10_000)));
          };
          response.on('drain', more);
          more();
        },
      ],
    },
  );
  methods(routes, '/me', rule('get', 'user', 'nothing'), {
    get: [
      () => {
        throw unauthenticated();
      },
    ],
  });
  methods(routes, '/api-keys', rule('post', 'key', { action: 'administered', operation: 'key.created' }), {
    post: [(_request, response) => void response.status(201).json({ data: { id: PAGE, key: 'sk_x' } })],
  });
  methods(routes, '/auth/sign-in', rule('post', 'user', { action: 'signed_in', operation: 'sign in' }), {
    post: [
      (request, response) => {
        if (request.get('x-wrong')) throw unauthenticated();
        requestOf(request).userId = 'u7';
        response.json({ access_token: 'secret' });
      },
    ],
  });
  const authenticate: RequestHandler = (request, _response, next) => {
    if (caller !== 'nobody' && !request.originalUrl.startsWith('/api/auth')) setCaller(request, caller);
    next();
  };
  const { requests } = auditRequests(recorder, () => now);
  const url = await serveHandlers(requests, authenticate, strictRouter().use('/api', routes));
  const call = async (method: string, path: string, headers: Record<string, string> = {}) => {
    const response = await fetch(`${url}/api${path}`, {
      method,
      headers: { 'x-request-id': 'r1', 'x-forwarded-for': '192.0.2.7', ...headers },
    });
    await response.text();
    log.push('answered');
    return response.status;
  };
  return { url, call, seen, log, moments, advance: (ms: number) => (now += ms) };
}

describe('reads', () => {
  it('make one entry per person and object while they continue, and at least one per hour', async () => {
    const { call, seen, advance } = await gateway();
    const look = () => call('GET', `/public/annotations?project_id=${PROJECT}&page_id=${PAGE}`);
    for (let minute = 0; minute < 59; minute += 5) {
      await look();
      advance(5 * 60_000);
    }
    expect(seen).toMatchObject([
      {
        ...{ action: 'opened', object: 'page', objectId: PAGE, projectId: PROJECT, userId: 'u1', authorId: 'a1' },
        ...{ apiKeyId: '', address: '192.0.2.7', clientRequestId: 'r1', status: 200 },
      },
    ]);
    await look();
    expect(seen).toHaveLength(2);
    await call('GET', `/public/projects?id=${PROJECT}`);
    expect(seen[2]).toMatchObject({ object: 'project', objectId: PROJECT });
  });

  it('make another entry for another key, and none without a response', async () => {
    const { call, seen } = await gateway(KEY);
    await call('GET', `/public/projects?id=${PROJECT}`);
    await call('GET', `/public/documents/${PAGE}`);
    await call('GET', '/public/projects');
    expect(seen).toMatchObject([{ apiKeyId: 'k1', object: 'project' }]);
  });
});

it.each(['finished', 'broken off'])('an export makes one entry with its address, when it is %s', async (how) => {
  const { url, seen } = await gateway();
  const path = how === 'finished' ? `/documents/${PAGE}/download-url` : '/audit/export?format=csv';
  const leave = new AbortController();
  const headers = { 'x-forwarded-for': '192.0.2.7' };
  const response = await fetch(`${url}/api${path}`, { headers, signal: leave.signal });
  if (how === 'finished') await response.text();
  else leave.abort();
  await eventually(() => expect(seen).toHaveLength(1));
  expect(seen).toMatchObject([
    { action: 'exported', object: how === 'finished' ? 'document' : 'audit', address: '192.0.2.7', userId: 'u1' },
  ]);
});

it('the download of a report has the number of its version', async () => {
  const { call, seen } = await gateway();
  await call('GET', `/report-versions/${PAGE}`);
  expect(seen).toMatchObject([{ operation: 'version.file', objectId: PAGE, versionNumber: 2 }]);
});

it('a request that is aborted before the response has read nothing', async () => {
  const { url, seen, moments } = await gateway();
  const [asked, left] = [once(moments, 'asked'), once(moments, 'left')];
  const leave = new AbortController();
  const answer = fetch(`${url}/api/projects/${PROJECT}/export?what=features&format=csv`, { signal: leave.signal });
  answer.catch(() => undefined);
  await asked;
  leave.abort();
  await expect(answer).rejects.toThrow('aborted');
  await left;
  expect(seen).toEqual([]);
});

it('a change without an event is published before its response, without the response’s content', async () => {
  const { call, seen, log } = await gateway();
  expect(await call('POST', '/api-keys')).toBe(201);
  expect(log).toEqual(['added', 'in the stream', 'answered']);
  expect(seen).toMatchObject([{ action: 'administered', object: 'key', objectId: PAGE, operation: 'key.created' }]);
  expect(JSON.stringify(seen)).not.toContain('sk_x');
});

it('a response does not wait for an unavailable stream', async () => {
  const { call, log } = await gateway(PERSON, () => new Promise(() => undefined));
  expect(await call('POST', '/api-keys')).toBe(201);
  expect(log).toEqual(['added', 'answered']);
});

it('a sign-in is recorded with the account', async () => {
  const { call, seen } = await gateway();
  await call('POST', '/auth/sign-in');
  expect(seen).toMatchObject([{ action: 'signed_in', userId: 'u7', objectId: 'u7', object: 'user' }]);
});

it('a client cannot reuse another request’s id: the gateway’s own id is recorded, too', async () => {
  const { call, seen } = await gateway();
  await call('GET', `/public/projects?id=${PROJECT}`);
  await call('GET', `/public/annotations?page_id=${PAGE}`);
  expect(seen.map(({ clientRequestId }) => clientRequestId)).toEqual(['r1', 'r1']);
  expect(new Set(seen.map(({ requestId }) => requestId)).size).toBe(2);
  await call('GET', `/documents/${PAGE}/download-url`, { 'x-request-id': 'not an id' });
  expect(seen[2]?.clientRequestId).toBe('');
  expect(isId(seen[2]?.requestId ?? '')).toBe(true);
});

describe('an original behind /files', () => {
  async function fileGateway() {
    const fileServer = await serve((request, response) => {
      const said = new URL(request.url ?? '', 'http://any').searchParams.get('said');
      if (said) response.setHeader(ORIGINAL_HEADER, said);
      response.end('bytes');
    });
    let now = 1_000;
    const seen: PendingEntry[] = [];
    const { files } = auditRequests({ add: (one) => void seen.push(one), flush: () => Promise.resolve() }, () => now);
    const url = await serveHandlers(
      files,
      proxy({ targets: [fileServer], stripPrefix: '', unavailableMessage: 'Away.', log: silent }),
    );
    const take = async (said: string) => {
      const response = await fetch(`${url}/files/b/key?said=${said}`, { headers: { 'x-forwarded-for': '192.0.2.7' } });
      await response.text();
      return response.headers.get(ORIGINAL_HEADER);
    };
    return { take, seen, advance: (ms: number) => (now += ms) };
  }

  it('is one export by the person its address was issued for, and the header stays internal', async () => {
    const { take, seen, advance } = await fileGateway();
    for (let part = 0; part < 3; part++) expect(await take(`${PROJECT} ${PAGE} u1 k1`)).toBeNull();
    await take(`${PROJECT} ${PAGE} u2 `);
    await take('');
    advance(11 * 60_000);
    await take(`${PROJECT} ${PAGE} u1 k1`);
    const original = {
      action: 'exported',
      object: 'document',
      objectId: PAGE,
      projectId: PROJECT,
      operation: 'original',
    };
    await eventually(() => expect(seen).toHaveLength(3));
    expect(seen).toMatchObject([
      { ...original, userId: 'u1', apiKeyId: 'k1', address: '192.0.2.7', status: 200 },
      { ...original, userId: 'u2', apiKeyId: '' },
      { ...original, userId: 'u1' },
    ]);
  });
});

describe('refusals', () => {
  it('are recorded with the caller, once for repeats', async () => {
    const { call, seen } = await gateway();
    await call('DELETE', `/public/features?id=${PAGE}`);
    await call('DELETE', `/public/features?id=${PAGE}`);
    expect(seen).toMatchObject([{ action: 'refused', object: 'feature', status: 403, userId: 'u1' }]);
  });

  it('include each wrong password and each invalid key, but not expired sessions', async () => {
    const { call, seen } = await gateway('nobody');
    for (let tries = 0; tries < 2; tries++) await call('POST', '/auth/sign-in', { 'x-wrong': '1' });
    await call('GET', '/me');
    await call('GET', '/me', { authorization: 'Bearer ey.over' });
    await call('GET', '/me', { authorization: 'Bearer sk_0123456789' });
    expect(seen.map(({ operation, userId }) => [operation, userId])).toEqual([
      ['POST auth/sign-in', ''],
      ['POST auth/sign-in', ''],
      ['GET me', ''],
    ]);
  });
});
