/** Workers crash, stop and read hostile files; finished work is neither lost nor repeated. */
import { existsSync } from 'node:fs';
import { copyFile, readFile } from 'node:fs/promises';
import path from 'node:path';
import { jest } from '@jest/globals';
import { createFolderStore } from '@symbio/blobs';
import { createLogger, createMetrics } from '@symbio/runtime';
import type { Client } from '@symbio/rpc';
import { callAs, callAsService, testClient } from '@symbio/rpc/testing';
import { createOcrReader } from '@symbio/page-engine/lettering';
import { createPipelineRunner } from '@symbio/page-engine/pipeline';
import { createPageReader } from '@symbio/page-engine/reading';
import { corpusFolder, hasCorpus } from '@symbio/page-engine/testing/corpus';
import { DocumentServiceService } from '@symbio/proto/document';
import { JobServiceService } from '@symbio/proto/job';
import { analyzePages } from '../src/worker/analysis-work.js';
import { createAttempts } from '../src/worker/attempts.js';
import { makePages } from '../src/worker/page-pictures.js';
import { printedPdf, scannedPdf } from './fixtures.js';
import { patiently, PATIENT_TEST_MS, startStack, statusesOf, type Stack } from './stack.js';

// child processes are slow on a shared machine
jest.setTimeout(PATIENT_TEST_MS);

const PAGES = 5;

let stack: Stack;
let pdf: Buffer;

beforeAll(async () => {
  stack = await startStack();
  pdf = await printedPdf(PAGES);
});

afterAll(() => stack.stop());

const getJob = async (id: string) => (await stack.jobs.getJob({ id }, await callAs(stack.viewer))).job;
const getDocument = async (id: string) =>
  (await stack.documents.getDocument({ id }, await callAs(stack.viewer))).document;
const logOf = async (id: string) => (await stack.jobs.getJobLogs({ id }, await callAs(stack.viewer))).text;
const process = async (id: string) => (await stack.documents.processDocument({ id }, await callAs(stack.editor))).jobId;
const ended = (jobId: string) =>
  patiently(async () => {
    const job = await getJob(jobId);
    expect(['completed', 'failed']).toContain(job?.status);
    return job;
  });

/** Its calls to the document service pass through `onRecorded`. */
function handDrivenWorker(workerId: string, onRecorded: (pages: number) => Promise<void>) {
  const documents = testClient(DocumentServiceService, stack.config.SYMBIO_DOCUMENT_ADDR);
  const jobs = testClient(JobServiceService, stack.config.SYMBIO_JOB_ADDR);
  let recorded = 0;
  let dead = false;
  let bury: () => void = () => undefined;
  const buried = new Promise<never>((_, reject) => (bury = () => reject(new Error('this worker is dead'))));
  buried.catch(() => undefined);
  const unlessDead = <T>(call: () => Promise<T>): Promise<T> => (dead ? buried : call());
  const watched: Client<typeof DocumentServiceService> = {
    ...documents.client,
    recordPage: async (request, parent) => {
      const answer = await unlessDead(() => documents.client.recordPage(request, parent));
      await onRecorded(++recorded);
      return unlessDead(() => Promise.resolve(answer));
    },
  };
  const silenced: Client<typeof JobServiceService> = {
    ...jobs.client,
    reportProgress: (request, parent) => unlessDead(() => jobs.client.reportProgress(request, parent)),
  };
  const log = createLogger({ name: 'test', level: 'silent' });
  const runner = createPipelineRunner();
  const attempts = createAttempts({
    tools: {
      peers: { documents: watched, jobs: silenced, asSelf: () => callAsService('document-worker') },
      blobs: createFolderStore({ dir: stack.blobDir, secret: stack.config.FILES_SECRET }),
      runner,
      reader: createPageReader(),
      ocr: createOcrReader(),
      metrics: createMetrics('test'),
      log,
    },
    workerId,
    heartbeatMs: 200,
    workOf: (type) => (type === 'background-analyze-pages' ? analyzePages : makePages),
  });
  return {
    attempts,
    die: () => {
      dead = true;
    },
    bury: () => bury(),
    close: async () => {
      await runner.close();
      documents.close();
      jobs.close();
    },
  };
}

const stored = async (documentId: string) => {
  const { pages } = await stack.documents.listPages({ documentId }, await callAs(stack.viewer));
  return pages.map(({ pageNumber, status, imagePath }) => ({ pageNumber, status, imagePath }));
};

