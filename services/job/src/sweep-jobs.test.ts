import { newId } from '@symbio/runtime';
import { LEASE_MS, PROJECT, WORKER, jobRules, type JobRules } from '../test/memory.js';

let rules: JobRules;
beforeEach(() => {
  rules = jobRules();
});

const claim = (jobId: string, attempt = 1) => ({ jobId, attempt, workerId: 'w1' });
const stored = (id: string) => rules.rows.find(id)!;
async function running(over: Parameters<JobRules['create']>[0] = {}): Promise<string> {
  const { _id } = await rules.create(over);
  await rules.attempts.startOne(_id, 'w1', WORKER);
  return _id;
}

describe('a silent worker', () => {
  it('loses its job when its lease is over, not before, and that is written down', async () => {
    const id = await running();
    rules.clock.advance(LEASE_MS - 1);
    await rules.sweeps.sweep();
    expect(stored(id).status).toBe('processing');
    rules.clock.advance(1);
    await rules.sweeps.sweep();
    expect(stored(id)).toMatchObject({ status: 'retrying', offered: false });
    expect(rules.attemptsOf(id)).toMatchObject([{ outcome: 'lost', endedAt: rules.clock.now(), workerId: 'w1' }]);
    expect(rules.log(id).at(-1)).toBe(
      'Attempt 1 does not count, next one in 2 s: The worker stopped answering. (1 of at most 10)',
    );
    expect(await rules.figures()).toEqual({ givenUp: 0, ended: { lost: 1 } });
  });

  it('keeps it when it speaks between the look and the write', async () => {
    const id = await running();
    rules.clock.advance(LEASE_MS);
    const { withExpiredLease } = rules.store;
    rules.store.withExpiredLease = async (now) => {
      const found = await withExpiredLease(now);
      await rules.attempts.reportProgress(claim(id), undefined, [], WORKER);
      return found;
    };
    await rules.sweeps.sweep();
    expect(stored(id)).toMatchObject({ status: 'processing', workerId: 'w1' });
    expect(rules.outcomes(id)).toEqual([undefined]);
    expect(await rules.figures()).toEqual({ givenUp: 0, ended: {} });
  });

  it('uses no retry of its job; in a job to be stopped it is not a failure (OP-33)', async () => {
    const [last, stopping] = [await running({ maxRetries: 1 }), await running()];
    await rules.cancelAndRetry.stop(stopping, rules.editor);
    rules.clock.advance(LEASE_MS);
    await rules.sweeps.sweep();
    const ends = [last, stopping]
      .map((id) => stored(id))
      .map(({ status, failure, currentAttempts }) => [status, failure, currentAttempts]);
    expect(ends).toEqual([
      ['retrying', undefined, 0],
      ['failed', 'stopped', 0],
    ]);
    expect((await rules.figures()).givenUp).toBe(0);
  });

  it('that was lost ten times ends its job', async () => {
    const id = await running({ maxRetries: 1 });
    for (let attempt = 2; attempt <= 10; attempt++) {
      rules.clock.advance(LEASE_MS);
      await rules.sweeps.sweep();
      expect(stored(id)).toMatchObject({ status: 'retrying', currentAttempts: 0, lostTimes: attempt - 1 });
      rules.clock.advance(stored(id).scheduledAt.getTime() - rules.clock.now().getTime());
      await rules.sweeps.sweep();
      await rules.attempts.startOne(id, 'w1', WORKER);
    }
    rules.clock.advance(LEASE_MS);
    await rules.sweeps.sweep();
    expect(stored(id)).toMatchObject({ status: 'failed', errorMessage: 'The worker stopped answering.' });
    expect(rules.log(id).at(-1)).toBe(
      'Attempt 10 failed, no more attempts because the worker stopped answering 10 times.',
    );
    expect(await rules.figures()).toEqual({ givenUp: 1, ended: { lost: 10 } });
  });
});

describe('the next attempt', () => {
  it('is offered once, when its time has come', async () => {
    const id = await running();
    await rules.attempts.failAttempt(claim(id), { message: 'No.', details: '', permanent: false }, [], WORKER);
    rules.clock.advance(1_999);
    await rules.sweeps.sweep();
    expect(rules.messages(id)).toBe(1);
    rules.clock.advance(1);
    await rules.sweeps.sweep();
    await rules.sweeps.sweep();
    expect(rules.messages(id)).toBe(2);
  });

  it('of a job that was cancelled since the look is not offered', async () => {
    const id = await running();
    await rules.attempts.failAttempt(claim(id), { message: 'No.', details: '', permanent: false }, [], WORKER);
    rules.clock.advance(2_000);
    const { due } = rules.store;
    rules.store.due = async (now) => {
      const found = await due(now);
      await rules.cancelAndRetry.cancel(id, rules.editor);
      return found;
    };
    await rules.sweeps.sweep();
    expect(rules.messages(id)).toBe(1);
    expect(stored(id)).toMatchObject({ status: 'failed', failure: 'cancelled' });
  });
});

it('active job metrics drop to zero when jobs end, and exclude paused jobs', async () => {
  const id = await running();
  await rules.create();
  await rules.create({ payload: { projectId: newId(), documentId: newId(), pageNumbers: [] } });
  await rules.sweeps.sweep();
  expect(await rules.active()).toEqual({ 'document-specific processing': 1, 'document-specific pending': 2 });
  await rules.attempts.completeAttempt(claim(id), {}, [], WORKER);
  rules.pausedProjects.push(PROJECT);
  await rules.sweeps.sweep();
  expect(await rules.active()).toEqual({ 'document-specific pending': 1 });
});

it('lines of a log are cut after 2,000 characters, and one of several lines is several', async () => {
  const id = await running();
  await rules.attempts.reportProgress(claim(id), undefined, ['one\r\ntwo\nthree', `${'x'.repeat(2_000)}y`], WORKER);
  expect(rules.log(id).slice(2)).toEqual(['one', 'two', 'three', 'x'.repeat(2_000)]);
});
