import { AppError, createLogger, notFound, systemClock, type AppErrorCode } from '@symbio/runtime';
import type { CallContext } from '@symbio/rpc';
import { person } from '@symbio/runtime/testing';
import { ProcessDocumentRequest } from '@symbio/proto/document';
import { Job } from '@symbio/proto/job';
import type { DocumentJob, DocumentRow } from '../model.js';
import { createStartProcessing, type StartProcessingDeps } from './start-processing.js';

const context: CallContext = {
  actor: person(),
  token: '',
  signal: new AbortController().signal,
  deadline: new Date(Date.now() + 10_000),
  requestId: 'r',
  log: createLogger({ name: 'test', level: 'silent' }),
};

const jobOf = (id: string, automatic: boolean): DocumentJob => ({
  id,
  type: 'background-analyze-pages',
  since: new Date(),
  ...(automatic && { automatic }),
});

/** Document that gets a job right after it was read. */
function setUp(meanwhile: DocumentJob, known: Readonly<Record<string, string>> = {}, isRunning = false) {
  let document = {
    _id: 'd',
    projectId: 'p',
    totalPages: 0,
    rev: 1,
    fileName: 'a.pdf',
    category: 'other',
  } as DocumentRow;
  const cancelled: string[] = [];
  const created: string[] = [];
  let failure: AppError | undefined;
  const deps = {
    documents: {
      visible: () => {
        const seen = document;
        document = { ...document, job: meanwhile };
        return Promise.resolve(seen);
      },
    },
    records: {
      change: (_id: string, _actor: unknown, decide: (row: DocumentRow) => Partial<DocumentRow>) => {
        document = { ...document, ...decide(document) };
        return Promise.resolve(document);
      },
      find: () => Promise.resolve(document),
      counts: () => Promise.resolve({ rendered: 0, failed: 0 }),
    },
    jobs: {
      createJob: ({ id }: { id: string }) => (failure ? Promise.reject(failure) : Promise.resolve(created.push(id))),
      getJob: ({ id }: { id: string }) =>
        id in known
          ? Promise.resolve({
              job: Job.fromPartial({ id, type: 'document-specific', payload: { documentId: known[id] } }),
            })
          : Promise.reject(notFound('Job')),
    },
    documentJobs: {
      isActive: () => Promise.resolve(true),
      cancelOwn: ({ id }: { id: string }) => Promise.resolve(cancelled.push(id) > 0 && !isRunning),
    },
    clock: systemClock,
  };
  const start = createStartProcessing(deps as unknown as StartProcessingDeps);
  const begin = async (jobId = '', pageNumbers: number[] = []) =>
    start(ProcessDocumentRequest.fromPartial({ id: 'd', jobId, pageNumbers }), context);
  const fail = (code: AppErrorCode): void => {
    failure = new AppError(code, 'any', 'No job');
  };
  return { begin, cancelled, created, fail, jobNow: () => document.job };
}

describe('processing requested by a person', () => {
  it('replaces an automatic job started concurrently', async () => {
    const { begin, cancelled, created } = setUp(jobOf('own', true));
    const { jobId } = await begin();
    expect(cancelled).toEqual(['own']);
    expect(created).toEqual([jobId]);
  });

  it('is refused while a requested job has the document', async () => {
    const { begin, created } = setUp(jobOf('theirs', false));
    await expect(begin()).rejects.toMatchObject({ reason: 'already_processing' });
    expect(created).toEqual([]);
  });

  it('is the job by which the service processes a map already, unless other work is asked for (D-70)', async () => {
    const own = { ...jobOf('own', false), type: 'document-specific', own: true };
    const same = setUp(own);
    expect(await same.begin('mine')).toMatchObject({ jobId: 'own', jobType: 'document-specific' });
    expect([same.cancelled, same.created]).toEqual([[], []]);
    const other = setUp(own);
    expect(await other.begin('mine', [2])).toMatchObject({ jobId: 'mine' });
    expect([other.cancelled, other.created]).toEqual([['own'], ['mine']]);
    const running = setUp(own, {}, true);
    await expect(running.begin('mine', [2])).rejects.toMatchObject({ reason: 'already_processing' });
    expect(running.created).toEqual([]);
  });

  it('resumes after a lost response, without a second job', async () => {
    const { begin, created } = setUp(jobOf('mine', false));
    // the document has the job, but the job service does not
    expect(await begin('mine')).toMatchObject({ jobId: 'mine' });
    expect(created).toEqual(['mine']);
  });

  it('returns the existing, perhaps finished, job on a retry', async () => {
    const { begin, created } = setUp(jobOf('theirs', false), { mine: 'd', foreign: 'another' });
    expect(await begin('mine')).toMatchObject({ jobId: 'mine', jobType: 'document-specific' });
    await expect(begin('foreign')).rejects.toMatchObject({ reason: 'id_taken' });
    expect(created).toEqual([]);
  });

  it.each<AppErrorCode>(['UNAVAILABLE', 'DEADLINE_EXCEEDED', 'CANCELLED', 'INTERNAL'])(
    'keeps its job after %s: it may have been made, and is made otherwise as it was asked for',
    async (code) => {
      const { begin, fail, jobNow } = setUp(jobOf('own', true));
      fail(code);
      await expect(begin('mine', [3, 1])).rejects.toMatchObject({ code });
      expect(jobNow()).toMatchObject({ id: 'mine', type: 'document-specific', pageNumbers: [1, 3] });
    },
  );

  it('releases the document when the job is refused', async () => {
    const { begin, fail, jobNow } = setUp(jobOf('own', true));
    fail('PERMISSION_DENIED');
    await expect(begin('mine')).rejects.toMatchObject({ code: 'PERMISSION_DENIED' });
    expect(jobNow()).toBeUndefined();
  });
});
