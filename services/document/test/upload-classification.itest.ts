/** Automatic classification and reading after an upload. */
import { jest } from '@jest/globals';
import { makeProtectedPdf, PROTECTED_PDF_PASSWORD } from '@symbio/fixtures/protected-pdf';
import { connectMongo } from '@symbio/mongo';
import { newId, systemClock } from '@symbio/runtime';
import { callAs } from '@symbio/rpc/testing';
import { DocumentEvent, SplitCut } from '@symbio/proto/document';
import { documentModels } from '../src/model.js';
import { createDocumentRepository } from '../src/repository.js';
import { letteredScan, printedPdf, textPdf } from './fixtures.js';
import { patiently, PATIENT_TEST_MS, startStack, type Stack } from './stack.js';

// child processes are slow on a shared machine
jest.setTimeout(PATIENT_TEST_MS);

let stack: Stack;

beforeAll(async () => {
  stack = await startStack({ classifiesUploads: true, wordSweepMs: 500 });
});

afterAll(() => stack.stop());

const deed = () => textPdf('WARRANTY DEED. This indenture witnesseth that the grantor conveys to the grantee');
const get = async (id: string) => (await stack.documents.getDocument({ id }, await callAs(stack.viewer))).document;
const classified = (id: string) =>
  patiently(async () => {
    const document = await get(id);
    expect(document?.classification).toBeDefined();
    return document;
  });
const classifications = (id: string) => stack.events.of(id).filter(({ name }) => name === 'document.classified');

describe('an upload', () => {
  it('is classified automatically on behalf of its uploader (DOC-20, DOC-28, OP-18)', async () => {
    const { id } = await stack.upload(await deed(), { fileName: 'Deed.pdf' });
    expect(await classified(id)).toMatchObject({
      category: 'deed_documents',
      processingStatus: 'classified',
      classification: { suggestedCategory: 'deed_documents', needsReview: false },
    });
    const [event] = await patiently(() => {
      expect(classifications(id)).toHaveLength(1);
      return classifications(id);
    });
    expect(event?.actor).toMatchObject({ sub: stack.editor.sub, via: stack.editor.via });
    expect(DocumentEvent.fromJSON(event?.data)).toMatchObject({
      document: { category: 'deed_documents' },
      former: { category: 'other' },
    });
  });

  it('keeps the chosen category, and stores the suggestion', async () => {
    const { id } = await stack.upload(await deed(), { fileName: 'Deed.pdf', category: 'site_survey' });
    expect(await classified(id)).toMatchObject({
      category: 'site_survey',
      classification: { suggestedCategory: 'deed_documents' },
    });
  });

  it('sent twice is classified once', async () => {
    const id = newId();
    const file = await deed();
    await Promise.all([
      stack.upload(file, { id, fileName: 'Deed.pdf' }),
      stack.upload(file, { id, fileName: 'Deed.pdf' }),
    ]);
    await classified(id);
    // a later document is finished: no work on the first one is pending
    const later = await stack.upload(await deed(), { fileName: 'Later.pdf' });
    await patiently(() => expect(classifications(later.id)).toHaveLength(1));
    await patiently(() => expect(classifications(id)).toHaveLength(1));
  });

  it('is classified for a caller who asks', async () => {
    const { id } = await stack.upload(await deed(), { fileName: 'Deed.pdf' });
    const { document } = await stack.documents.classifyDocument(
      { id, recentIsEnough: true },
      await callAs(stack.editor),
    );
    expect(document).toMatchObject({ category: 'deed_documents', processingStatus: 'classified' });
  });
});

describe('an upload behind a password', () => {
  it('says so at once, and is read when a person enters the password, which is kept nowhere', async () => {
    const { id } = await stack.upload(await makeProtectedPdf(), { fileName: 'Locked.pdf' });
    expect(await classified(id)).toMatchObject({
      ...{ needsPassword: true, processingStatus: 'failed' },
      processingError: 'This PDF is protected with a password. Remove the password and upload it again.',
    });
    const unlock = async (password: string, actor = stack.editor) =>
      stack.documents.unlockDocument({ id, password }, await callAs(actor));
    await expect(unlock(PROTECTED_PDF_PASSWORD, stack.viewer)).rejects.toMatchObject({ code: 'PERMISSION_DENIED' });
    await expect(unlock('plum')).rejects.toMatchObject({ reason: 'wrong_password' });
    const { document } = await unlock(PROTECTED_PDF_PASSWORD);
    expect(document).toMatchObject({ needsPassword: false, original: { mimeType: 'application/pdf' } });
    expect(await classified(id)).toMatchObject({ category: 'deed_documents', processingError: '' });
    await patiently(async () => {
      const { jobs } = await stack.jobs.listJobs(
        { projectId: stack.projectId, documentId: id },
        await callAs(stack.viewer),
      );
      expect(jobs).toMatchObject([{ type: 'background-analyze-pages', status: 'pending' }]);
    });
    expect(JSON.stringify(stack.events.published)).not.toContain(PROTECTED_PDF_PASSWORD);
    await expect(unlock(PROTECTED_PDF_PASSWORD)).rejects.toMatchObject({ reason: 'no_password_needed' });
  });
});

