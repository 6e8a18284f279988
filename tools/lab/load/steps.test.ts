import type { Failure, Stretch } from '../harness/load.js';
import { row, shortcomings, type Step } from './steps.js';

const stretch = (more: Partial<Stretch> = {}): Stretch => ({
  seconds: 60,
  requests: 1000,
  failures: [],
  resent: 0,
  p50: 20,
  p99: 200,
  p99Of: {},
  skipped: 0,
  ...more,
});
const failures = (count: number, kind: Failure['kind']): Failure[] =>
  Array.from({ length: count }, () => ({ operation: 'read', kind, at: 0, reason: '503' }));

const level = (people: Partial<Stretch> = {}, more: Partial<Step> = {}): Step => ({
  people: 20,
  seconds: 60,
  stretches: { people: stretch(people), agents: stretch(), uploads: stretch() },
  waiting: 0,
  processors: { product: 1, client: 0.1 },
  ...more,
});

describe('a level of the load', () => {
  it('is held when answers are fast and no request is refused', () => {
    expect(shortcomings(level())).toEqual([]);
    expect(row(level()).at(-1)).toBe('held');
  });

  it.each([
    [{ p99: 301 }, {}, 'p99 of people is 301 ms'],
    [{ failures: failures(4, 'refused') }, {}, '4 requests were refused'],
    [{ failures: failures(1, 'wrong') }, {}, '1 requests were not answered, or wrongly'],
    [{ skipped: 10 }, {}, '10 requests were refused'],
    [{}, { waiting: 3 }, '3 jobs wait'],
  ])('is not held otherwise: %j %j', (people, more, sentence) => {
    expect(shortcomings(level(people, more))).toEqual([sentence]);
  });
});
