import { jest } from '@jest/globals';
import { createLogger } from './logger.js';
import { createSweep, type SweepOptions } from './sweep.js';

const EVERY_MS = 1_000;
const log = createLogger({ name: 'test', level: 'silent' });
const turn = (ms = 0): Promise<void> => jest.advanceTimersByTimeAsync(ms);

beforeEach(() => void jest.useFakeTimers());
afterEach(() => void jest.useRealTimers());

function heldSweep(options: Partial<SweepOptions> = {}) {
  const runs: { end: (error?: Error) => void; signal: AbortSignal }[] = [];
  const run = (signal: AbortSignal): Promise<void> =>
    new Promise((resolve, reject) => runs.push({ signal, end: (error) => (error ? reject(error) : resolve()) }));
  return { runs, sweep: createSweep({ what: 'work', everyMs: EVERY_MS, run, log, ...options }) };
}

describe('a sweep', () => {
  it('runs first after the interval, and again an interval after each end', async () => {
    const { sweep, runs } = heldSweep();
    sweep.start();
    await turn(EVERY_MS - 1);
    expect(runs).toHaveLength(0);
    await turn(1);
    expect(runs).toHaveLength(1);
    await turn(5 * EVERY_MS);
    expect(runs).toHaveLength(1);
    runs[0]?.end();
    await turn(EVERY_MS - 1);
    expect(runs).toHaveLength(1);
    await turn(1);
    expect(runs).toHaveLength(2);
  });

  it('runs at once on request', () => {
    const { sweep, runs } = heldSweep({ atOnce: true });
    sweep.start();
    expect(runs).toHaveLength(1);
  });

  it('runs again after a failed run, which is logged', async () => {
    const warn = jest.fn();
    const { sweep, runs } = heldSweep({ atOnce: true, log: { warn } as never });
    sweep.start();
    const error = new Error('no database');
    runs[0]?.end(error);
    await turn(EVERY_MS);
    expect(warn).toHaveBeenCalledWith({ err: error }, 'work failed, will try again');
    expect(runs).toHaveLength(2);
  });

  it('runs now when woken, and the next interval begins after that', async () => {
    const { sweep, runs } = heldSweep();
    sweep.start();
    await turn(EVERY_MS - 1);
    sweep.wake();
    expect(runs).toHaveLength(1);
    runs[0]?.end();
    await turn(EVERY_MS - 1);
    expect(runs).toHaveLength(1);
    await turn(1);
    expect(runs).toHaveLength(2);
  });

  it('that is woken while it runs runs one more time, and never twice in parallel', async () => {
    const { sweep, runs } = heldSweep();
    sweep.wake();
    sweep.wake();
    sweep.wake();
    expect(runs).toHaveLength(1);
    runs[0]?.end();
    await turn();
    expect(runs).toHaveLength(2);
    runs[1]?.end();
    await turn(2 * EVERY_MS);
    expect(runs).toHaveLength(2);
  });

  it('waits on stop for the current run, which gets an aborted signal, and does not run again', async () => {
    const { sweep, runs } = heldSweep({ atOnce: true });
    sweep.start();
    sweep.wake();
    let isStopped = false;
    const stopping = sweep.stop().then(() => (isStopped = true));
    await turn(2 * EVERY_MS);
    expect(isStopped).toBe(false);
    expect(runs[0]?.signal.aborted).toBe(true);
    runs[0]?.end();
    await stopping;
    sweep.wake();
    await turn(2 * EVERY_MS);
    expect(runs).toHaveLength(1);
  });

  it('that is stopped between two runs does not run again', async () => {
    const { sweep, runs } = heldSweep();
    sweep.start();
    await sweep.stop();
    await turn(2 * EVERY_MS);
    expect(runs).toHaveLength(0);
  });

  it('that is woken often starts no run before its minimum pause has passed, and then one for all', async () => {
    const { sweep, runs } = heldSweep({ pauseMs: 20 });
    sweep.wake();
    expect(runs).toHaveLength(1);
    sweep.wake();
    runs[0]?.end();
    await turn(19);
    sweep.wake();
    expect(runs).toHaveLength(1);
    await turn(1);
    expect(runs).toHaveLength(2);
    runs[1]?.end();
    await turn(EVERY_MS);
    expect(runs).toHaveLength(2);
  });
});
