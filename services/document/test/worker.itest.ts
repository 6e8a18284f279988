import { existsSync } from 'node:fs';
import path from 'node:path';
import { jest } from '@jest/globals';
import { laneSubject } from '@symbio/events';
import { newId } from '@symbio/runtime';
import { callAs, callAsService } from '@symbio/rpc/testing';
import { testSignature } from '@symbio/events/testing';
import type { Document } from '@symbio/proto/document';
import { RESTORABLE_DAYS } from '@symbio/proto/limits';
import { createTileSigner } from '../src/files/tile-addresses.js';
import { documentPrefix } from '../src/files/blob-keys.js';
import { jpeg2000Pdf, printedPdf, scannedPdf, textPdf } from './fixtures.js';
import {
  patiently,
  PATIENT_TEST_MS,
  processingOf,
  publishedPages,
  startStack,
  statusesOf,
  type Stack,
} from './stack.js';

// child processes are slow on a shared machine
jest.setTimeout(PATIENT_TEST_MS);

let stack: Stack;
let worker: Awaited<ReturnType<Stack['startWorker']>>;

beforeAll(async () => {
  stack = await startStack();
  worker = await stack.startWorker();
});

afterAll(async () => {
  await worker.stop();
  await stack.stop();
});

const getDocument = async (id: string) =>
  (await stack.documents.getDocument({ id }, await callAs(stack.viewer))).document;
const getJob = async (id: string) => (await stack.jobs.getJob({ id }, await callAs(stack.viewer))).job;
const pagesOf = async (documentId: string) =>
  (await stack.documents.listPages({ documentId }, await callAs(stack.viewer))).pages;
const process = async (id: string, jobType = '') =>
  stack.documents.processDocument({ id, projectId: stack.projectId, jobType }, await callAs(stack.editor));
const completed = (jobId: string) =>
  patiently(async () => {
    const job = await getJob(jobId);
    expect(job?.status).toBe('completed');
    return job;
  });

