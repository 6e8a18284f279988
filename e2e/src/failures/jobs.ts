/** Running job survives when its worker, the broker or the database is killed. */
import { readdirSync, statSync } from 'node:fs';
import path from 'node:path';
import sharp from 'sharp';
import { makeTestSheetPdf } from '@symbio/fixtures/map-set';
import { jpegImage, pdfBuffer } from '@symbio/fixtures/pdf-writer';
import { eventually, type Document, type Many, type One, type Page } from '../api-client.js';
import type { FailingStack } from './stack.js';

const PAGES = 9;
const SIZE = { width: 1600, height: 1900 };

interface Job {
  id: string;
  status: string;
  current_attempts: number;
  progress: { done: number; total: number; message: string } | null;
  result: { pages_processed: number; pages_skipped: number; pages_failed: number } | null;
  error_message: string | null;
}
interface Attempt {
  number: number;
  worker_id: string;
  started_at: string;
  ended_at: string | null;
  error_message: string | null;
}

let pdf: Buffer;
let shared: FailingStack;

/** Noise pages: slow to render, never equal, and with enough text to skip OCR. */
async function scan(): Promise<Buffer> {
  const noise = { type: 'gaussian' as const, mean: 100, sigma: 30 };
  const grain = await sharp({ create: { ...SIZE, channels: 3, background: '#888', noise } })
    .png({ compressionLevel: 1 })
    .toBuffer();
  return pdfBuffer(async (writer) => {
    for (let page = 0; page < PAGES; page++) {
      const jpeg = await sharp(grain).linear(1, page).jpeg({ quality: 70 }).toBuffer();
      const text = `Page ${page + 1} of what survives its worker`;
      const textLayer = [{ text, from: [100, 200], to: [1500, 200], capHeight: 30 }] as const;
      await writer.addImagePage(jpegImage(jpeg, SIZE.width, SIZE.height), { dpi: 200, textLayer });
    }
  });
}

const jobOf = async (id: string): Promise<Job> => (await shared.staff.get<One<Job>>(`/api/jobs/${id}`)).body.data;
const attemptsOf = async (id: string): Promise<Attempt[]> =>
  (await shared.staff.get<Many<Attempt>>(`/api/jobs/${id}/attempts`)).body.data;
const readyPages = async (documentId: string): Promise<Page[]> =>
  (await shared.staff.get<Many<Page>>(`/api/documents/${documentId}/pages`)).body.data.filter(
    ({ status }) => status === 'ready',
  );

