import express, { type RequestHandler } from 'express';
import { unauthenticated } from '@symbio/runtime';
import type { KeyValue } from '@symbio/events';
import { person } from '@symbio/runtime/testing';
import { setCaller } from '../request.js';
import { closeServers, memoryBucket, serveHandlers, silent } from '../../testing.js';
import { rateLimits, type RateLimits } from './rate-limits.js';

afterEach(closeServers);

const limitsOn = (counts: KeyValue, isKnown = () => Promise.resolve(false)): RateLimits =>
  rateLimits({ counts, log: silent, isKnown });

const check: RequestHandler = (request, response) => {
  if ((request.body as { password?: string }).password !== 'right') throw unauthenticated();
  response.json({});
};
const signIn = ({ signInAddress, signInAccount }: RateLimits): Promise<string> =>
  serveHandlers(express.json(), signInAccount, signInAddress, check);

interface Try {
  from?: string;
  email?: string;
  password?: string;
}

const post = async (url: string, { from = '192.0.2.1', email = 'nora@example.test', password = 'wrong' }: Try = {}) => {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-forwarded-for': from },
    body: JSON.stringify({ email, password }),
  });
  await response.arrayBuffer();
  return response;
};
const statuses = async (url: string, tries: Try[]): Promise<number[]> => {
  const found: number[] = [];
  for (const each of tries) found.push((await post(url, each)).status);
  return found;
};
const others = (count: number, fixed: Try): Try[] =>
  Array.from({ length: count }, (_, index) => ({
    from: `198.51.100.${index}`,
    email: `person-${index}@example.test`,
    ...fixed,
  }));

describe('guessing passwords', () => {
  it('is limited to ten failures per address, whatever the accounts', async () => {
    const url = await signIn(limitsOn(memoryBucket()));
    expect(new Set(await statuses(url, others(10, { from: '192.0.2.1' })))).toEqual(new Set([401]));
    const refused = await post(url, { email: 'one-more@example.test' });
    expect(refused.status).toBe(429);
    const wait = Number(refused.headers.get('retry-after'));
    expect(wait).toBeGreaterThan(0);
    expect(wait).toBeLessThanOrEqual(60);
    expect((await post(url, { from: '192.0.2.2', email: 'one-more@example.test' })).status).toBe(401);
  });

  it('is limited to four failures per account, whatever the addresses and spellings', async () => {
    const url = await signIn(limitsOn(memoryBucket()));
    const tries = others(4, { email: ' Nora@Example.test' });
    expect(new Set(await statuses(url, tries))).toEqual(new Set([401]));
    expect((await post(url, { from: '203.0.113.9', password: 'right' })).status).toBe(429);
    expect((await post(url, { from: '203.0.113.9', email: 'cora@example.test' })).status).toBe(401);
  });

  it('by strangers does not lock out a browser that signed in before', async () => {
    const url = await signIn(limitsOn(memoryBucket(), () => Promise.resolve(true)));
    expect(new Set(await statuses(url, others(9, { email: 'nora@example.test' })))).toEqual(new Set([401]));
    expect((await post(url, { password: 'right' })).status).toBe(200);
  });

  it('does not include successful sign-ins', async () => {
    const url = await signIn(limitsOn(memoryBucket()));
    const right = Array.from({ length: 12 }, () => ({ password: 'right' }));
    expect(new Set(await statuses(url, right))).toEqual(new Set([200]));
  });

  it('at one account affects no other person at the same address, and stays limited', async () => {
    const url = await signIn(limitsOn(memoryBucket()));
    const found = await Promise.all(Array.from({ length: 24 }, () => post(url)));
    expect(found.filter(({ status }) => status === 401)).toHaveLength(4);
    expect(found.filter(({ status }) => status === 429)).toHaveLength(20);
    for (const email of ['cora@example.test', 'staff@example.test'])
      expect((await post(url, { email, password: 'right' })).status).toBe(200);
    // rejected attempts count for neither limit: the address has six guesses at other accounts left
    expect(
      await statuses(
        url,
        Array.from({ length: 10 }, () => ({})),
      ),
    ).toEqual(Array.from({ length: 10 }, () => 429));
    expect(await statuses(url, others(7, { from: '192.0.2.1' }))).toEqual([401, 401, 401, 401, 401, 401, 429]);
  });

  it('from an address at its limit does not count for the account', async () => {
    const url = await signIn(limitsOn(memoryBucket()));
    await statuses(url, others(10, { from: '192.0.2.1' }));
    expect(
      new Set(
        await statuses(
          url,
          Array.from({ length: 6 }, () => ({})),
        ),
      ),
    ).toEqual(new Set([429]));
    expect((await post(url, { from: '192.0.2.2', password: 'right' })).status).toBe(200);
  });

  it('concurrently does not bypass the limit', async () => {
    const url = await signIn(limitsOn(memoryBucket()));
    const found = await Promise.all(others(30, { email: 'nora@example.test' }).map((each) => post(url, each)));
    expect(found.filter(({ status }) => status === 401)).toHaveLength(4);
  });

  it('counts the neighbours of an IPv6 address as one', async () => {
    const url = await signIn(limitsOn(memoryBucket()));
    const neighbours = others(10, {}).map((each, index) => ({ ...each, from: `2001:db8:1:1::${index + 1}` }));
    await statuses(url, neighbours);
    expect((await post(url, { from: '2001:db8:1:1::ffff', email: 'x@example.test' })).status).toBe(429);
  });

  it('is counted across gateways, and locally while the bucket is unavailable', async () => {
    const counts = memoryBucket();
    const [one, other] = [await signIn(limitsOn(counts)), await signIn(limitsOn(counts))];
    await statuses(one, others(4, { email: 'nora@example.test' }));
    expect((await post(other, { from: '203.0.113.9' })).status).toBe(429);

    const away: KeyValue = { ...counts, update: () => Promise.reject(new Error('NATS is away')) };
    const alone = await signIn(limitsOn(away));
    expect(await statuses(alone, others(5, { email: 'nora@example.test' }))).toEqual([401, 401, 401, 401, 429]);
  });

  it('stores no address in the bucket', async () => {
    const counts = memoryBucket();
    const url = await signIn(limitsOn(counts));
    await post(url);
    expect(counts.values.size).toBe(2);
    const kept = JSON.stringify([...counts.values]);
    expect(kept).not.toMatch(/nora|192\.0\.2/i);
  });
});

