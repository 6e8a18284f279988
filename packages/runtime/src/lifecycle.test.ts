import { Lifecycle, STAGES, type Stage } from './lifecycle.js';
import { createLogger } from './logger.js';

const log = createLogger({ name: 'test', level: 'silent' });

describe('shutdown', () => {
  it('runs the stages in order, whatever the order they were added in', async () => {
    const lifecycle = new Lifecycle(log);
    const done: Stage[] = [];
    for (const stage of [...STAGES].reverse()) lifecycle.onStop(stage, stage, () => void done.push(stage));
    await lifecycle.stop();
    expect(done).toEqual([...STAGES]);
  });

  it('continues when a step fails', async () => {
    const lifecycle = new Lifecycle(log);
    const done: string[] = [];
    lifecycle.onStop('drain-grpc', 'broken', () => Promise.reject(new Error('broken')));
    lifecycle.onStop('close-mongo', 'mongo', () => void done.push('mongo'));
    await lifecycle.stop();
    expect(done).toEqual(['mongo']);
  });

  it('runs once, however often it is requested', async () => {
    const lifecycle = new Lifecycle(log);
    let runs = 0;
    lifecycle.onStop('unready', 'count', () => void runs++);
    expect(lifecycle.stopping).toBe(false);
    await Promise.all([lifecycle.stop(), lifecycle.stop()]);
    expect(runs).toBe(1);
    expect(lifecycle.stopping).toBe(true);
  });
});
