import type { RequestHandler } from 'express';
import { TestClock } from '@symbio/runtime/testing';
import { setCaller, type Caller } from '../request.js';
import { closeServers, fakeBroker, serveHandlers, silent, type FakeBroker } from '../../testing.js';
import { KEY_HITS_SUBJECT, KeyHits, PERSON_HITS_SUBJECT, callerLimits, type CallerLimits } from './key-limits.js';

let clock: TestClock;
let fake: FakeBroker;
const open: CallerLimits[] = [];
beforeEach(() => {
  clock = new TestClock();
  fake = fakeBroker();
});
afterEach(async () => {
  closeServers();
  await Promise.all(open.splice(0).map((limits) => limits.close()));
});

const key = (id: string) => ({ key: { id, access: 'write' } }) as Caller;
const person = (sub: string) => ({ actor: { sub } }) as Caller;

async function gateway({ perKey = 1_000, perPerson = 0 }) {
  const limits = callerLimits({ broker: fake.broker, log: silent, perKey, perPerson, clock });
  open.push(limits);
  const authenticate: RequestHandler = (request, _response, next) => {
    const id = request.get('x-key');
    setCaller(request, id === undefined ? person(request.get('x-person') ?? 'nora') : key(id));
    next();
  };
  const url = await serveHandlers(authenticate, limits.limit, (_request, response) => void response.json({}));
  return (headers: { 'x-key'?: string; 'x-person'?: string }) => fetch(url, { headers });
}

describe('the limit of a key', () => {
  it('is in every response (draft 8), and rejects further requests', async () => {
    const get = await gateway({ perKey: 2 });
    const first = await get({ 'x-key': 'k1' });
    expect(first.status).toBe(200);
    expect(first.headers.get('ratelimit-policy')).toMatch(/^"key"; q=2; w=60; pk=:[\w+/=]+:$/);
    expect(first.headers.get('ratelimit')).toMatch(/^"key"; r=1; t=\d+$/);
    await get({ 'x-key': 'k1' });
    const third = await get({ 'x-key': 'k1' });
    expect(third.status).toBe(429);
    expect(third.headers.get('ratelimit')).toMatch(/^"key"; r=0; t=\d+$/);
    expect(third.headers.get('retry-after')).toMatch(/^\d+$/);
    expect(await third.json()).toMatchObject({
      error: 'This API key may make 2 requests per minute. Wait for Retry-After seconds, then try again.',
      code: 'rate_limited',
    });
    expect((await get({ 'x-key': 'k2' })).status).toBe(200);
    clock.advance(60_000);
    expect((await get({ 'x-key': 'k1' })).status).toBe(200);
  });

  it('does not count people', async () => {
    const get = await gateway({ perKey: 1 });
    await get({});
    const second = await get({});
    expect(second.status).toBe(200);
    expect(second.headers.has('ratelimit')).toBe(false);
  });

  it('counts requests to other gateways', async () => {
    const get = await gateway({ perKey: 2 });
    const other = new KeyHits(fake.broker, KEY_HITS_SUBJECT, clock);
    other.increment('k1');
    other.increment('k1');
    other.broadcast();
    expect((await get({ 'x-key': 'k1' })).status).toBe(429);
    expect((await get({ 'x-key': 'k2' })).status).toBe(200);
  });
});

describe('the limit of a person', () => {
  it('responds 429 with Retry-After and without RateLimit headers, and does not affect others', async () => {
    const get = await gateway({ perPerson: 2 });
    await get({});
    expect((await get({})).headers.has('ratelimit')).toBe(false);
    const third = await get({});
    expect(third.status).toBe(429);
    expect(third.headers.has('ratelimit')).toBe(false);
    expect(third.headers.get('retry-after')).toMatch(/^[1-9]\d?$/);
    expect(await third.json()).toMatchObject({
      error: 'You made more than 2 requests in a minute. Please wait a moment and try again.',
      code: 'rate_limited',
    });
    expect((await get({ 'x-person': 'ada' })).status).toBe(200);
    expect((await get({ 'x-key': 'nora' })).status).toBe(200);
    clock.advance(60_000);
    expect((await get({})).status).toBe(200);
  });

  it('counts the requests to other gateways', async () => {
    const get = await gateway({ perPerson: 1 });
    const other = new KeyHits(fake.broker, PERSON_HITS_SUBJECT, clock);
    other.increment('nora');
    other.broadcast();
    expect((await get({})).status).toBe(429);
  });
});

describe('counts of keys', () => {
  const pair = () => {
    const hits = [
      new KeyHits(fake.broker, KEY_HITS_SUBJECT, clock),
      new KeyHits(fake.broker, KEY_HITS_SUBJECT, clock),
    ] as const;
    for (const each of hits) fake.broker.watch(KEY_HITS_SUBJECT, (_subject, body) => each.merge(body as never));
    return hits;
  };

  it('are the sum of all gateways, however often each broadcasts the same', () => {
    const [one, other] = pair();
    for (let time = 0; time < 3; time++) {
      one.increment('k1');
      one.broadcast();
    }
    expect(other.increment('k1').totalHits).toBe(4);
    other.broadcast();
    expect(one.increment('k1').totalHits).toBe(5);
  });

  it('tolerate a lost message: the next one is complete', () => {
    const [one, other] = [
      new KeyHits({ broadcast: () => undefined }, KEY_HITS_SUBJECT, clock),
      new KeyHits(fake.broker, KEY_HITS_SUBJECT, clock),
    ];
    one.increment('k1');
    one.broadcast();
    one.increment('k1');
    const told: unknown[] = [];
    const again = new KeyHits({ broadcast: (_subject, body) => void told.push(body) }, KEY_HITS_SUBJECT, clock);
    again.increment('k1');
    again.increment('k1');
    again.broadcast();
    other.merge(told[0] as never);
    expect(other.increment('k1').totalHits).toBe(3);
  });

  it('start again with each minute, and ignore other windows', () => {
    const told: unknown[] = [];
    const one = new KeyHits({ broadcast: (_subject, body) => void told.push(body) }, KEY_HITS_SUBJECT, clock);
    const other = new KeyHits(fake.broker, KEY_HITS_SUBJECT, clock);
    one.increment('k1');
    one.broadcast();
    clock.advance(60_000);
    other.merge(told[0] as never);
    expect(other.increment('k1').totalHits).toBe(1);
    expect(one.increment('k1').totalHits).toBe(1);
  });

  it('are broadcast only after changes', () => {
    const told: unknown[] = [];
    const one = new KeyHits({ broadcast: (_subject, body) => void told.push(body) }, KEY_HITS_SUBJECT, clock);
    one.broadcast();
    one.increment('k1');
    one.broadcast();
    one.broadcast();
    expect(told).toMatchObject([{ hits: { k1: 1 } }]);
  });
});
