import { once } from 'node:events';
import { request, type ClientRequest, type IncomingMessage } from 'node:http';
import { jest } from '@jest/globals';
import { createMetrics } from '@symbio/runtime';
import { json, type RequestHandler } from 'express';
import { setCaller, type Caller } from '../request.js';
import { closeServers, serveHandlers } from '../../testing.js';
import { admission, beforeAdmission } from './admission.js';

const REAL = [
  'nextTick',
  'setImmediate',
  'clearImmediate',
  'setInterval',
  'clearInterval',
  'queueMicrotask',
  'performance',
  'Date',
  'hrtime',
] as const;

// fake timers: a stalled test process must not trigger the timeouts
beforeEach(() => void jest.useFakeTimers({ doNotFake: [...REAL] }));
afterEach(() => void jest.useRealTimers());
afterEach(closeServers);

async function gateway() {
  const waiting: (() => void)[] = [];
  const metrics = createMetrics('test');
  let authenticated = (): void => undefined;
  const authenticate: RequestHandler = (request, response, next) => {
    const person = request.get('x-person') ?? '';
    setCaller(request, { actor: { sub: person } } as unknown as Caller);
    if (!person.endsWith('who leaves')) return next();
    // the server does not see the disconnect earlier
    response.once('close', () =>
      setImmediate(() => {
        next();
        authenticated();
      }),
    );
    leaving.abort();
  };
  let leaving = new AbortController();
  /** Resolves once a request is aborted and then authenticated. */
  const leave = async (person: string): Promise<void> => {
    leaving = new AbortController();
    const known = new Promise<void>((resolve) => (authenticated = resolve));
    const headers = { 'x-person': `${person} who leaves` };
    await expect(fetch(url, { headers, signal: leaving.signal })).rejects.toThrow('aborted');
    await known;
  };
  const url = await serveHandlers(
    authenticate,
    admission(1, metrics),
    (request, response) =>
      void (request.path === '/events' ? response.json({}) : waiting.push(() => response.json({}))),
  );
  const get = (person: string, path = '/') => fetch(`${url}${path}`, { headers: { 'x-person': person } });
  const inside = async (count: number): Promise<void> => {
    while (waiting.length < count) await new Promise((resolve) => setImmediate(resolve));
  };
  return { get, leave, inside, waiting, metrics };
}

describe('admission', () => {
  it('rejects requests that have to wait too long: 503 with Retry-After', async () => {
    const { get, inside, waiting, metrics } = await gateway();
    const first = get('a');
    await inside(1);
    const second = get('b');
    // one timer for the held slot, one for the waiting request
    while (jest.getTimerCount() < 2) await new Promise((resolve) => setImmediate(resolve));
    jest.advanceTimersByTime(1_000);
    const late = await second;
    expect([late.status, late.headers.get('retry-after')]).toEqual([503, '5']);
    expect(await late.json()).toMatchObject({
      code: 'busy',
      error: 'Symbio is overloaded right now. Nothing was changed: please try again in a few seconds.',
    });
    expect((await metrics.admissionRefused.get()).values).toMatchObject([{ labels: { why: 'busy' }, value: 1 }]);
    waiting[0]?.();
    expect((await first).status).toBe(200);
  });

  it('admits waiting requests when a slot becomes free', async () => {
    const { get, inside, waiting } = await gateway();
    const first = get('a');
    await inside(1);
    const second = get('b');
    waiting[0]?.();
    await inside(2);
    waiting[1]?.();
    expect([(await first).status, (await second).status]).toEqual([200, 200]);
  });

  it('releases the slot of a client that disconnected during authentication', async () => {
    const { get, leave, inside, waiting } = await gateway();
    for (const person of ['a', 'b']) await leave(person);
    const next = get('c');
    await Promise.race([inside(1), next]);
    waiting[0]?.();
    expect((await next).status).toBe(200);
    expect(waiting).toHaveLength(1);
  });

  it('does not queue a client that disconnected during authentication', async () => {
    const { get, leave, inside, waiting } = await gateway();
    const first = get('a');
    await inside(1);
    await leave('b');
    const second = get('c');
    waiting[0]?.();
    await Promise.race([inside(2), second]);
    waiting[1]?.();
    expect([(await first).status, (await second).status]).toEqual([200, 200]);
    expect(waiting).toHaveLength(2);
  });

  it('does not count live streams', async () => {
    const { get, inside, waiting } = await gateway();
    const first = get('a');
    await inside(1);
    expect((await get('b', '/events')).status).toBe(200);
    waiting[0]?.();
    await first;
  });
});

describe('slow bodies', () => {
  async function open() {
    const authenticate: RequestHandler = (request, _response, next) => {
      setCaller(request, { actor: { sub: request.get('x-person') } } as unknown as Caller);
      next();
    };
    const url = new URL(
      await serveHandlers(
        authenticate,
        beforeAdmission(json()),
        admission(1, createMetrics('test')),
        (request, response) => response.json(request.body ?? {}),
      ),
    );
    const begun: ClientRequest[] = [];
    /** Starts sending a body; the request proceeds once it is ended. */
    const begin = (person: string): ClientRequest => {
      const headers = { 'content-type': 'application/json', 'content-length': 7, 'x-person': person };
      const sent = request(url, { method: 'POST', headers }).on('error', () => undefined);
      sent.write('{"a":');
      begun.push(sent);
      return sent;
    };
    const answered = async (sent: ClientRequest): Promise<IncomingMessage> =>
      ((await once(sent, 'response')) as [IncomingMessage])[0];
    const get = (person: string) => fetch(url, { headers: { 'x-person': person } });
    const end = (): void => begun.forEach((sent) => sent.destroy());
    return { begin, answered, get, end };
  }

  it('take no slot, and are processed once they have arrived', async () => {
    const { begin, answered, get, end } = await open();
    const slow = Array.from({ length: 50 }, () => begin('a'));
    await Promise.all(slow.map((sent) => once(sent, 'socket')));
    expect((await get('b')).status).toBe(200);
    slow[0]?.end('1}');
    expect((await answered(slow[0]!)).statusCode).toBe(200);
    end();
  });

  it('are at most a hundred per caller; those of others are accepted', async () => {
    const { begin, answered, get, end } = await open();
    const refused = await Promise.race(Array.from({ length: 101 }, () => answered(begin('a'))));
    expect([refused.statusCode, refused.headers['retry-after']]).toEqual([429, '1']);
    const other = begin('b');
    other.end('1}');
    expect((await answered(other)).statusCode).toBe(200);
    expect((await get('b')).status).toBe(200);
    end();
  });
});
