import { Budget, type Limits } from './budget.js';

const PRICES = { input: 2, output: 10 };
const FIRST = { input: 3_000, output: 1_000 };
const ENOUGH: Limits = { requests: 100, tokens: 1_000_000, minutes: 60 };
const budget = (limits: Partial<Limits>): Budget => new Budget({ ...ENOUGH, ...limits }, PRICES, FIRST);

describe('the budget of a run', () => {
  it('ends after so many requests', () => {
    const spending = budget({ requests: 1 });
    expect(spending.exceeded()).toBeUndefined();
    spending.asked();
    spending.answered({ input: 1, output: 1, ms: 1 });
    expect(spending.exceeded()).toBe('1 requests');
  });

  it('ends before a request that could exceed the tokens', () => {
    const spending = budget({ tokens: 10_000 });
    spending.asked();
    spending.answered({ input: 4_500, output: 500, ms: 1 });
    expect(spending.tokens).toBe(5_000);
    // as much as the largest request so far fits exactly one time, with the output assumed at first
    expect(spending.exceeded()).toBe('10000 tokens');
    expect(budget({ tokens: 4_000 }).exceeded()).toBeUndefined();
    expect(budget({ tokens: 3_999 }).exceeded()).toBe('3999 tokens');
  });

  it('ends before a request that could exceed the cost', () => {
    const spending = budget({ cost: 0.03 });
    expect(spending.exceeded()).toBeUndefined();
    spending.asked();
    spending.answered({ input: 2_000, output: 1_000, ms: 1 });
    expect(spending.cost).toBeCloseTo(0.014);
    expect(spending.exceeded()).toBeUndefined();
    spending.asked();
    spending.answered({ input: 2_000, output: 1_000, ms: 1 });
    expect(spending.exceeded()).toBe('a cost of 0.03');
  });

  it('ends when the time of all answers is over', () => {
    const spending = budget({ minutes: 1 });
    spending.asked();
    spending.answered({ input: 1, output: 1, ms: 60_000 });
    expect([spending.remainingMs, spending.exceeded()]).toEqual([0, '1 minutes']);
  });

  it('counts requests without an answer, or without usage, as the largest so far', () => {
    const spending = budget({});
    spending.asked();
    spending.asked();
    spending.answered({ ms: 5 });
    expect(spending.spent).toEqual({ requests: 2, input: 6_000, output: 2_000, ms: 5 });
  });
});