describe('a scanned document', () => {
  let document: Document;
  let started: Awaited<ReturnType<typeof process>>;

  beforeAll(async () => {
    document = await stack.upload(await scannedPdf(3), { fileName: 'Sanborn_1905.pdf', category: 'sanborn_maps' });
    started = await process(document.id);
    await completed(started.jobId);
  });

  it('becomes pages one by one, the first sheet first, with progress and a log (DOC-34, OP-19)', async () => {
    expect(started).toMatchObject({ jobType: 'document-specific', document: { processingStatus: 'queued' } });
    const job = await getJob(started.jobId);
    expect(job?.progress).toEqual({ done: 3, total: 3, message: 'page 3 of 3' });
    await patiently(() =>
      expect(statusesOf(stack.events, started.jobId)).toEqual(['pending', 'processing', 'completed']),
    );

    const ready = await patiently(() => {
      const numbers = stack.readyPages(document.id);
      expect(numbers).toHaveLength(3);
      return numbers;
    });
    expect(ready[0]).toBe(1);
    expect([...ready].sort()).toEqual([1, 2, 3]);
    // sheets without text are analyzed by a separate job
    await patiently(async () =>
      expect(await getDocument(document.id)).toMatchObject({
        totalPages: 3,
        pagesReady: 3,
        processingStatus: 'analysis_complete',
        processingError: '',
      }),
    );
    await patiently(() =>
      expect(processingOf(stack.events, document.id).slice(0, 3)).toEqual(['uploaded', 'queued', 'processing']),
    );

    const pages = await pagesOf(document.id);
    expect(pages.map(({ pageNumber, status }) => [pageNumber, status])).toEqual(
      [1, 2, 3].map((number) => [number, 'ready']),
    );
    expect(pages[0]).toMatchObject({ width: 700, height: 830, dpi: 100, metadata: { pageType: 'sanborn_map' } });
    const { text } = await stack.jobs.getJobLogs({ id: started.jobId }, await callAs(stack.viewer));
    expect(text).toContain('The document has 3 pages');
    expect(text).toContain('Page 1: 700 x 830 pixels, 100 dpi, lifted');
  });

  it('shows its sheets by signed addresses (DATA-09, CONST-03)', async () => {
    const [page] = await pagesOf(document.id);
    const origin = `http://127.0.0.1:${stack.service.filesPort}`;
    const at = async (address = '') => {
      const response = await fetch(`${origin}${address}`);
      return [response.status, response.headers.get('content-type')];
    };
    expect(await at(page?.thumbnailUrl)).toEqual([200, 'image/webp']);
    expect(await at(page?.imageUrl)).toEqual([200, 'image/jpeg']);
    expect(page?.tileSource).toMatchObject({ width: 700, height: 830, tileSize: 512, format: 'jpg' });
    expect(await at(`${page?.tileSource?.url}10/0_0.jpg`)).toEqual([200, 'image/jpeg']);
    // differs from any first letter
    const forged = page?.imageUrl.replace(/sig=(.)/, (_all, first: string) => `sig=${first === 'A' ? 'B' : 'A'}`);
    expect(await at(forged)).toEqual([403, 'application/json; charset=utf-8']);
  });

  it('is not served while deleted, is restored completely, and removed permanently with its files (DOC-06)', async () => {
    const [editor, id] = [await callAs(stack.editor), document.id];
    const pages = await pagesOf(id);
    const [page] = pages;
    const tile = `${page?.tileSource?.url}0/0_0.${page?.tileSource?.format}`;
    const statuses = () =>
      Promise.all(
        [page?.thumbnailUrl ?? '', page?.imageUrl ?? '', document.fileUrl, tile].map(async (address) => {
          const { status } = await fetch(`http://127.0.0.1:${stack.service.filesPort}${address}`);
          return status;
        }),
      );
    expect(await statuses()).toEqual([200, 200, 200, 200]);
    await stack.documents.deleteDocument({ id }, editor);
    await expect(getDocument(id)).rejects.toMatchObject({ code: 'NOT_FOUND', message: 'Document not found' });
    await expect(pagesOf(id)).rejects.toMatchObject({ code: 'NOT_FOUND' });
    await expect(stack.documents.getPage({ id: page?.id ?? '' }, editor)).rejects.toMatchObject({ code: 'NOT_FOUND' });
    await expect(stack.documents.deleteDocument({ id }, editor)).rejects.toMatchObject({ code: 'NOT_FOUND' });
    await patiently(async () => expect(await statuses()).toEqual([404, 404, 404, 404]));
    const { documents: deleted } = await stack.documents.listDeletedDocuments({ projectId: stack.projectId }, editor);
    expect(deleted).toMatchObject([{ id, fileUrl: '', deletedByName: stack.editor.name }]);
    expect(Number(deleted[0]?.purgeAt) - Number(deleted[0]?.deletedAt)).toBe(RESTORABLE_DAYS * 86_400_000);

    await stack.documents.restoreDocument({ id }, editor);
    expect(await statuses()).toEqual([200, 200, 200, 200]);
    const unsigned = (some: typeof pages) =>
      some.map(({ id: pageId, width, metadata }) => ({ pageId, width, metadata }));
    expect(unsigned(await pagesOf(id))).toEqual(unsigned(pages));
    // restoring a document that is not deleted changes nothing
    await stack.documents.restoreDocument({ id }, editor);
    await expect(stack.documents.eraseDocument({ id }, editor)).rejects.toMatchObject({ code: 'NOT_FOUND' });

    await stack.documents.deleteDocument({ id }, editor);
    await stack.documents.eraseDocument({ id }, editor);
    await expect(stack.documents.restoreDocument({ id }, editor)).rejects.toMatchObject({ code: 'NOT_FOUND' });
    expect(existsSync(path.join(stack.blobDir, documentPrefix(stack.projectId, id)))).toBe(false);
    await patiently(() =>
      expect(stack.events.verbsOf(id).slice(-4)).toEqual(['deleted', 'restored', 'deleted', 'erased']),
    );
  });
});

