import type { Operation } from '../harness/load.js';
import { Ledger } from '../harness/ledger.js';
import { operationsOf } from '../harness/operations.js';
import { mixOf, spread } from './mix.js';

const operation = (name: string): Operation => ({ name, make: () => undefined, check: () => '' });

const world = (run: string) =>
  operationsOf({ run, projectId: 'p', documentId: 'd', pageId: 'g', featureId: 'f', issueId: 'i' }, new Ledger());

describe('the mix', () => {
  it('spreads frequent operations evenly', () => {
    const names = spread([
      [operation('often'), 4],
      [operation('seldom'), 1],
    ]).map(({ name }) => name);
    expect(names).toHaveLength(5);
    expect(names.indexOf('seldom')).toBeGreaterThan(0);
    expect(names.indexOf('seldom')).toBeLessThan(4);
  });

  it('grows with the people, who work in all worlds in turn', () => {
    const worlds = [world('a'), world('b')];
    const ten = mixOf(worlds, 10);
    const twenty = mixOf(worlds, 20);
    expect(twenty.people.perSecond).toBeCloseTo(2 * ten.people.perSecond);
    expect(twenty.agents.perSecond).toBeCloseTo(2 * ten.agents.perSecond);
    expect(ten.agents.perSecond).toBeCloseTo(2);
    // 120 pages an hour, each an upload and its reading
    expect(ten.uploads.perSecond).toBeCloseTo(240 / 3600);
    expect(ten.people.operations.slice(0, 2).map(({ name }) => name)).toEqual([
      ten.people.operations[0]?.name,
      ten.people.operations[0]?.name,
    ]);
    expect(ten.people.operations[0]).not.toBe(ten.people.operations[1]);
  });
});
