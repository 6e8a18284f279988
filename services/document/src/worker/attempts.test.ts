import { createLogger, createMetrics } from '@symbio/kit';
import { Attempts, type AttemptsOptions } from './attempts.js';
import type { Work } from './work.js';

/** One attempt over peers that answer as a test says; what they were told, in order. */
async function attempt(work: Work, report: { stop?: boolean } = {}): Promise<[call: string, request: object][]> {
  const told: [string, object][] = [];
  const noted =
    (name: string, answer: object = {}) =>
    (request: object) => {
      told.push([name, request]);
      return Promise.resolve(answer);
    };
  const job = { id: 'j', currentAttempts: 1, maxRetries: 3, payload: { documentId: 'd', projectId: 'p' } };
  const peers = {
    asSelf: () => Promise.resolve({ token: '', requestId: '' }),
    jobs: {
      startAttempt: () => Promise.resolve({ taken: true, job, attempt: 1 }),
      reportProgress: () => Promise.resolve({ lost: false, giveWay: false, stop: false, ...report }),
      completeAttempt: noted('complete'),
      failAttempt: noted('fail'),
    },
    documents: {
      beginProcessing: () => Promise.resolve({ document: { id: 'd' }, readyPages: [], analyzedPages: [] }),
      finishProcessing: noted('finish'),
    },
  };
  const log = createLogger({ name: 'test', level: 'silent' });
  const tools = { peers, metrics: createMetrics('test'), log };
  const options = { tools, workerId: 'w', heartbeatMs: 60_000 } as unknown as AttemptsOptions;
  const context = { signal: new AbortController().signal, working: () => undefined };
  await new Attempts(options).handle({ jobId: 'j', type: 'document-specific', attempt: 1 }, work, context);
  return told;
}

/** Two pages; between them it looks whether it is to go on. */
const twoPages: Work = async ({ report }) => {
  report.line('Page 1 made');
  await report.send();
  report.mayStop();
  report.line('Page 2 made');
};

describe('an attempt', () => {
  it('that ends after its page because a person asked for it tells the job service so, and nothing follows', async () => {
    expect(await attempt(twoPages, { stop: true })).toEqual([
      ['fail', expect.objectContaining({ jobId: 'j', attempt: 1, workerId: 'w', stopped: true, errorMessage: '' })],
    ]);
  });

  it('that nobody stops goes on to its end', async () => {
    expect((await attempt(twoPages)).map(([call]) => call)).toEqual(['finish', 'complete']);
  });
});
