import { Turns } from './turns.js';

/** Work that ends on demand. */
function held() {
  let end = (): void => undefined;
  const ended = new Promise<void>((resolve) => (end = resolve));
  return { work: () => ended, end };
}

describe('turns', () => {
  it('are taken in the order of asking, so many at a time; one that is called off leaves the queue', async () => {
    const turns = new Turns(1);
    const order: string[] = [];
    const { work, end } = held();
    const first = turns.run(work);
    const calledOff = new AbortController();
    const second = turns.run(() => Promise.resolve(order.push('second')), calledOff.signal);
    const third = turns.run(() => Promise.resolve(order.push('third')));
    calledOff.abort(new Error('nobody waits for it'));
    await expect(second).rejects.toThrow('nobody waits for it');
    end();
    await Promise.all([first, third]);
    // the slot is free again
    await turns.run(() => Promise.resolve(order.push('fourth')));
    expect(order).toEqual(['third', 'fourth']);
  });

  it('that began is not ended by the signal, and passes its place on', async () => {
    const turns = new Turns(1);
    const calledOff = new AbortController();
    const { work, end } = held();
    const first = turns.run(work, calledOff.signal);
    const second = turns.run(() => Promise.resolve('second'), calledOff.signal);
    end();
    expect(await Promise.all([first, second])).toEqual([undefined, 'second']);
    calledOff.abort();
    await expect(turns.run(() => Promise.resolve('third'), calledOff.signal)).rejects.toThrow('aborted');
  });
});