describe('the kinds of jobs (OP-31)', () => {
  let document: Document;

  beforeAll(async () => {
    document = await stack.upload(await textPdf('Sanborn Map Company, surveyed 1905', 'Second page'));
    await completed((await process(document.id, 'background-generate-records')).jobId);
  });

  it('background-generate-records makes records with sizes and text, and no pictures', async () => {
    const pages = await pagesOf(document.id);
    expect(pages).toMatchObject([
      {
        pageNumber: 1,
        status: 'pending',
        imagePath: '',
        width: 1700,
        height: 2200,
        metadata: { extractedText: 'Sanborn Map Company, surveyed 1905' },
      },
      { pageNumber: 2, status: 'pending', metadata: { extractedText: 'Second page' } },
    ]);
    expect(pages[0]?.metadata?.year).toBeUndefined();
    expect(await getDocument(document.id)).toMatchObject({
      totalPages: 2,
      pagesReady: 0,
      processingStatus: 'uploaded',
    });
  });

  it('background-generate-images makes the missing pictures', async () => {
    await completed((await process(document.id, 'background-generate-images')).jobId);
    expect((await pagesOf(document.id)).map(({ status }) => status)).toEqual(['ready', 'ready']);
    const again = await process(document.id, 'background-generate-images');
    // also if nothing was left to do, as after a worker that died before its final report
    expect(await completed(again.jobId)).toMatchObject({ progress: { done: 2, total: 2, message: 'page 2 of 2' } });
    const { text } = await stack.jobs.getJobLogs({ id: again.jobId }, await callAs(stack.viewer));
    expect(text).toContain('0 pages made, 2 kept, 0 failed');
    await patiently(() => expect([...stack.readyPages(document.id)].sort()).toEqual([1, 2]));
  });

  it('background-analyze-pages finds text, year, type and scale (DATA-09)', async () => {
    const sheet = 'Topographic map\nScale 1:24,000\nsurveyed 1954 by the Geological Survey';
    const document = await stack.upload(await textPdf(sheet), { category: 'topographic_maps' });
    await completed((await process(document.id, 'background-analyze-pages')).jobId);
    const [page] = await pagesOf(document.id);
    expect(page?.metadata).toMatchObject({ pageType: 'topographic_map', year: 1954, mapScale: '1:24,000' });
    expect(page?.status).toBe('pending');
  });

  it('ingest-generic-pdf does everything', async () => {
    const document = await stack.upload(await textPdf('Phase I Environmental Site Assessment\n12 Main Street'), {
      fileName: 'report.pdf',
    });
    await completed((await process(document.id, 'ingest-generic-pdf')).jobId);
    await patiently(async () =>
      expect(await getDocument(document.id)).toMatchObject({ processingStatus: 'analysis_complete', pagesReady: 1 }),
    );
  });

  it('classify-document classifies', async () => {
    const report = await textPdf('Phase I Environmental Site Assessment\n12 Main Street');
    const document = await stack.upload(report, { fileName: 'report.pdf' });
    await completed((await process(document.id, 'classify-document')).jobId);
    await patiently(async () =>
      expect(await getDocument(document.id)).toMatchObject({
        processingStatus: 'classified',
        category: 'phase_1_esa',
      }),
    );
  });
});

