import { jest } from '@jest/globals';
import { Gauge, Registry } from 'prom-client';
import { Dependencies, type Dependency } from './dependencies.js';
import type { Logger } from './logger.js';
import { AppError } from './errors.js';
import { explainMongo, isMongoAway, isMongoPassing } from './mongo.js';
import { keycloakDependency } from './keycloak.js';
import { networkReason, sentenceOf, withoutCredentials } from './reasons.js';
import { eventually } from './testing/index.js';

/** A dependency that can be switched on and off, and its log. */
function watched(more: Partial<Dependency> = {}, graceMs = 0) {
  const lines: string[] = [];
  const log = {
    info: (_about: unknown, text: string) => lines.push(text),
    warn: (_about: unknown, text: string) => lines.push(text),
  } as unknown as Logger;
  const gauge = new Gauge({ name: 'up', help: 'up', labelNames: ['dependency'], registers: [new Registry()] });
  const all = new Dependencies({ log, gauge, checkMs: 5, graceMs, pausesMs: [1, 2] });
  const state = { isThere: false, asked: 0 };
  all.add({
    name: 'store',
    label: 'The store',
    where: 'store:1',
    neededFor: 'calls',
    check: () => {
      state.asked++;
      return state.isThere ? Promise.resolve() : Promise.reject(new Error('it is shut'));
    },
    ...more,
  });
  const asked = async (times: number): Promise<void> => {
    const until = state.asked + times;
    await eventually(() => expect(state.asked).toBeGreaterThanOrEqual(until));
  };
  return { all, state, lines, asked, up: async () => (await gauge.get()).values[0]?.value };
}

describe('something a process depends on', () => {
  /** Milliseconds of the `performance` clock. */
  let now: number;
  beforeEach(() => {
    now = 0;
    jest.spyOn(performance, 'now').mockImplementation(() => now);
  });
  afterEach(() => void jest.restoreAllMocks());

  it('is awaited with one line when it is away, and one when it is there', async () => {
    const { all, state, lines, asked, up } = watched();
    const there = all.watch();
    await asked(5);
    expect(all.failing('calls')).toEqual([{ name: 'store', reason: 'it is shut.' }]);
    expect(await up()).toBe(0);
    now += 90_000;
    state.isThere = true;
    await there;
    expect(all.failing('everything')).toEqual([]);
    expect(await up()).toBe(1);
    expect(lines).toEqual(['The store at store:1 is awaited: it is shut.', 'The store at store:1 is there after 90 s']);
    await all.stop();
  });

  it('is told once when it goes, and once when it is back', async () => {
    const { all, state, lines, asked } = watched();
    state.isThere = true;
    await all.watch();
    await asked(2);
    expect(lines).toEqual([]);
    state.isThere = false;
    await asked(6);
    expect(all.failing('calls')).toHaveLength(1);
    now += 7_400;
    state.isThere = true;
    await eventually(() => expect(all.failing('calls')).toEqual([]));
    expect(lines).toEqual([
      'The store at store:1 is away, waiting until it is back: it is shut.',
      'The store at store:1 is back after 7 s',
    ]);
    await all.stop();
  });

  it('takes no replica out while it is away for a short time only', async () => {
    const { all, state, lines, asked } = watched({}, 60_000);
    state.isThere = true;
    await all.watch();
    state.isThere = false;
    await asked(6);
    expect(lines).toHaveLength(1);
    now += 59_999;
    expect(all.failing('everything')).toEqual([]);
    now += 1;
    expect(all.failing('everything')).toHaveLength(1);
    await all.stop();
  });

  it('does not keep calls from being answered, nor the start from ending, when only work in the background needs it', async () => {
    const { all, asked } = watched({ neededFor: 'background' });
    await all.watch();
    await asked(3);
    expect(all.failing('calls')).toEqual([]);
    expect(all.failing('everything')).toEqual([{ name: 'store', reason: 'it is shut.' }]);
    await all.stop();
  });

  it('throws what is not its fault', async () => {
    const { all } = watched();
    const wrong = () => Promise.reject(new TypeError('ours'));
    await expect(all.until('store', wrong, (error) => !(error instanceof TypeError))).rejects.toThrow('ours');
  });
});

