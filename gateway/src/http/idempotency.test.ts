import { once } from 'node:events';
import { jest } from '@jest/globals';
import { json, type RequestHandler } from 'express';
import { AppError, type Actor } from '@symbio/runtime';
import { eventually } from '@symbio/runtime/testing';
import { idempotency, rightsBy, type Rights } from './idempotency.js';
import { mintOf, requestOf, setCaller } from './request.js';
import { closeServers, memoryBucket, sameRights, serveHandlers } from '../testing.js';

afterEach(closeServers);

const KEYS: Readonly<Record<string, Partial<Actor>>> = {
  'of p1': { authorId: 'agent', scopes: ['p1'] },
  'of p2': { authorId: 'agent', scopes: ['p2'] },
  'of another agent': { authorId: 'another agent', scopes: ['p1'] },
};

const authenticated: RequestHandler = (request, _response, next) => {
  const actor = {
    via: 'api_key',
    sub: 'u1',
    role: 'symbio',
    permissions: [],
    ...KEYS[request.get('x-key') ?? ''],
  } as Actor;
  setCaller(request, { actor, email: '', token: '' });
  next();
};

async function gateway() {
  let made = 0;
  const answers = memoryBucket();
  const url = await serveHandlers(authenticated, json(), idempotency(answers, sameRights), (request, response) => {
    if ((request.body as { name: string }).name === '')
      return void response.status(400).json({ error: 'name is required' });
    response.status(201).json({ made: ++made });
  });
  return async (key: string, body: unknown = { name: 'same' }) => {
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'idempotency-key': 'k', 'x-key': key },
      body: JSON.stringify(body),
    });
    return {
      status: response.status,
      body: await response.json(),
      replayed: response.headers.has('idempotent-replayed'),
    };
  };
}

it('compares bodies without their passwords, of which not even a digest is kept', async () => {
  const ask = await gateway();
  expect(await ask('of p1', { name: 'file', password: 'plum' })).toMatchObject({ status: 201, replayed: false });
  expect(await ask('of p1', { name: 'file', password: 'pear' })).toMatchObject({ status: 201, replayed: true });
  expect(await ask('of p1', { name: 'another', password: 'plum' })).toMatchObject({ status: 409 });
});

