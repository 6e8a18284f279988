import { jest } from '@jest/globals';
import { FairQueue, type Caller, type FairQueueOptions, type Refusal } from './fair-queue.js';

beforeEach(() => jest.useFakeTimers());
afterEach(() => jest.useRealTimers());

const person = (id: string): Caller => ({ id, isProgram: false });
const program = (id: string): Caller => ({ id, isProgram: true });

function opened(options: Partial<FairQueueOptions> = {}) {
  const queue = new FairQueue({
    slots: 1,
    waitMs: 1_000,
    holdMs: 5_000,
    maxSlow: 2,
    maxWaitingPerCaller: 10,
    ...options,
  });
  const happened: string[] = [];
  const leaves: (() => void)[] = [];
  const come = (caller: Caller, name = caller.id): (() => void) =>
    queue.enter(
      caller,
      (leave) => {
        happened.push(name);
        leaves.push(leave);
      },
      (why: Refusal) => happened.push(`${name} refused: ${why}`),
    );
  const leave = (): void => leaves.shift()?.();
  return { queue, happened, come, leave };
}

describe('a fair queue', () => {
  it('admits immediately if a slot is free, and the next one when a slot is released', () => {
    const { queue, happened, come, leave } = opened({ slots: 2 });
    for (const id of ['a', 'b', 'c']) come(person(id));
    expect([happened, queue.running, queue.waiting]).toEqual([['a', 'b'], 2, 1]);
    leave();
    expect([happened, queue.running, queue.waiting]).toEqual([['a', 'b', 'c'], 2, 0]);
  });

  it('serves callers round robin: a heavy caller delays only itself', () => {
    const { happened, come, leave } = opened();
    for (const n of [1, 2, 3, 4]) come(person('much'), `much ${n}`);
    come(person('little'));
    for (let n = 0; n < 4; n++) leave();
    expect(happened).toEqual(['much 1', 'much 2', 'little', 'much 3', 'much 4']);
  });

  it('serves people first, and programs every fourth time', () => {
    const { happened, come, leave } = opened();
    come(person('inside'));
    for (const n of [1, 2]) come(program('agent'), `agent ${n}`);
    for (const n of [1, 2, 3, 4, 5]) come(person(`p${n}`));
    for (let n = 0; n < 7; n++) leave();
    expect(happened).toEqual(['inside', 'p1', 'p2', 'p3', 'agent 1', 'p4', 'p5', 'agent 2']);
  });

  it('rejects after the maximum wait, and callers with too many waiting requests', () => {
    const { queue, happened, come, leave } = opened({ maxWaitingPerCaller: 1 });
    come(person('a'), 'a 1');
    come(person('a'), 'a 2');
    come(person('a'), 'a 3');
    expect(happened).toEqual(['a 1', 'a 3 refused: too_many']);
    jest.advanceTimersByTime(1_000);
    expect(happened.at(-1)).toBe('a 2 refused: busy');
    leave();
    expect([queue.running, queue.waiting]).toEqual([0, 0]);
  });

  it('removes callers that disconnected', () => {
    const { queue, happened, come, leave } = opened();
    come(person('a'));
    const go = come(person('b'));
    come(person('c'));
    go();
    leave();
    expect([happened, queue.waiting]).toEqual([['a', 'c'], 0]);
  });

  it('passes on a slot that is held too long, once', () => {
    const { queue, happened, come, leave } = opened({ holdMs: 500 });
    come(person('slow'));
    come(person('next'));
    jest.advanceTimersByTime(500);
    expect(happened).toEqual(['slow', 'next']);
    leave();
    expect(queue.running).toBe(1);
  });

  it('admits no further request if all are slow', () => {
    const { queue, happened, come, leave } = opened({ holdMs: 100, waitMs: 10_000, maxSlow: 2 });
    for (const id of ['a', 'b', 'c', 'd']) come(person(id));
    jest.advanceTimersByTime(1_000);
    expect([happened, queue.running, queue.waiting]).toEqual([['a', 'b', 'c'], 1, 1]);
    // one slow request is done, so another may become slow
    leave();
    jest.advanceTimersByTime(100);
    expect([happened, queue.running, queue.waiting]).toEqual([['a', 'b', 'c', 'd'], 1, 0]);
  });
});