describe('an upload processed at once', () => {
  const process = async (id: string) =>
    (await stack.documents.processDocument({ id, projectId: stack.projectId }, await callAs(stack.editor))).jobId;

  it('is classified once, by the service (DOC-28)', async () => {
    const { id } = await stack.upload(await deed(), { fileName: 'Scan.pdf' });
    await process(id);
    const worker = await stack.startWorker();
    try {
      await patiently(async () => expect((await get(id))?.processingStatus).toBe('analysis_complete'));
      expect(await classified(id)).toMatchObject({ category: 'deed_documents', pagesReady: 1 });
    } finally {
      await worker.stop();
    }
    expect(classifications(id).map(({ actor }) => actor.sub)).toEqual([stack.editor.sub]);
  });

  it('is classified again by its text if its name has no evidence (DOC-28)', async () => {
    const scan = await letteredScan([
      { text: 'PHASE I ENVIRONMENTAL SITE ASSESSMENT', x: 70, y: 600, size: 19 },
      { text: 'Prepared in accordance with ASTM E1527', x: 90, y: 560, size: 16 },
      { text: 'Recognized environmental conditions', x: 90, y: 520, size: 16 },
    ]);
    const { id } = await stack.upload(scan, { fileName: 'scan0001.pdf' });
    await process(id);
    const worker = await stack.startWorker();
    try {
      // the exact confidence does not matter here
      await patiently(async () =>
        expect((await get(id))?.classification).toMatchObject({ suggestedCategory: 'phase_1_esa' }),
      );
    } finally {
      await worker.stop();
    }
  });

  it('is classified by its name if the file cannot be opened (DOC-28)', async () => {
    const broken = await stack.upload(Buffer.from('%PDF-1.7\nnothing of a file\n'), { fileName: 'Warranty deed.pdf' });
    await process(broken.id);
    const worker = await stack.startWorker();
    try {
      await patiently(async () =>
        expect(await get(broken.id)).toMatchObject({
          // a name alone is only a suggestion
          category: 'other',
          classification: { suggestedCategory: 'deed_documents', needsReview: true },
          processingStatus: 'failed',
          processingError: expect.stringContaining('.') as unknown,
        }),
      );
    } finally {
      await worker.stop();
    }
  });
});

const documentJobs = async (documentId: string) =>
  (await stack.jobs.listJobs({ projectId: stack.projectId, documentId }, await callAs(stack.viewer))).jobs;

describe('a directory that a split makes of a package', () => {
  it('gets pictures and text automatically, with its category known before a page is read', async () => {
    const { id: documentId } = await stack.upload(await printedPdf(4), { fileName: 'Package.pdf' });
    const split = { documentId, id: newId() };
    await stack.documents.proposeSplit(split, await callAs(stack.editor));
    const cuts = [
      SplitCut.fromPartial({ fromPage: 1, category: 'title_record' }),
      SplitCut.fromPartial({ fromPage: 3, category: 'city_directories' }),
    ];
    await stack.documents.saveSplit({ ...split, cuts }, await callAs(stack.editor));
    const { split: confirmed } = await stack.documents.confirmSplit(split, await callAs(stack.editor));
    const [record = '', directory = ''] = confirmed?.documents.map((one) => one.documentId) ?? [];
    await patiently(async () => {
      expect(await documentJobs(record)).toMatchObject([{ type: 'background-analyze-pages' }]);
      expect(await documentJobs(directory)).toMatchObject([{ type: 'document-specific' }]);
    });
    const worker = await stack.startWorker();
    try {
      await patiently(async () =>
        expect(await get(directory)).toMatchObject({
          ...{ category: 'city_directories', processingStatus: 'analysis_complete', pagesReady: 2 },
        }),
      );
    } finally {
      await worker.stop();
    }
    expect(await documentJobs(directory)).toHaveLength(1);
    const names = stack.events.published.filter(({ data }) => JSON.stringify(data).includes(directory));
    const first = (name: string) => names.findIndex((event) => event.name === name);
    expect(first('document.classified')).toBeGreaterThanOrEqual(0);
    expect(first('document.classified')).toBeLessThan(first('page.analyzed'));
  });
});

