import { Router } from 'express';
import { z } from 'zod';
import { list, type Operation } from '@symbio/api';
import type { CallParent } from '@symbio/rpc';
import { setCaller, type Caller } from './request.js';
import { route, serveRoutes } from './serve.js';
import { SharedReads, jointParent } from './shared-reads.js';
import { closeServers, memoryBucket, serveHandlers, limitsOf } from '../testing.js';

const callerNamed = (sub: string): Caller =>
  ({ actor: { sub, via: 'user', scopes: [] }, email: '', token: sub }) as unknown as Caller;
const parentNamed = (requestId: string, more: Partial<CallParent> = {}): CallParent => ({
  token: 't',
  requestId,
  ...more,
});

function held() {
  const parents: CallParent[] = [];
  const ends: { answer: (value: string) => void; fail: (error: Error) => void }[] = [];
  const read = (parent: CallParent): Promise<string> => {
    parents.push(parent);
    return new Promise((answer, fail) => ends.push({ answer, fail }));
  };
  return { parents, ends, read, begun: () => parents.map(({ requestId }) => requestId) };
}

/** Lets pending promise callbacks run. */
const settled = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

describe('SharedReads', () => {
  const anna = callerNamed('anna');

  it('answers requests that arrive during a read with the next read', async () => {
    const { ends, read, begun } = held();
    const reads = new SharedReads();
    const before = reads.get(anna, 'list', parentNamed('a'), read);
    await settled();
    const after = ['b', 'c'].map((id) => reads.get(anna, 'list', parentNamed(id), read));
    await settled();
    expect(begun()).toEqual(['a']);
    ends[0]?.answer('before');
    expect(await before).toBe('before');
    await settled();
    expect(begun()).toEqual(['a', 'b']);
    ends[1]?.answer('after');
    expect(await Promise.all(after)).toEqual(['after', 'after']);
  });

  it('reads separately for sequential requests', async () => {
    const { ends, read, begun } = held();
    const reads = new SharedReads();
    for (const id of ['a', 'b']) {
      const answer = reads.get(anna, 'list', parentNamed(id), read);
      await settled();
      ends.at(-1)?.answer(id);
      expect(await answer).toBe(id);
    }
    expect(begun()).toEqual(['a', 'b']);
  });

  it('shares nothing between callers or responses', async () => {
    const { read, begun } = held();
    const reads = new SharedReads();
    void reads.get(anna, 'list', parentNamed('anna'), read);
    void reads.get(anna, 'other list', parentNamed('other'), read);
    // the same person, resolved again
    void reads.get(callerNamed('anna'), 'list', parentNamed('again'), read);
    await settled();
    expect(begun()).toEqual(['anna', 'other', 'again']);
  });

  it('fails only the requests of a failed read', async () => {
    const { ends, read } = held();
    const reads = new SharedReads();
    const first = reads.get(anna, 'list', parentNamed('a'), read);
    await settled();
    const others = ['b', 'c'].map((id) => reads.get(anna, 'list', parentNamed(id), read));
    ends[0]?.fail(new Error('away'));
    await expect(first).rejects.toThrow('away');
    await settled();
    ends[1]?.answer('there');
    expect(await Promise.all(others)).toEqual(['there', 'there']);
  });
});

describe('the joint parent of several requests', () => {
  it('is aborted when the last of them is, and not before', () => {
    const [a, b] = [new AbortController(), new AbortController()];
    const { signal } = jointParent([parentNamed('a', { signal: a.signal }), parentNamed('b', { signal: b.signal })]);
    a.abort();
    expect(signal?.aborted).toBe(false);
    b.abort();
    expect(signal?.aborted).toBe(true);
  });

  it('counts requests aborted before it began', () => {
    const b = new AbortController();
    const { signal } = jointParent([
      parentNamed('a', { signal: AbortSignal.abort() }),
      parentNamed('b', { signal: b.signal }),
    ]);
    expect(signal?.aborted).toBe(false);
    b.abort();
    expect(signal?.aborted).toBe(true);
  });

  it('has the latest deadline and the first request’s id', () => {
    const [early, late] = [new Date('2026-11-22T10:00:00Z'), new Date('2026-11-22T10:00:05Z')];
    const parents = [parentNamed('a', { deadline: late }), parentNamed('b', { deadline: early })];
    expect(jointParent(parents)).toMatchObject({ requestId: 'a', deadline: late });
    expect(jointParent([...parents, parentNamed('c')]).deadline).toBeUndefined();
  });
});

