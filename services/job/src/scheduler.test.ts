import { createLogger } from '@symbio/kit';
import { Scheduler } from './scheduler.js';

const log = createLogger({ name: 'test', level: 'silent' });
const turns = (count: number) => new Promise((resolve) => setTimeout(resolve, count * 5));

describe('the scheduler', () => {
  it('sweeps again after a sweep that failed, and not after its end', async () => {
    let sweeps = 0;
    let third: () => void = () => undefined;
    const seenThree = new Promise<void>((resolve) => (third = resolve));
    const scheduler = new Scheduler(
      () => {
        sweeps++;
        if (sweeps === 3) third();
        return sweeps === 1 ? Promise.reject(new Error('no database')) : Promise.resolve();
      },
      1,
      log,
    );
    scheduler.start();
    await seenThree;
    await scheduler.stop();
    const atEnd = sweeps;
    await turns(4);
    expect(sweeps).toBe(atEnd);
  });

  it('waits at its end for the sweep in hand', async () => {
    let finish: () => void = () => undefined;
    let begun: () => void = () => undefined;
    const hasBegun = new Promise<void>((resolve) => (begun = resolve));
    let finished = false;
    const scheduler = new Scheduler(
      async () => {
        begun();
        await new Promise<void>((resolve) => (finish = resolve));
        finished = true;
      },
      1,
      log,
    );
    scheduler.start();
    await hasBegun;
    const stopped = scheduler.stop();
    finish();
    await stopped;
    expect(finished).toBe(true);
  });
});