describe('a repeat by a caller with other rights', () => {
  const before: Rights = { role: 'symbio', permissions: ['canCreateProject'], projects: ['p1 editor', 'p2 admin'] };

  /** Gateway that responds 404 without access to p1, and its creation requests. */
  async function withRights() {
    const state = { rights: before as Rights | Error };
    const made: string[] = [];
    const rightsOf = () =>
      state.rights instanceof Error ? Promise.reject(state.rights) : Promise.resolve({ ...state.rights });
    const url = await serveHandlers(
      authenticated,
      json(),
      idempotency(memoryBucket(), rightsOf),
      (request, response) => {
        const id = mintOf(request)();
        made.push(id);
        const { rights } = state;
        const isIn = rights instanceof Error || rights.projects === 'all' || rights.projects.includes('p1 editor');
        if (!isIn) throw new AppError('NOT_FOUND', 'not_found', 'Project not found');
        response.status(201).json({ id });
      },
    );
    const post = async () => {
      const response = await fetch(url, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'idempotency-key': 'k', 'x-key': 'of p1' },
        body: '{}',
      });
      return { status: response.status, replayed: response.headers.has('idempotent-replayed') };
    };
    return { state, made, post };
  }

  it.each<[string, Partial<Rights>]>([
    ['a role', { role: 'customer' }],
    ['a permission', { permissions: [] }],
    ['a project that the answer is not about', { projects: ['p1 editor'] }],
    ['a role in a project', { projects: ['p1 editor', 'p2 viewer'] }],
  ])('who lost %s is executed again without duplicates', async (_, lost) => {
    const { state, made, post } = await withRights();
    await post();
    state.rights = { ...before, ...lost };
    expect(await post()).toEqual({ status: 201, replayed: false });
    expect(await post()).toEqual({ status: 201, replayed: true });
    expect(made).toEqual([made[0], made[0]]);
  });

  it('is refused like a new request, and gets the first response after the rights are restored', async () => {
    const { state, made, post } = await withRights();
    await post();
    state.rights = { ...before, projects: ['p2 admin'] };
    expect(await post()).toEqual({ status: 404, replayed: false });
    expect(await post()).toEqual({ status: 404, replayed: false });
    state.rights = before;
    expect(await post()).toEqual({ status: 201, replayed: true });
    expect(new Set(made).size).toBe(1);
  });

  it.each<[string, Partial<Rights>]>([
    ['more projects', { projects: [...before.projects, 'p3 viewer'] }],
    ['all projects', { projects: 'all' }],
    ['more permissions', { permissions: ['canCreateProject', 'canManageAgents'] }],
  ])('who only gained %s gets the first response', async (_, gained) => {
    const { state, post } = await withRights();
    await post();
    state.rights = { ...before, ...gained };
    expect(await post()).toEqual({ status: 201, replayed: true });
  });

  it('is executed again if the rights were unknown the first time, and waits while they cannot be read', async () => {
    const { state, made, post } = await withRights();
    state.rights = new AppError('UNAVAILABLE', 'unavailable', 'Projects are not available.');
    expect((await post()).status).toBe(201);
    state.rights = before;
    expect(await post()).toEqual({ status: 201, replayed: false });
    state.rights = new AppError('UNAVAILABLE', 'unavailable', 'Projects are not available.');
    expect((await post()).status).toBe(503);
    expect(made).toHaveLength(2);
  });

  it('compares project roles from the project service', async () => {
    const answers: { all: boolean; roles: Record<string, string>; removedIds: string[] }[] = [
      { all: false, roles: { p1: 'editor' }, removedIds: [] },
      { all: false, roles: { p1: 'viewer' }, removedIds: [] },
      { all: true, roles: {}, removedIds: [] },
    ];
    const rights = rightsBy({ listVisibleProjects: () => Promise.resolve(answers.shift()!) });
    const seen: Rights['projects'][] = [];
    const url = await serveHandlers(authenticated, async (request, response) => {
      seen.push((await rights(request)).projects);
      response.json({});
    });
    for (let calls = 0; calls < 3; calls++) await fetch(url);
    expect(seen).toEqual([[expect.any(String)], [expect.any(String)], 'all']);
    expect(seen[0]).not.toEqual(seen[1]);
  });
});