describe('a worker that dies during a document', () => {
  it('loses nothing: another one resumes and repeats no finished page (OP-33)', async () => {
    const { id } = await stack.upload(pdf, { category: 'sanborn_maps' });
    const jobId = await process(id);
    let died: () => void = () => undefined;
    const hasDied = new Promise<void>((resolve) => (died = resolve));
    const first = handDrivenWorker('the first worker', (pages) => {
      if (pages === 2) {
        first.die();
        died();
      }
      return Promise.resolve();
    });
    const silent = first.attempts.handle(jobId, new AbortController().signal);
    await hasDied;
    stack.outlastLeases();
    const before = (await stored(id)).filter(({ status }) => status === 'ready');
    expect(before).toHaveLength(2);

    const second = await stack.startWorker();
    const job = await ended(jobId);
    expect(job).toMatchObject({ status: 'completed', currentAttempts: 0 });
    expect(await stored(id)).toEqual(expect.arrayContaining(before));
    expect((await stored(id)).every(({ status }) => status === 'ready')).toBe(true);
    await patiently(() => expect([...stack.readyPages(id)].sort()).toEqual([1, 2, 3, 4, 5]));
    expect(await logOf(jobId)).toContain('3 pages made, 2 kept, 0 failed');
    await patiently(() =>
      expect(statusesOf(stack.events, jobId)).toEqual(['pending', 'processing', 'retrying', 'processing', 'completed']),
    );
    const { attempts } = await stack.jobs.listAttempts({ jobId }, await callAs(stack.viewer));
    expect(attempts.map(({ number, errorMessage }) => [number, errorMessage])).toEqual([
      [2, ''],
      [1, 'The worker stopped answering.'],
    ]);
    await second.stop();
    first.bury();
    await silent;
    // late reports of the first worker change nothing
    expect(await getJob(jobId)).toMatchObject({ status: 'completed', currentAttempts: 0 });
    await first.close();
  });
});

describe('an automatic analysis', () => {
  it('finds a picture that differs from its page, and renders the page', async () => {
    const { id } = await stack.upload(await scannedPdf(2), { category: 'sanborn_maps' });
    const making = handDrivenWorker('the first worker', () => Promise.resolve());
    await making.attempts.handle(await process(id), new AbortController().signal);
    const pages = async () => (await stack.documents.listPages({ documentId: id }, await callAs(stack.viewer))).pages;
    const [one, other] = await pages();
    expect([one?.unaudited, other?.unaudited]).toEqual([true, true]);
    // replace the first page's picture with the second's
    const at = (key = '') => path.join(stack.blobDir, key);
    await copyFile(at(other?.imagePath), at(one?.imagePath));

    const worker = await stack.startWorker();
    await patiently(async () => expect((await getDocument(id))?.processingStatus).toBe('analysis_complete'));
    const [redrawn, kept] = await pages();
    expect(redrawn).toMatchObject({ status: 'ready', unaudited: false, width: one?.width, height: one?.height });
    const wrong = await readFile(at(other?.imagePath));
    expect((await readFile(at(redrawn?.imagePath))).equals(wrong)).toBe(false);
    expect(kept).toMatchObject({ imagePath: other?.imagePath, unaudited: false });
    const { jobs } = await stack.jobs.listJobs(
      { projectId: stack.projectId, documentId: id },
      await callAs(stack.viewer),
    );
    const analysis = jobs.find(({ type }) => type === 'background-analyze-pages');
    expect(await logOf(analysis?.id ?? '')).toContain('differed from their pages: the pictures of 1\n');
    await worker.stop();
    await making.close();
  });

  it("makes room for a person's job and is done after it", async () => {
    const { id } = await stack.upload(await scannedPdf(2), { category: 'sanborn_maps' });
    const making = handDrivenWorker('the first worker', () => Promise.resolve());
    const { signal } = new AbortController();
    await making.attempts.handle(await process(id), signal);
    const automatic = async () => {
      const { jobs } = await stack.jobs.listJobs(
        { projectId: stack.projectId, documentId: id },
        await callAs(stack.viewer),
      );
      return jobs.filter(({ type }) => type === 'background-analyze-pages');
    };
    const [analysis] = await patiently(async () => {
      const found = await automatic();
      expect(found).toHaveLength(1);
      return found;
    });
    const analysisId = analysis?.id ?? '';
    let persons = '';
    const analysing = handDrivenWorker('the second worker', async () => {
      // between two of its pages
      persons ||= await process(id);
    });
    await analysing.attempts.handle(analysisId, signal);
    expect(await logOf(analysisId)).toContain('Stopped: another job works on this document now.');
    expect((await getJob(analysisId))?.status).toBe('completed');
    expect(await getDocument(id)).toMatchObject({ processingStatus: 'queued' });

    const worker = await stack.startWorker();
    expect(await ended(persons)).toMatchObject({ status: 'completed' });
    await patiently(async () =>
      expect(await getDocument(id)).toMatchObject({ processingStatus: 'analysis_complete', processingError: '' }),
    );
    expect(await automatic()).toHaveLength(2);
    await worker.stop();
    await making.close();
    await analysing.close();
  });
});