/** Write time of each picture by page; a page rendered twice would have two, or a later one. */
function written(document: Document): Record<string, number> {
  const pages = path.join(shared.dataDir, 'blobs', path.dirname(document.file_path), 'pages');
  return Object.fromEntries(
    readdirSync(pages, { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('pyramid.tif'))
      .map((name) => [name, statSync(path.join(pages, name)).mtimeMs]),
  );
}

const workers = (): string[] => shared.stack.processes.filter((name) => name.startsWith('document-worker'));

/** Job interrupted in mid-document, with the pages written by then. */
interface Disturbed {
  document: Document;
  jobId: string;
  before: Record<string, number>;
}

/** Processes a document and interrupts it when some pages are ready. */
async function disturbed(name: string, disturb: (jobId: string) => Promise<void> | void): Promise<Disturbed> {
  for (;;) {
    const document = await shared.staff.uploadOne(shared.project.id, name, pdf, 'sanborn_maps');
    const started = await shared.staff.post<{ jobId: string }>('/api/document-processor', {
      documentId: document.id,
      projectId: shared.project.id,
    });
    expect(started.status).toBe(200);
    const { jobId } = started.body;
    await eventually(async () => expect((await readyPages(document.id)).length).toBeGreaterThanOrEqual(3));
    const goOn = shared.pause(workers());
    try {
      const numbers = new Set((await readyPages(document.id)).map(({ page_number }) => String(page_number)));
      if (numbers.size < PAGES) {
        expect(await jobOf(jobId)).toMatchObject({ status: 'processing', result: null });
        const files = Object.entries(written(document));
        const before = Object.fromEntries(files.filter(([file]) => numbers.has(file.split(path.sep)[0] ?? '')));
        await disturb(jobId);
        return { document, jobId, before };
      }
    } finally {
      goOn();
    }
    // finished too early: retry
  }
}

/** Each page has one picture, and finished pages were not written again. */
async function isWhole(document: Document, jobId: string, before: Record<string, number>): Promise<Job> {
  const job = await eventually(async () => {
    const found = await jobOf(jobId);
    expect(found.status).toBe('completed');
    return found;
  });
  const ready = await readyPages(document.id);
  expect(ready.map(({ page_number }) => page_number)).toEqual(Array.from({ length: PAGES }, (_, index) => index + 1));
  const files = written(document);
  expect(Object.keys(files)).toHaveLength(PAGES);
  expect(files).toMatchObject(before);
  expect(job.progress).toEqual({ done: PAGES, total: PAGES, message: `page ${PAGES} of ${PAGES}` });
  expect((job.result?.pages_processed ?? 0) + (job.result?.pages_skipped ?? 0)).toBe(PAGES);
  expect(job.result?.pages_failed).toBe(0);
  expect(await shared.staff.settled(document.id)).toMatchObject({ total_pages: PAGES, processing_error: '' });
  return job;
}

export const jobsOn = (started: () => FailingStack): void =>
  describe('a job in mid-document', () => {
    beforeAll(async () => {
      shared = started();
      pdf = await scan();
    });

    it('resumes in another worker when its own is killed, without repeating finished pages (OP-33)', async () => {
      expect(workers()).toEqual(['document-worker', 'document-worker-2']);
      const { document, jobId, before } = await disturbed('worker-killed.pdf', async (id) => {
        const [attempt] = await attemptsOf(id);
        expect(attempt).toMatchObject({ number: 1, ended_at: null, error_message: null });
        shared.kill(String(workers().find((name) => attempt?.worker_id.includes(`-${shared.stack.pid(name)}-`))));
      });

      const job = await isWhole(document, jobId, before);
      // the lost attempt does not count
      expect(job.current_attempts).toBe(0);
      expect(job.result?.pages_skipped).toBeGreaterThanOrEqual(Object.keys(before).length);
      const attempts = await attemptsOf(jobId);
      expect(attempts.map(({ number, error_message }) => [number, error_message])).toEqual([
        [2, null],
        [1, 'The worker stopped answering.'],
      ]);
      expect(attempts[0]?.worker_id).not.toBe(attempts[1]?.worker_id);
      expect(attempts.every(({ ended_at }) => ended_at !== null)).toBe(true);
    });

    it('continues after the broker is killed and restarted', async () => {
      const { document, jobId, before } = await disturbed('broker-killed.pdf', () => void shared.kill('nats'));
      await isWhole(document, jobId, before);
    });

    it('continues after the database is killed and restarted', async () => {
      const { document, jobId, before } = await disturbed('database-killed.pdf', () => void shared.kill('mongodb'));
      await isWhole(document, jobId, before);
    });

    it('leaves a queue that takes the next job, once', async () => {
      const { pdf: next } = await makeTestSheetPdf({ width: 600 });
      const document = await shared.staff.uploadOne(shared.project.id, 'next.pdf', next, 'sanborn_maps');
      expect(await shared.staff.process(document, shared.project.id)).toMatchObject({
        total_pages: 1,
        processing_error: '',
      });
      await eventually(async () => {
        const { body } = await shared.staff.get<Many<Job>>(
          `/api/jobs?document_id=${document.id}&type=document-specific`,
        );
        expect(body.data).toMatchObject([{ status: 'completed', current_attempts: 0 }]);
      });
    });
  });