describe('a reason', () => {
  it('is a sentence about the network where that is the cause', () => {
    const refused = Object.assign(new Error('connect ECONNREFUSED 10.0.0.1:4222'), { code: 'ECONNREFUSED' });
    expect(networkReason(new TypeError('fetch failed', { cause: new AggregateError([refused]) }))).toBe(
      'nothing listens there (connection refused)',
    );
    expect(sentenceOf(new Error('what the server said'))).toBe('what the server said.');
  });

  it.each([
    ['mongodb://symbio:p%40ss@a:1,b:2/x?w=majority', 'mongodb://a:1,b:2/x'],
    ['nats://token@a:4222,nats://u:p@b:4222', 'nats://a:4222,nats://b:4222'],
    ['u:p@a:4222', 'a:4222'],
    ['s3://bucket/prefix?region=x', 's3://bucket/prefix'],
  ])('names %s without credentials', (url, shown) => {
    expect(withoutCredentials(url)).toBe(shown);
  });

  it('says plainly that MongoDB does not let us in, and where a right is missing', () => {
    const error = (name: string, code?: number) => Object.assign(new Error('…'), { name, code });
    expect(explainMongo(error('MongoServerError', 18), 'symbio_job')).toBe(
      'it refuses the user name or the password in MONGODB_URI.',
    );
    expect(explainMongo(error('MongoServerError', 13), 'symbio_job')).toContain(
      'the database symbio_job: the role readWrite on it is missing.',
    );
    const selection = Object.assign(error('MongoServerSelectionError'), { reason: { servers: new Map() } });
    expect(explainMongo(selection, 'symbio_job')).toBe('none of its servers is the primary.');
    const of = (type: string) => ({ reason: { servers: new Map([['a:1', { type, error: null }]]) } });
    const explained = (type: string): string =>
      explainMongo(Object.assign(error('MongoServerSelectionError'), of(type)), 'symbio_job');
    expect(explained('RSSecondary')).toBe('none of its servers is the primary.');
    // the driver timed out before a busy machine made its first connection
    expect(explained('Unknown')).toBe('it did not answer in time.');
  });

  it.each([10107, 13435, 11602, 189])('knows code %d of a primary that steps down as one that passes', (code) => {
    expect(isMongoAway(Object.assign(new Error('not primary'), { name: 'MongoServerError', code }))).toBe(true);
    expect(isMongoAway(Object.assign(new Error('taken'), { name: 'MongoServerError', code: 11000 }))).toBe(false);
  });

  it('takes no refusal of another service for a database that is away, whatever number gRPC has for it', () => {
    const refused = (code: number) => Object.assign(new Error('refused'), { code, metadata: {} });
    const error = (code: number) =>
      new AppError('PERMISSION_DENIED', 'not_authorized', 'Not authorized', { cause: refused(code) });
    expect([6, 7, 13].filter((code) => isMongoAway(error(code)) || isMongoPassing(error(code)))).toEqual([]);
  });
});

describe('a Keycloak realm', () => {
  const answers = answeredBy();
  it('that does not exist is named together with its setting and its address', async () => {
    answers.next = new Response('{}', { status: 404 });
    const { check } = keycloakDependency({ KEYCLOAK_URL: 'https://id.example/', KEYCLOAK_REALM: 'sybmio' });
    await expect(check(new AbortController().signal)).rejects.toThrow(
      'it has no realm of the name in KEYCLOAK_REALM, "sybmio": https://id.example/realms/sybmio/.well-known/openid-configuration answers 404',
    );
  });

  it('is told from a page of something else', async () => {
    const { check } = keycloakDependency({ KEYCLOAK_URL: 'https://id.example', KEYCLOAK_REALM: 'symbio' });
    answers.next = new Response('<html>');
    await expect(check(new AbortController().signal)).rejects.toThrow('KEYCLOAK_URL does not lead to a Keycloak');
    answers.next = Response.json({ issuer: 'https://id.example/realms/symbio' });
    await expect(check(new AbortController().signal)).resolves.toBeUndefined();
  });

  it('whose tokens name another address is refused by whoever checks them, and by nobody else', async () => {
    const settings = { KEYCLOAK_URL: 'http://keycloak:8080', KEYCLOAK_REALM: 'symbio' };
    const issuer = 'https://id.example/realms/symbio';
    answers.next = Response.json({ issuer });
    await expect(keycloakDependency(settings, true).check(new AbortController().signal)).rejects.toThrow(
      `its tokens name ${issuer} as their issuer, and would be refused: KEYCLOAK_URL must be the address`,
    );
    answers.next = Response.json({ issuer });
    await expect(keycloakDependency(settings).check(new AbortController().signal)).resolves.toBeUndefined();
    answers.next = Response.json({ issuer });
    const right = { ...settings, KEYCLOAK_URL: 'https://id.example/' };
    await expect(keycloakDependency(right, true).check(new AbortController().signal)).resolves.toBeUndefined();
  });
});

/** Replaces `fetch`. */
function answeredBy() {
  const state: { next: Response } = { next: new Response() };
  const { fetch } = globalThis;
  beforeAll(() => {
    globalThis.fetch = () => Promise.resolve(state.next);
  });
  afterAll(() => {
    globalThis.fetch = fetch;
  });
  return state;
}