describe('other attempts by one address', () => {
  const all = limitsOn(memoryBucket());
  it.each([
    ['registrations', all.signUp, 10],
    ['secret words', all.secretWord, 10],
    ['confirmation links', all.confirm, 30],
    ['forms of the provider’s pages', all.providerForms, 30],
  ])('%s are limited with 429 and Retry-After', async (_what, limit, most) => {
    const url = await serveHandlers(limit, (_request, response) => void response.json({}));
    const tries = Array.from({ length: most }, () => ({}));
    expect(new Set(await statuses(url, tries))).toEqual(new Set([200]));
    const refused = await post(url);
    expect([refused.status, Number(refused.headers.get('retry-after')) > 0]).toEqual([429, true]);
    expect((await post(url, { from: '192.0.2.77' })).status).toBe(200);
  });

  it('single sign-ons are limited after ten failures', async () => {
    const { sso } = limitsOn(memoryBucket());
    const url = await serveHandlers(sso, express.json(), check);
    const found = await statuses(
      url,
      Array.from({ length: 11 }, () => ({})),
    );
    expect(found).toEqual([...Array.from({ length: 10 }, () => 401), 429]);
  });

  it.each([
    ['suggestions', 20],
    ['classifications', 60],
    ['exports', 30],
    ['pageSearches', 120],
    ['allSearches', 90],
  ] as const)('%s are limited per person, not for others and not for keys', async (name, most) => {
    const handler = limitsOn(memoryBucket())[name];
    const known: RequestHandler = (request, _response, next) => {
      const actor = person({ sub: request.get('x-person') ?? '' });
      const key = request.get('x-key');
      setCaller(request, { actor, email: '', token: '', ...(key && { key: { id: key, access: 'read' } }) });
      next();
    };
    const url = await serveHandlers(known, handler, (_request, response) => void response.json({}));
    const ask = async (headers: Record<string, string>) => (await fetch(url, { method: 'POST', headers })).status;
    const found: number[] = [];
    for (let asked = 0; asked <= most; asked++) found.push(await ask({ 'x-person': 'nora' }));
    expect(found).toEqual([...Array.from({ length: most }, () => 200), 429]);
    expect(await ask({ 'x-person': 'ada' })).toBe(200);
    expect(await ask({ 'x-person': 'nora', 'x-key': 'k1' })).toBe(200);
  });

  it('wrong passwords of files are limited per person, also with a key; right ones are not', async () => {
    const known: RequestHandler = (request, _response, next) => {
      const key = request.get('x-key');
      const caller = { actor: person({ sub: 'nora' }), email: '', token: '' };
      setCaller(request, { ...caller, ...(key && { key: { id: key, access: 'write' } }) });
      next();
    };
    const answer: RequestHandler = (request, response) =>
      void response.status(request.get('x-right') ? 200 : 400).json({});
    const url = await serveHandlers(known, limitsOn(memoryBucket()).filePasswords, answer);
    const ask = async (headers: Record<string, string> = {}) => (await fetch(url, { method: 'POST', headers })).status;
    for (let asked = 0; asked < 12; asked++) expect(await ask({ 'x-right': 'yes' })).toBe(200);
    const found: number[] = [];
    for (let asked = 0; asked <= 10; asked++) found.push(await ask(asked % 2 ? { 'x-key': 'k1' } : {}));
    expect(found).toEqual([...Array.from({ length: 10 }, () => 400), 429]);
  });
});
