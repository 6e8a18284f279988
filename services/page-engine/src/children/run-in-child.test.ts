import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { makeScratch, type Scratch } from '../testing/index.js';
import { runInChild, type TaskLimits } from './run-in-child.js';
import { TaskFailure } from './task-failure.js';

const LIMITS: TaskLimits = { memoryMb: 512, cpuMs: 30_000, wallMs: 120_000 };
type Reason = 'reported' | 'timeout' | 'memory' | 'crashed';
const failures = {
  reported: (reason: Reason, message: string, detail?: string) => new TaskFailure(reason, message, detail),
  timeout: () => new TaskFailure<Reason>('timeout', 'Too long.'),
  outOfMemory: (detail: string) => new TaskFailure<Reason>('memory', 'Too much.', detail),
  crashed: (detail: string) => new TaskFailure<Reason>('crashed', 'Ended.', detail),
};

let scratch: Scratch;
beforeEach(async () => (scratch = await makeScratch()));
afterEach(() => scratch.remove());

/** Child with the program `code`, which can use `task` and `answer`. */
async function run(code: string, limits: Partial<TaskLimits> = {}, signal?: AbortSignal): Promise<unknown> {
  const program = path.join(scratch.dir, 'child.mjs');
  await writeFile(
    program,
    `const answer = (result) => process.send({ type: 'done', result }); process.on('message', (task) => { ${code} });`,
  );
  return runInChild({ entry: [program], task: { number: 7 }, limits: { ...LIMITS, ...limits }, failures, signal });
}

describe('a child with one task', () => {
  it('responds, and sees nothing of our environment', async () => {
    process.env['SYMBIO_TEST_SECRET'] = 'known to the parent';
    try {
      expect(await run('answer({ number: task.number, secret: process.env.SYMBIO_TEST_SECRET ?? "unknown" })')).toEqual(
        { number: 7, secret: 'unknown' },
      );
    } finally {
      delete process.env['SYMBIO_TEST_SECRET'];
    }
  });

  it('reports its failure', async () => {
    const reported = `process.send({ type: 'failed', reason: 'reported', message: 'A sentence.', detail: 'for the log' })`;
    await expect(run(reported)).rejects.toMatchObject({
      reason: 'reported',
      message: 'A sentence.',
      detail: 'for the log',
    });
  });

  it('crashes alone', async () => {
    await expect(run(`process.kill(process.pid, 'SIGSEGV')`)).rejects.toMatchObject({
      reason: 'crashed',
      detail: expect.stringContaining('SIGSEGV') as string,
    });
    await expect(run(`console.error('the last words'); process.exit(3)`)).rejects.toMatchObject({
      reason: 'crashed',
      detail: 'exit 3: the last words',
    });
  });

  it('is limited in memory', async () => {
    const greedy = 'const all = []; for (;;) all.push(Buffer.alloc(16 * 1024 * 1024, 1));';
    await expect(run(greedy)).rejects.toMatchObject({ reason: 'memory' });
  });

  it('is limited in CPU and time', async () => {
    await expect(run('for (;;);', { cpuMs: 300 })).rejects.toMatchObject({ reason: 'timeout' });
    await expect(run('setInterval(() => undefined, 1000)', { wallMs: 300 })).rejects.toMatchObject({
      reason: 'timeout',
    });
  });

  it('ends with its caller', async () => {
    const leaving = new AbortController();
    const running = run('setInterval(() => undefined, 1000)', {}, leaving.signal);
    leaving.abort(new Error('gone'));
    await expect(running).rejects.toThrow('gone');
  });
});
