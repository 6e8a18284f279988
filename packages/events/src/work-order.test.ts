import { WorkOrder, type Waiting } from './work-order.js';

/** Takes `count` messages from queues that never empty; returns their priorities. */
function take(waiting: readonly Waiting[], count: number, order = new WorkOrder()): Waiting[] {
  return Array.from({ length: count }, () => {
    const [next] = order.order(waiting);
    if (!next) throw new Error('nothing waits');
    order.took(next);
    return next;
  });
}

const queues = (...priorities: number[]): Waiting[] => priorities.map((priority) => ({ kind: 'a', priority }));

describe('the order of polling queues', () => {
  it('is from the most to the least urgent, across kinds (OP-31)', () => {
    const waiting = [
      { kind: 'a', priority: 7 },
      { kind: 'b', priority: 2 },
      { kind: 'a', priority: 5 },
    ];
    expect(new WorkOrder().order(waiting).map(({ priority }) => priority)).toEqual([2, 5, 7]);
  });

  it('alternates between kinds of the same priority', () => {
    const waiting = ['a', 'b', 'c'].map((kind) => ({ kind, priority: 5 }));
    expect(take(waiting, 6).map(({ kind }) => kind)).toEqual(['a', 'b', 'c', 'a', 'b', 'c']);
  });

  it('gives every tenth turn to a queue that would otherwise starve, in rotation', () => {
    const taken = take(queues(0, 3, 9), 40).map(({ priority }) => priority);
    expect(taken.filter((_, index) => index % 10 === 9)).toEqual([9, 3, 0, 9]);
    expect(taken.filter((_, index) => index % 10 !== 9).every((priority) => priority === 0)).toBe(true);
  });

  it('is empty when no messages wait', () => {
    expect(new WorkOrder().order([])).toEqual([]);
  });
});