describe('a stopping worker', () => {
  it('hands the job back at once, and the attempt does not count', async () => {
    const { id } = await stack.upload(pdf, { category: 'sanborn_maps' });
    const jobId = await process(id);
    const stop = new AbortController();
    const first = handDrivenWorker('the first worker', (pages) => {
      if (pages === 2) stop.abort();
      return Promise.resolve();
    });
    await first.attempts.handle(jobId, stop.signal);
    expect(await getJob(jobId)).toMatchObject({ status: 'pending', currentAttempts: 0, errorMessage: '' });
    await patiently(async () => expect((await getDocument(id))?.processingStatus).toBe('queued'));
    const before = (await stored(id)).filter(({ status }) => status === 'ready');
    expect(before.length).toBeGreaterThanOrEqual(2);

    const second = await stack.startWorker();
    expect(await ended(jobId)).toMatchObject({ status: 'completed', currentAttempts: 0 });
    await patiently(() => expect([...stack.readyPages(id)].sort()).toEqual([1, 2, 3, 4, 5]));
    const made = PAGES - before.length;
    expect(await logOf(jobId)).toContain(
      `${made} ${made === 1 ? 'page' : 'pages'} made, ${before.length} kept, 0 failed`,
    );
    await second.stop();
    await first.close();
  });
});

it('stops when its document is deleted, and leaves what can be restored', async () => {
  const document = await stack.upload(pdf);
  const jobId = await process(document.id);
  const worker = handDrivenWorker('a worker', async (pages) => {
    if (pages === 2) await stack.documents.deleteDocument({ id: document.id }, await callAs(stack.editor));
  });
  await worker.attempts.handle(jobId, new AbortController().signal);
  expect(existsSync(path.join(stack.blobDir, document.filePath))).toBe(true);
  await patiently(async () =>
    expect(await getJob(jobId)).toMatchObject({ status: 'failed', errorMessage: 'The document was deleted.' }),
  );
  await worker.close();
});

describe('hostile files', () => {
  let worker: Awaited<ReturnType<Stack['startWorker']>>;

  beforeAll(async () => {
    worker = await stack.startWorker();
  });
  afterAll(() => worker.stop());

  /** Each fails with this sentence, on the job and on the document. */
  const made: [string, () => Promise<Buffer>, RegExp][] = [
    ['nothing but a header', () => Promise.resolve(Buffer.from('%PDF-1.7\n')), /damaged/],
    [
      'cut off in the middle of a scan',
      async () => {
        const scan = await scannedPdf(PAGES);
        return scan.subarray(0, Math.floor(scan.length / 3));
      },
      /damaged|could be drawn/,
    ],
  ];
  // crashes the child process; the page engine's corpus.test.ts covers all such files
  const bomb = 'bomb_giant.pdf';
  const files = [
    ...made,
    ...(hasCorpus('pdf')
      ? [
          [
            bomb,
            () => readFile(path.join(corpusFolder('pdf'), bomb)),
            /too large|memory|could be drawn|too long/,
          ] as (typeof made)[number],
        ]
      : []),
  ];

  it.each(files)('%s ends in pages or in a plain sentence, without useless retries', async (_, file, sentence) => {
    const { id } = await stack.upload(await file());
    const job = await ended(await process(id));
    expect(job?.currentAttempts).toBe(job?.status === 'completed' ? 0 : 1);
    const document = await patiently(async () => {
      const found = await getDocument(id);
      expect(['failed', 'pages_ready', 'analysis_complete']).toContain(found?.processingStatus);
      return found;
    });
    if (job?.status === 'completed') {
      expect(document?.pagesReady).toBeGreaterThan(0);
      return;
    }
    expect(job?.errorMessage).toMatch(sentence);
    expect(job?.errorMessage).toMatch(/^[A-Z].*\.$/);
    expect(document).toMatchObject({ processingStatus: 'failed', processingError: job?.errorMessage });
  });

  it('does not prevent the next job', async () => {
    const { id } = await stack.upload(pdf);
    expect(await ended(await process(id))).toMatchObject({ status: 'completed', currentAttempts: 0 });
  });
});
