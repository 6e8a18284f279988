import { AppError, createLogger, createMetrics } from '@symbio/runtime';
import type { CallParent } from '@symbio/rpc';
import { JOB_TYPES } from '@symbio/proto/job/vocabulary';
import { createAttempts, type AttemptsDeps } from './attempts.js';
import type { Work, WorkTools } from './work.js';

const REQUEST_ID = 'the-request-of-a-person';

interface YearAndScale {
  call: string;
  request: object;
  requestId: string;
}

async function attempt(
  work: Work,
  { currentAttempts = 0, ...report }: { stop?: boolean; giveWay?: boolean; currentAttempts?: number } = {},
  log = createLogger({ name: 'test', level: 'silent' }),
): Promise<YearAndScale[]> {
  const reported: YearAndScale[] = [];
  const noted =
    (call: string, answer: object = {}) =>
    (request: object, { requestId }: CallParent) => {
      reported.push({ call, request, requestId });
      return Promise.resolve(answer);
    };
  const job = { id: 'j', currentAttempts, maxRetries: 3, payload: { documentId: 'd', projectId: 'p' } };
  const peers = {
    asSelf: (_: unknown, requestId = '') => Promise.resolve({ token: '', requestId }),
    jobs: {
      startAttempt: () => Promise.resolve({ taken: true, job, attempt: 1, requestId: REQUEST_ID, askAgainMs: 0 }),
      reportProgress: () => Promise.resolve({ lost: false, giveWay: false, stop: false, ...report }),
      completeAttempt: noted('complete'),
      failAttempt: noted('fail'),
    },
    documents: {
      beginProcessing: () => Promise.resolve({ document: { id: 'd' }, readyPages: [], analyzedPages: [] }),
    },
  };
  const tools = { peers, metrics: createMetrics('test'), log };
  const options = { tools, workerId: 'w', heartbeatMs: 60_000, workOf: () => work } as unknown as AttemptsDeps;
  const claim = await createAttempts(options).claim('pictures');
  if ('work' in claim) await claim.work(new AbortController().signal);
  return reported;
}

it('initializes the attempt counters with 0 for each kind and outcome, for alerts on their increase', async () => {
  const metrics = createMetrics('test');
  const options = { tools: { metrics } } as unknown as AttemptsDeps;
  createAttempts(options);
  const { values } = await metrics.jobsHandled.get();
  for (const kind of JOB_TYPES)
    expect(values).toContainEqual(expect.objectContaining({ labels: { kind, outcome: 'completed' }, value: 0 }));
});

const twoPages: Work = async ({ report }) => {
  report.line('Page 1 made');
  await report.send();
  report.throwIfStopped();
  report.line('Page 2 made');
};

describe('an attempt', () => {
  it('reports a stop at a user’s request to the job service, without a follow-up', async () => {
    const reported = await attempt(twoPages, { stop: true });
    expect(reported.map(({ call, request }) => [call, request])).toEqual([
      ['fail', expect.objectContaining({ jobId: 'j', attempt: 1, workerId: 'w.1', stopped: true, errorMessage: '' })],
    ]);
  });

  it('reports a blocked job without space, also on the last attempt', async () => {
    const full: Work = () => Promise.reject(new AppError('UNAVAILABLE', 'storage_full', 'There is no room left.'));
    const reported = await attempt(full, { currentAttempts: 3 });
    expect(reported.map(({ call, request }) => [call, request])).toEqual([
      ['fail', expect.objectContaining({ errorMessage: 'There is no room left.', blocked: true, permanent: false })],
    ]);
  });

  it('hands a job back that yields, without an error', async () => {
    const yields: Work = async ({ report }) => {
      await report.send();
      report.throwIfPreempted();
    };
    const reported = await attempt(yields, { giveWay: true });
    expect(reported.map(({ call, request }) => [call, request])).toEqual([
      ['fail', expect.objectContaining({ givenBack: true, gaveWay: true, blocked: false, errorMessage: '' })],
    ]);
  });

  it('completes if not stopped', async () => {
    const reported = await attempt(async (item, tools) => {
      await twoPages(item, tools);
      await item.report.progress(2, 2);
    });
    expect(reported.map(({ call }) => call)).toEqual(['complete']);
    const progress = { done: 2, total: 2, message: 'page 2 of 2' };
    expect(reported.at(-1)?.request).toMatchObject({ jobId: 'j', attempt: 1, logLines: ['Page 2 made'], progress });
  });

  it('sends the id of the causing request with every call, and logs it on each line', async () => {
    const log = createLogger({ name: 'test', level: 'silent' });
    const lines: object[] = [];
    log.child = ((bindings: object) => {
      lines.push(bindings);
      return log;
    }) as unknown as typeof log.child;
    let ofTheWork = '';
    const work: Work = async (_, { peers }: WorkTools) => {
      ofTheWork = (await peers.asSelf()).requestId;
      throw new Error('a page that nobody can read');
    };
    const reported = await attempt(work, {}, log);
    expect(reported.map(({ call, requestId }) => [call, requestId])).toEqual([['fail', REQUEST_ID]]);
    expect(ofTheWork).toBe(REQUEST_ID);
    expect(lines).toEqual([{ job_id: 'j', attempt: 1, request_id: REQUEST_ID }]);
  });
});
