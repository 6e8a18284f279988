import { Semaphore } from './semaphore.js';

/** Work that ends on demand. */
function held() {
  let end = (): void => undefined;
  const ended = new Promise<void>((resolve) => (end = resolve));
  return { work: () => ended, end };
}

describe('slots of a semaphore', () => {
  it('are granted in the order of requests, up to the limit; a cancelled request leaves the queue', async () => {
    const semaphore = new Semaphore(1);
    const order: string[] = [];
    const { work, end } = held();
    const first = semaphore.run(work);
    const calledOff = new AbortController();
    const second = semaphore.run(() => Promise.resolve(order.push('second')), calledOff.signal);
    const third = semaphore.run(() => Promise.resolve(order.push('third')));
    calledOff.abort(new Error('nobody waits for it'));
    await expect(second).rejects.toThrow('nobody waits for it');
    end();
    await Promise.all([first, third]);
    // the slot is free again
    await semaphore.run(() => Promise.resolve(order.push('fourth')));
    expect(order).toEqual(['third', 'fourth']);
  });

  it('are kept by running work despite the signal, and then passed on', async () => {
    const semaphore = new Semaphore(1);
    const calledOff = new AbortController();
    const { work, end } = held();
    const first = semaphore.run(work, calledOff.signal);
    const second = semaphore.run(() => Promise.resolve('second'), calledOff.signal);
    end();
    expect(await Promise.all([first, second])).toEqual([undefined, 'second']);
    calledOff.abort();
    await expect(semaphore.run(() => Promise.resolve('third'), calledOff.signal)).rejects.toThrow('aborted');
  });
});