describe('lists over HTTP', () => {
  afterEach(closeServers);

  const things = {
    id: 'listThings',
    method: 'get',
    path: '/things',
    access: 'read',
    params: z.strictObject({}),
    query: z.strictObject({ page: z.string().optional() }),
    answer: { status: 200, schema: list(z.string()) },
  } as unknown as Operation;

  /** Lists for the caller named by header `x-as`; a read waits for `ends`. */
  async function gateway() {
    const { ends, read, parents } = held();
    const callers = new Map(['anna', 'ben'].map((name) => [name, callerNamed(name)]));
    const router = Router();
    let asked = 0;
    router.use((request, _response, next) => {
      asked++;
      const caller = callers.get(request.get('x-as') ?? '');
      if (caller) setCaller(request, caller);
      next();
    });
    const handled = route(things, async (_input, { parent }) => ({ data: [await read(parent)] }));
    serveRoutes(router, [handled], { checkAnswers: false, limits: limitsOf(), publicUrl: '', answers: memoryBucket() });
    const origin = await serveHandlers(router);
    const ask = (name: string, headers: Record<string, string> = {}): Promise<Response> =>
      fetch(`${origin}/things`, { headers: { 'x-as': name, ...headers } });
    const arrived = async (count: number): Promise<void> => {
      while (asked < count) await settled();
      await settled();
    };
    const begun = async (count: number): Promise<void> => {
      while (parents.length < count) await settled();
    };
    return { ask, ends, parents, arrived, begun };
  }

  async function firstOfAnna() {
    const running = await gateway();
    const first = running.ask('anna', { 'x-request-id': 'r1' });
    await running.begun(1);
    return { ...running, first };
  }

  it('are read once for concurrent requests of a caller, each with its own id', async () => {
    const { ask, ends, parents, arrived, begun, first } = await firstOfAnna();
    const others = ['r2', 'r3'].map((id) => ask('anna', { 'x-request-id': id }));
    const bens = ask('ben');
    await begun(2); // Ben's read is independent
    expect(parents[1]?.token).toBe('ben');
    ends[1]?.answer('of Ben');
    expect(await (await bens).json()).toEqual({ data: ['of Ben'] });
    await arrived(4);
    ends[0]?.answer('old');
    expect(await (await first).json()).toEqual({ data: ['old'] });
    await begun(3);
    ends[2]?.answer('new');
    const answers = await Promise.all(others);
    expect(answers.map(({ headers }) => headers.get('x-request-id'))).toEqual(['r2', 'r3']);
    expect(new Set(answers.map(({ headers }) => headers.get('etag'))).size).toBe(1);
    expect(answers[0]?.headers.get('content-type')).toBe('application/json; charset=utf-8');
    expect(await Promise.all(answers.map((answer) => answer.json()))).toEqual([{ data: ['new'] }, { data: ['new'] }]);
    expect(parents).toHaveLength(3);
  });

  it('answer 304 to clients with the current list', async () => {
    const { ends, first, ask, begun } = await firstOfAnna();
    ends[0]?.answer('same');
    const etag = (await first).headers.get('etag') ?? '';
    const again = ask('anna', { 'if-none-match': etag, 'cache-control': 'max-age=0' });
    await begun(2);
    ends[1]?.answer('same');
    expect((await again).status).toBe(304);
  });
});
