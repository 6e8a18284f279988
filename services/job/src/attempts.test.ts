import { newId } from '@symbio/runtime';
import { BLOCKED_LIMIT_MS, PROJECT, WORKER, jobRules, type JobRules } from '../test/memory.js';
import type { AttemptClaim } from './attempts.js';
import type { JobRow } from './model.js';
import { ROUND_MS } from './scheduler.js';

let rules: JobRules;
beforeEach(() => {
  rules = jobRules();
});

const failure = { message: 'It went wrong.', details: 'stack', permanent: false };
const claimOf = ({ _id, attempt }: JobRow, workerId = 'w1'): AttemptClaim => ({ jobId: _id, attempt, workerId });
const stored = (id: string) => rules.rows.find(id)!;
const begin = (job: JobRow, workerId = 'w1') => rules.attempts.startOne(job._id, workerId, WORKER);
const next = (workerId: string) => rules.attempts.startNext('pictures', workerId, WORKER);
const nameOf = (row: JobRow | number): string | number => (typeof row === 'number' ? row : row._id);
/** Job held by w1. */
async function running(): Promise<{ job: JobRow; claim: AttemptClaim }> {
  const job = await rules.create();
  await begin(job);
  return { job, claim: claimOf(job) };
}
/** Lease expires, and the worker's next log lines arrive just before the sweep. */
function losesLeaseWhileReporting(): void {
  rules.clock.advance(30_000);
  const { appendLog } = rules.store;
  rules.store.appendLog = async (...given) => {
    rules.store.appendLog = appendLog;
    await rules.sweeps.sweep();
    return appendLog(...given);
  };
}
const changes = () => rules.rows.published.filter(({ name }) => name === 'job.changed').length;

const ENDS: [string, (claim: AttemptClaim) => Promise<JobRow>][] = [
  ['completed', (claim) => rules.attempts.completeAttempt(claim, {}, ['last line'], WORKER)],
  ['failed', (claim) => rules.attempts.failAttempt(claim, failure, ['last line'], WORKER)],
  ['blocked', (claim) => rules.attempts.blockAttempt(claim, failure, ['last line'], WORKER)],
  ['stopped', (claim) => rules.attempts.stopAttempt(claim, ['last line'], WORKER)],
  ['returned', (claim) => rules.attempts.returnAttempt(claim, false, ['last line'], WORKER)],
];

describe('beginning', () => {
  it('two workers at the same moment get a job each, though both saw the same one first (OP-31)', async () => {
    const [first, second, third] = [await rules.create(), await rules.create(), await rules.create()];
    const started = await Promise.all([next('w1'), next('w2'), next('w3')]);
    expect(started.map(nameOf)).toEqual([first._id, second._id, third._id]);
    expect(await next('w4')).toBe(0);
  });

  it('happens once to a worker that asks again, and is finished where it had come to half of it', async () => {
    const job = await rules.create();
    const { appendLogOnce } = rules.store;
    rules.store.appendLogOnce = () => Promise.reject(new Error('The database is away.'));
    await expect(next('w1')).rejects.toThrow('away');
    rules.store.appendLogOnce = appendLogOnce;
    rules.clock.advance(1_000);
    const first = await next('w1');
    expect(await next('w1')).toEqual(first);
    expect(await begin(job)).toEqual(first);
    // w1 still holds the attempt
    expect(await begin(job, 'w2')).toBeUndefined();
    expect(rules.log(job._id).slice(1)).toEqual(['Attempt 1 started']);
    const { startedAt, currentAttempts } = stored(job._id);
    expect(rules.attemptsOf(job._id)).toMatchObject([{ number: 1, workerId: 'w1', startedAt }]);
    expect([currentAttempts, await rules.waits()]).toEqual([0, 1]);
  });

  it('is logged for each attempt of another worker', async () => {
    const { job } = await running();
    rules.clock.advance(30_000);
    await rules.sweeps.sweep();
    rules.clock.advance(2_000);
    await rules.sweeps.sweep();
    await rules.attempts.startOne(job._id, 'w2', WORKER);
    expect(rules.log(job._id).slice(1)).toEqual([
      'Attempt 1 started',
      'Attempt 1 does not count, next one in 2 s: The worker stopped answering. (1 of at most 10)',
      'Attempt 2 started',
    ]);
    expect(rules.attemptsOf(job._id).map(({ workerId }) => workerId)).toEqual(['w1', 'w2']);
    expect(await rules.waits()).toBe(2);
  });

  it('waits while the project is deleted, in its lane and by itself', async () => {
    const job = await rules.create();
    rules.pausedProjects.push(PROJECT);
    expect([await begin(job), await next('w1')]).toEqual([undefined, 0]);
    rules.pausedProjects.pop();
    expect((await begin(job))?.status).toBe('processing');
  });
});