describe('a repeated Idempotency-Key', () => {
  it('gets the first response, and with another body a conflict', async () => {
    const post = await gateway();
    expect(await post('of p1')).toEqual({ status: 201, body: { made: 1 }, replayed: false });
    expect(await post('of p1')).toEqual({ status: 201, body: { made: 1 }, replayed: true });
    expect(await post('of p1', { name: 'other' })).toMatchObject({
      status: 409,
      body: { code: 'idempotency_key_reused' },
    });
  });

  it('is separate for each API key of a user, since their projects may differ (OP-21)', async () => {
    const post = await gateway();
    const answers = [await post('of p1'), await post('of p2'), await post('of another agent')];
    expect(answers.map(({ body }) => body)).toEqual([{ made: 1 }, { made: 2 }, { made: 3 }]);
  });

  it('matches the same body with its fields in another order', async () => {
    const post = await gateway();
    await post('of p1', { name: 'same', place: { lon: 1, lat: 2 } });
    expect(await post('of p1', { place: { lat: 2, lon: 1 }, name: 'same' })).toMatchObject({
      status: 201,
      replayed: true,
    });
  });

  it('generates the same ids as an interrupted attempt', async () => {
    const answers = memoryBucket();
    const minted: string[][] = [];
    const serves = (...statuses: (number | 'dies')[]) =>
      serveHandlers(authenticated, json(), idempotency(answers, sameRights), (request, response) => {
        const mint = mintOf(request);
        minted.push([mint(), mint()]);
        const status = statuses.shift();
        if (status === 'dies') response.destroy();
        else response.status(status ?? 201).json({ ids: minted.at(-1) });
      });
    const post = (url: string, name = 'same') =>
      fetch(url, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'idempotency-key': 'k', 'x-key': 'of p1' },
        body: JSON.stringify({ name }),
      });
    // a service crashed midway: the outcome is unknown
    const [a, b] = [await serves(503, 'dies'), await serves(201)];
    expect((await post(a)).status).toBe(503);
    await expect(post(a)).rejects.toThrow();
    // another gateway responds once the first attempt has expired
    expect(await (await post(b)).json()).toMatchObject({ code: 'idempotency_in_progress' });
    for (const [key, kept] of answers.values) answers.values.set(key, { ...(kept as object), at: 0 });
    expect(await (await post(b)).json()).toEqual({ ids: minted[0] });
    expect(minted).toEqual([minted[0], minted[0], minted[0]]);
    expect(new Set(minted[0]).size).toBe(2);
  });

  it('generates the same ids as an attempt whose client disconnected', async () => {
    const answers = memoryBucket();
    const minted: string[] = [];
    const leaving = new AbortController();
    const url = await serveHandlers(
      authenticated,
      json(),
      idempotency(answers, sameRights),
      async (request, response) => {
        minted.push(mintOf(request)());
        if (minted.length === 1) {
          const { signal } = requestOf(request);
          const gone = once(signal, 'abort');
          leaving.abort();
          await gone;
          // cancelled calls may still complete in the service
          throw new AppError('CANCELLED', 'cancelled', 'The caller has gone.');
        }
        response.status(201).json({ made: minted.at(-1) });
      },
    );
    const post = (signal?: AbortSignal) =>
      fetch(url, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'idempotency-key': 'k', 'x-key': 'of p1' },
        body: '{}',
        ...(signal && { signal }),
      });
    await expect(post(leaving.signal)).rejects.toThrow('aborted');
    await eventually(() => expect([...answers.values.values()]).toMatchObject([{ open: true }]));
    expect(await (await post()).json()).toEqual({ made: minted[0] });
    expect(minted).toEqual([minted[0], minted[0]]);
  });

  it('waits for a long attempt as long as its gateway lives', async () => {
    jest.useFakeTimers({ doNotFake: ['nextTick', 'setImmediate', 'queueMicrotask'] });
    try {
      const answers = memoryBucket();
      const waiting: (() => void)[] = [];
      const url = await serveHandlers(authenticated, json(), idempotency(answers, sameRights), (_request, response) => {
        waiting.push(() => response.status(201).json({ made: waiting.length }));
      });
      const post = () =>
        fetch(url, {
          method: 'POST',
          headers: { 'content-type': 'application/json', 'idempotency-key': 'k', 'x-key': 'of p1' },
          body: '{}',
        });
      const first = post();
      while (waiting.length === 0) await new Promise(setImmediate);
      await jest.advanceTimersByTimeAsync(60_000);
      const repeat = await post();
      expect(repeat.status).toBe(409);
      expect(repeat.headers.get('retry-after')).toBe('1');
      waiting[0]?.();
      expect(await (await first).json()).toEqual({ made: 1 });
      await jest.advanceTimersByTimeAsync(60_000);
      expect((await post()).headers.get('idempotent-replayed')).toBe('true');
      expect(waiting).toHaveLength(1);
    } finally {
      jest.useRealTimers();
    }
  });

  it('may have another body after a server error, with new ids', async () => {
    const ids: string[] = [];
    const url = await serveHandlers(
      authenticated,
      json(),
      idempotency(memoryBucket(), sameRights),
      (request, response) => {
        ids.push(mintOf(request)());
        response.status(ids.length === 1 ? 503 : 201).json({});
      },
    );
    const headers = { 'content-type': 'application/json', 'idempotency-key': 'k', 'x-key': 'of p1' };
    for (const name of ['first', 'second'])
      await fetch(url, { method: 'POST', headers, body: JSON.stringify({ name }) });
    expect(new Set(ids).size).toBe(2);
  });

  it('may have a corrected body after a client error', async () => {
    const post = await gateway();
    expect(await post('of p1', { name: '' })).toMatchObject({ status: 400 });
    expect(await post('of p1')).toEqual({ status: 201, body: { made: 1 }, replayed: false });
  });
});
