import { jest } from '@jest/globals';
import { Gauge, Registry } from 'prom-client';
import { Dependencies, type Dependency } from './dependencies.js';
import type { Logger } from './logger.js';
import { networkReason, sentenceOf, withoutCredentials } from './reasons.js';
import { eventually } from './testing/eventually.js';

/** Dependency that can be switched on and off, and its log. */
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

describe('a dependency of a process', () => {
  /** Milliseconds of the `performance` clock. */
  let now: number;
  beforeEach(() => {
    now = 0;
    jest.spyOn(performance, 'now').mockImplementation(() => now);
  });
  afterEach(() => void jest.restoreAllMocks());

  it('is logged once when it is unavailable at the start, and once when it becomes available', async () => {
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

  it('is reported once when it fails, and once when it returns', async () => {
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

  it('does not make a replica unready during a short failure', async () => {
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

  it('needed only in the background blocks neither calls nor the start', async () => {
    const { all, asked } = watched({ neededFor: 'background' });
    await all.watch();
    await asked(3);
    expect(all.failing('calls')).toEqual([]);
    expect(all.failing('everything')).toEqual([{ name: 'store', reason: 'it is shut.' }]);
    await all.stop();
  });

  it('throws unrelated errors', async () => {
    const { all } = watched();
    const wrong = () => Promise.reject(new TypeError('ours'));
    await expect(all.until('store', wrong, (error) => !(error instanceof TypeError))).rejects.toThrow('ours');
  });
});

describe('a reason', () => {
  it('is a sentence about the network for network errors', () => {
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
});