describe('how far a worker is', () => {
  const progress = { done: 1, total: 2, message: 'page 1 of 2' };
  const report = (claim: AttemptClaim, more: object = progress, lines: string[] = []) =>
    rules.attempts.reportProgress(claim, { ...progress, ...more }, lines, WORKER);

  it('is published once, and again when anything changes', async () => {
    const { job, claim } = await running();
    const before = changes();
    await report(claim);
    await report(claim);
    expect(changes()).toBe(before + 1);
    for (const more of [{ done: 2 }, { done: 2, total: 3 }, { done: 2, total: 3, message: 'page 2 of 3' }])
      await report(claim, more);
    expect(changes()).toBe(before + 4);
    expect(stored(job._id).progress).toEqual({ done: 2, total: 3, message: 'page 2 of 3' });
    // a report without content keeps the stored progress
    await rules.attempts.reportProgress(claim, undefined, [], WORKER);
    expect(stored(job._id).progress?.done).toBe(2);
  });

  it('is nothing to a job that was taken from the worker while it spoke', async () => {
    const { job, claim } = await running();
    losesLeaseWhileReporting();
    expect(await report(claim)).toEqual({ held: false, giveWay: false, stop: false });
    const { status, progress: known, leaseUntil } = stored(job._id);
    expect([status, known, leaseUntil]).toEqual(['retrying', undefined, undefined]);
  });

  it('is answered with whom it is to give way to: after a while another project', async () => {
    const { claim } = await running();
    const far = { done: 1, total: 62 };
    expect((await report(claim, far)).giveWay).toBe(false);
    await rules.create({ payload: { projectId: newId(), documentId: newId(), pageNumbers: [] } });
    expect((await report(claim, far)).giveWay).toBe(false);
    rules.clock.advance(ROUND_MS);
    expect((await report(claim, far)).giveWay).toBe(true);
  });
});