describe('one job at a time', () => {
  it('refuses a second one on the same document until the first ends', async () => {
    await worker.stop();
    const document = await stack.upload(await printedPdf(1));
    const first = await process(document.id);
    await expect(process(document.id)).rejects.toMatchObject({
      code: 'FAILED_PRECONDITION',
      reason: 'already_processing',
      message: 'This document is being processed already. Wait until that has finished, or cancel the job.',
    });
    await stack.jobs.cancelJob({ id: first.jobId }, await callAs(stack.editor));
    // the document learns of the cancellation from the job service
    await patiently(async () => expect((await getDocument(document.id))?.processingStatus).toBe('uploaded'));
    const second = await process(document.id);
    worker = await stack.startWorker();
    await completed(second.jobId);
    expect((await getJob(first.jobId))?.errorMessage).toBe('Job cancelled by user');
  });

  it('handles a redelivered message once', async () => {
    const document = await stack.upload(await printedPdf(2));
    const { jobId } = await process(document.id);
    const id = newId();
    const [subject, message] = [laneSubject('pictures'), { jobId }];
    const signature = testSignature(subject, JSON.stringify(message));
    await stack.events.broker.publish(subject, message, { id, signature });
    await completed(jobId);
    await patiently(() => expect(stack.readyPages(document.id)).toHaveLength(2));
    const { attempts } = await stack.jobs.listAttempts({ jobId }, await callAs(stack.viewer));
    expect(attempts).toHaveLength(1);
  });

  it('fails a job without a document with a sentence, instead of retrying', async () => {
    const payload = { documentId: newId(), projectId: stack.projectId, pageNumbers: [] };
    const { job } = await stack.jobs.createJob(
      { type: 'ingest-generic-pdf', payload, documentFilename: 'gone.pdf' },
      await callAsService('document'),
    );
    await patiently(async () =>
      expect(await getJob(job?.id ?? '')).toMatchObject({
        status: 'failed',
        errorMessage: 'The document was deleted.',
        currentAttempts: 1,
      }),
    );
  });
});

describe('a sheet in JPEG 2000', () => {
  it('is published twice, as preview and in full, each with its own tiles; the preview is removed (DOC-34)', async () => {
    const [width, height] = [3_000, 3_000];
    const pdf = await jpeg2000Pdf(width, height);
    if (!pdf) return console.warn('opj_compress is not on the PATH: not checked.');
    const document = await stack.upload(pdf, { fileName: 'Survey.pdf', category: 'sanborn_maps' });
    const { jobId } = await process(document.id);
    await completed(jobId);
    await patiently(() => expect(stack.readyPages(document.id)).toEqual([1, 1]));
    const published = publishedPages(stack.events, 'page.ready', document.id);
    for (const page of published) expect(page).toMatchObject({ status: 'ready', width, height, dpi: 300 });
    const [preview, full] = published;
    expect(preview?.imagePath).not.toBe(full?.imagePath);

    const [page] = await pagesOf(document.id);
    expect(page).toMatchObject({ status: 'ready', preview: false, imagePath: full?.imagePath, width, height });
    expect((await getJob(jobId))?.progress).toMatchObject({ done: 1, total: 1 });
    const { text } = await stack.jobs.getJobLogs({ id: jobId }, await callAs(stack.viewer));
    expect(text).toContain('Page 1: first shown at a fraction of its size');
    // the files are stored, and the preview's are removed
    const stored = (key: string) => existsSync(path.join(stack.blobDir, key));
    expect(stored(full?.imagePath ?? '')).toBe(true);
    expect(stored(preview?.imagePath ?? '')).toBe(false);
    // the preview's address yields the full page
    const [, contentHash = ''] = /\/pages\/1\/(\w+)\//.exec(preview?.imagePath ?? '') ?? [];
    const sign = createTileSigner({ secret: stack.config.FILES_SECRET });
    const address = sign({ documentId: document.id, pageNumber: 1, contentHash });
    const tile = await fetch(`http://127.0.0.1:${stack.service.filesPort}${address}12/2_3.jpg`);
    expect([tile.status, tile.headers.get('cache-control')]).toEqual([200, 'no-store']);
    expect(await getDocument(document.id)).toMatchObject({ totalPages: 1, pagesReady: 1 });
  });
});