describe('the text of an upload', () => {
  it('is read automatically for reports, at low priority, and found then; maps are processed at once (D-70)', async () => {
    const file = await textPdf('1928 Whitcomb Street 114, Acme Dyeworks and dry cleaners; 116 Hanley, grocer');
    const { id } = await stack.upload(file, { fileName: 'Directory.pdf', category: 'city_directories' });
    await patiently(async () =>
      expect(await documentJobs(id)).toMatchObject([{ type: 'background-analyze-pages', status: 'pending' }]),
    );
    const worker = await stack.startWorker();
    try {
      await patiently(async () => {
        const { hits } = await stack.documents.searchPages(
          { projectId: stack.projectId, query: 'dyeworks' },
          await callAs(stack.viewer),
        );
        expect(hits).toMatchObject([{ page: { documentId: id, pageNumber: 1 }, match: 'exact' }]);
      });
      await patiently(async () => expect((await documentJobs(id)).map(({ status }) => status)).toEqual(['completed']));
    } finally {
      await worker.stop();
    }
    expect(await get(id)).toMatchObject({ processingStatus: 'classified', totalPages: 1, pagesReady: 0 });
    const map = await stack.upload(await deed(), { fileName: 'Map.pdf', category: 'aerial_imagery' });
    const made = [{ type: 'document-specific', status: 'pending', createdBy: 'service:document' }];
    await patiently(async () => expect(await documentJobs(map.id)).toMatchObject(made));
    // a person who asks for the same gets that job
    const started = await stack.documents.processDocument({ id: map.id }, await callAs(stack.editor));
    const [job] = await documentJobs(map.id);
    expect([started.jobId, (await documentJobs(map.id)).length]).toEqual([job?.id, 1]);
  });

  it('of a map that a person recognizes is read with its pages, once (D-70)', async () => {
    const { id } = await stack.upload(await deed(), { fileName: 'Sheet.pdf', category: 'site_survey' });
    await patiently(async () => expect(await documentJobs(id)).toHaveLength(1));
    const change = async (category: string) =>
      stack.documents.changeDocuments(
        { projectId: stack.projectId, action: 'set_category', category, documentIds: [id] },
        await callAs(stack.editor),
      );
    await change('topographic_maps');
    await patiently(async () =>
      expect((await documentJobs(id)).map(({ type, status }) => [type, status])).toEqual([
        ['document-specific', 'pending'],
        ['background-analyze-pages', 'failed'],
      ]),
    );
    await change('site_survey');
    await change('sanborn_maps');
    const later = await stack.upload(await deed(), { fileName: 'Later.pdf', category: 'aerial_imagery' });
    await patiently(async () => expect(await documentJobs(later.id)).toHaveLength(1));
    expect(await documentJobs(id)).toHaveLength(2);
  });

  it('is also read for uploads of earlier versions, once and at the lowest priority', async () => {
    const file = await textPdf('Phase I of 1998: a former tannery with vats was found on the parcel next door');
    const { id } = await stack.upload(file, { fileName: 'Old.pdf', category: 'phase_1_esa' });
    const map = await stack.upload(await deed(), { fileName: 'Old map.pdf', category: 'sanborn_maps' });
    await patiently(async () => expect(await documentJobs(map.id)).toHaveLength(1));
    const { MONGODB_URI: uri, MONGODB_DB: database } = stack.config;
    const connection = await connectMongo({ uri, database, appName: 'test' });
    try {
      const models = documentModels(connection);
      const [first] = await patiently(async () => {
        const all = await documentJobs(id);
        expect(all).toMatchObject([{ type: 'background-analyze-pages' }]);
        return all;
      });
      // as if it had never been requested
      const jobs = connection.useDb(stack.jobDatabase).collection<{ _id: string }>('jobs');
      await jobs.deleteOne({ _id: first?.id ?? '' });
      const old = { $set: { createdAt: new Date(0) }, $unset: { classification: '' } };
      await models.documents.collection.updateOne({ _id: map.id } as never, old);
      const unread = { ...old, $unset: { ...old.$unset, job: '' } };
      await models.documents.collection.updateOne({ _id: id } as never, unread);
      const [again] = await patiently(async () => {
        const all = await documentJobs(id);
        expect(all).toHaveLength(1);
        return all;
      });
      expect(again?.priority).toBe(9);
      expect([first?.priority, first?.id]).toEqual([6, again?.id]);
      await classified(id);
      const left = await createDocumentRepository(models, systemClock).unreadUploads(new Date(), '');
      expect(left.filter((one) => [id, map.id].includes(one))).toEqual([]);
      expect(await documentJobs(map.id)).toHaveLength(1);
    } finally {
      await connection.close();
    }
  });
});