describe('the end of an attempt', () => {
  it.each(ENDS)('is for the worker that holds it alone, and changes nothing otherwise (%s)', async (_, end) => {
    const { job, claim } = await running();
    const before = [stored(job._id), rules.attemptsOf(job._id), rules.log(job._id), changes()];
    for (const wrong of [{ workerId: 'w2' }, { attempt: 2 }, { attempt: 0 }, { jobId: newId() }])
      await expect(end({ ...claim, ...wrong })).rejects.toMatchObject({
        code: 'FAILED_PRECONDITION',
        reason: 'lease_lost',
      });
    expect([stored(job._id), rules.attemptsOf(job._id), rules.log(job._id), changes()]).toEqual(before);
    expect(await rules.figures()).toEqual({ givenUp: 0, ended: {} });
  });

  it.each(ENDS)('that comes after another one changes nothing of it (%s)', async (_, end) => {
    const { job, claim } = await running();
    await rules.attempts.failAttempt(claim, { ...failure, permanent: true }, [], WORKER);
    const before = [stored(job._id), rules.attemptsOf(job._id), rules.log(job._id)];
    await expect(end(claim)).rejects.toMatchObject({ reason: 'lease_lost' });
    expect([stored(job._id), rules.attemptsOf(job._id), rules.log(job._id)]).toEqual(before);
  });

  it.each(ENDS)('is refused when the job is taken away between the look and the write (%s)', async (_, end) => {
    const { job, claim } = await running();
    losesLeaseWhileReporting();
    await expect(end(claim)).rejects.toMatchObject({ reason: 'lease_lost' });
    expect(stored(job._id)).toMatchObject({ status: 'retrying', errorMessage: 'The worker stopped answering.' });
  });

  it.each([
    ['completed', 'completed', 'Completed'],
    ['failed', 'failed', 'Attempt 1 failed, next one in 2 s: It went wrong.'],
    ['blocked', 'returned', 'Attempt 1 could not go on and does not count, next one in 2 s: It went wrong.'],
    ['stopped', 'stopped', 'Job stopped by user: what was done before is kept.'],
    ['returned', 'returned', 'The worker stopped; another one continues.'],
  ])('is written down with its reason, behind what the worker said last (%s)', async (name, outcome, line) => {
    const { job, claim } = await running();
    rules.clock.advance(1_000);
    await ENDS.find(([one]) => one === name)![1](claim);
    expect(rules.attemptsOf(job._id)).toMatchObject([
      { number: 1, workerId: 'w1', endedAt: rules.clock.now(), outcome },
    ]);
    expect(rules.log(job._id).slice(1)).toEqual(['Attempt 1 started', 'last line', line]);
    expect(await rules.figures()).toEqual({ givenUp: 0, ended: { [outcome]: 1 } });
  });

  it('as completed is answered again without a second line, figure or end', async () => {
    const { job, claim } = await running();
    const first = await ENDS[0]![1](claim);
    const before = [rules.attemptsOf(job._id), rules.log(job._id), changes(), await rules.figures()];
    rules.clock.advance(1_000);
    expect(await ENDS[0]![1](claim)).toEqual(first);
    // another attempt completed
    await expect(ENDS[0]![1]({ ...claim, attempt: 2 })).rejects.toMatchObject({ reason: 'lease_lost' });
    expect([rules.attemptsOf(job._id), rules.log(job._id), changes(), await rules.figures()]).toEqual(before);
  });

  it.each(['failAttempt', 'blockAttempt'] as const)('keeps 10,000 characters of details (%s)', async (end) => {
    const { claim } = await running();
    const row = await rules.attempts[end](claim, { ...failure, details: `${'x'.repeat(10_000)}y` }, [], WORKER);
    expect(row.errorDetails).toBe('x'.repeat(10_000));
  });

  it('is a permanent failure after being blocked too long, and counted as one', async () => {
    const { job, claim } = await running();
    await rules.attempts.blockAttempt(claim, failure, [], WORKER);
    expect(stored(job._id)).toMatchObject({ status: 'retrying', currentAttempts: 0 });
    rules.clock.advance(BLOCKED_LIMIT_MS);
    await rules.sweeps.sweep();
    const again = { ...claim, attempt: 2 };
    await rules.attempts.startOne(job._id, 'w1', WORKER);
    expect(await rules.attempts.blockAttempt(again, failure, [], WORKER)).toMatchObject({
      status: 'failed',
      errorMessage: 'It went wrong.',
      completedAt: rules.clock.now(),
    });
    expect(rules.outcomes(job._id)).toEqual(['returned', 'failed']);
    expect(rules.log(job._id).at(-1)).toBe('Attempt 2 failed, no more attempts: It went wrong.');
    expect(await rules.figures()).toEqual({ givenUp: 1, ended: { returned: 1, failed: 1 } });
  });

  it('that is handed back or yields is no end: the job waits, and continues the same attempt (OP-33)', async () => {
    const { job, claim } = await running();
    const other = await rules.create();
    await rules.attempts.returnAttempt(claim, false, [], WORKER);
    const waits = { status: 'pending', offered: true, attempt: 1, currentAttempts: 0 };
    expect(stored(job._id)).toMatchObject({ ...waits, turn: other.turn });
    await begin(job, 'w2');
    const row = await rules.attempts.returnAttempt({ ...claim, workerId: 'w2' }, true, [], WORKER);
    expect(row).toMatchObject({ ...waits, turn: other.turn + 1 });
    expect(rules.messages(job._id)).toBe(3);
    await begin(job, 'w3');
    expect(rules.attemptsOf(job._id)).toMatchObject([{ number: 1, workerId: 'w3' }]);
    expect(rules.outcomes(job._id)).toEqual([undefined]);
    expect(rules.log(job._id).slice(1)).toEqual([
      'Attempt 1 started',
      'The worker stopped; another one continues.',
      'Continued',
      'Paused for another document; continues after it.',
      'Continued',
    ]);
  });

  it('as one that makes room for a deleted project says so', async () => {
    const { job, claim } = await running();
    rules.pausedProjects.push(PROJECT);
    await rules.attempts.returnAttempt(claim, true, [], WORKER);
    expect(rules.log(job._id).at(-1)).toBe('Paused: the project was deleted. The job continues if it is restored.');
  });
});
