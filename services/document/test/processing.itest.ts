/** Processing calls of people and workers over gRPC, without a worker. */
import { newId, type Actor } from '@symbio/runtime';
import { callAs, callAsService } from '@symbio/rpc/testing';
import { eventually } from '@symbio/runtime/testing';
import { PageEvent, PageMetadata, type Document, type RecordPageRequest } from '@symbio/proto/document';
import { documentPrefix } from '../src/files/blob-keys.js';
import { textPdf } from './fixtures.js';
import { refusal, startStack, type Stack } from './stack.js';

let stack: Stack;
let pdf: Buffer;

beforeAll(async () => {
  stack = await startStack();
  pdf = await textPdf('Certified Sanborn Map Report');
});

afterAll(() => stack.stop());

const as = (actor: Actor) => callAs(actor);
const get = async (id: string, actor = stack.viewer) =>
  (await stack.documents.getDocument({ id }, await as(actor))).document;
const worker = () => callAsService('document-worker');

describe('processing', () => {
  const process = async (id: string, more: object = {}, actor = stack.editor) =>
    stack.documents.processDocument({ id, ...more }, await as(actor));

  it('refuses unknown job types and documents of other projects', async () => {
    const { id } = await stack.upload(pdf);
    expect((await refusal(process(id, { jobType: 'make-coffee' }))).fields).toHaveProperty('jobType');
    expect(await refusal(process(id, { projectId: newId() }))).toMatchObject({
      code: 'NOT_FOUND',
      message: 'Document not found',
    });
    expect(await refusal(process(id, {}, stack.viewer))).toMatchObject({ code: 'PERMISSION_DENIED' });
    expect((await get(id))?.processingStatus).toBe('uploaded');
  });

  it('creates a job that knows its document (JOB-26)', async () => {
    const { id } = await stack.upload(pdf, { fileName: 'map.pdf', category: 'sanborn_maps' });
    const { jobId } = await process(id, { jobType: 'background-generate-images' });
    const { job } = await stack.jobs.getJob({ id: jobId }, await as(stack.viewer));
    expect(job).toMatchObject({
      type: 'background-generate-images',
      documentFilename: 'map.pdf',
      documentCategory: 'sanborn_maps',
      payload: { documentId: id, projectId: stack.projectId },
      createdBy: stack.editor.sub,
    });
  });
});

describe("a worker's report", () => {
  const begun = async () => {
    const document = await stack.upload(pdf, { category: 'sanborn_maps' });
    const jobId = newId();
    await stack.documents.beginProcessing({ documentId: document.id, jobId }, await worker());
    await stack.documents.recordPageCount({ documentId: document.id, totalPages: 2 }, await worker());
    return { document, jobId };
  };
  const pageOf = (
    { id, projectId }: Document,
    overrides: Partial<RecordPageRequest> = {},
  ): Partial<RecordPageRequest> => {
    const prefix = `${documentPrefix(projectId, id)}/pages/1/abc`;
    return {
      documentId: id,
      pageNumber: 1,
      imagePath: `${prefix}/pyramid.tif`,
      thumbnailPath: `${prefix}/thumbnail.webp`,
      contentHash: 'abc',
      tileFormat: 'jpg',
      width: 6_400,
      height: 7_600,
      dpi: 300,
      analyzed: true,
      metadata: PageMetadata.fromPartial({ pageType: 'sanborn_map', year: 1905, extractedText: 'Gas holder' }),
      words: [{ text: 'Gas', x: 1, y: 2, width: 3, height: 4, confidence: 1, turned: 0 }],
      ...overrides,
    };
  };
  /** Events of pages one and two, each in order; pages may interleave. */
  const publishedOf = (documentId: string): string[][] =>
    [1, 2].map((pageNumber) =>
      stack.events.published
        .filter(({ name, data }) => {
          const page = name.startsWith('page.') ? PageEvent.fromJSON(data).page : undefined;
          return page?.documentId === documentId && page.pageNumber === pageNumber;
        })
        .map(({ name }) => name),
    );

  it('creates and fills a record per page; repetition changes nothing (DATA-08)', async () => {
    const { document } = await begun();
    const first = await stack.documents.recordPage(pageOf(document), await worker());
    const second = await stack.documents.recordPage(pageOf(document), await worker());
    expect(second.page?.updatedAt).toEqual(first.page?.updatedAt);
    const { pages } = await stack.documents.listPages({ documentId: document.id }, await as(stack.viewer));
    expect(pages).toMatchObject([
      {
        pageNumber: 1,
        status: 'ready',
        metadata: { pageType: 'sanborn_map', year: 1905, extractedText: 'Gas holder' },
      },
      { pageNumber: 2, status: 'pending', imageUrl: '', tileSource: undefined },
    ]);
    const page = await stack.documents.getPage({ id: pages[0]?.id ?? '' }, await as(stack.viewer));
    expect(page.page).toMatchObject({
      id: pages[0]?.id,
      documentId: document.id,
      tileSource: { width: 6_400, height: 7_600, format: 'jpg' },
    });
    expect(await refusal(stack.documents.getPage({ id: pages[0]?.id ?? '' }, await as(stack.stranger)))).toMatchObject({
      code: 'NOT_FOUND',
      message: 'Page not found',
    });
    await eventually(async () =>
      expect(await get(document.id)).toMatchObject({ totalPages: 2, pagesReady: 1, processingStatus: 'processing' }),
    );
    await eventually(() => expect(publishedOf(document.id)).toEqual([['page.ready', 'page.analyzed'], []]));
  });

  it('publishes a failed page, and keeps an existing picture', async () => {
    const { document } = await begun();
    const failed = { documentId: document.id, pageNumber: 2, error: 'Page 2 is damaged and could not be drawn.' };
    await stack.documents.recordPage(failed, await worker());
    await stack.documents.recordPage(pageOf(document), await worker());
    await stack.documents.recordPage(
      { documentId: document.id, pageNumber: 1, error: 'later trouble' },
      await worker(),
    );
    const { pages } = await stack.documents.listPages({ documentId: document.id }, await as(stack.viewer));
    expect(pages.map(({ status, error }) => [status, error])).toEqual([
      ['ready', ''],
      ['failed', 'Page 2 is damaged and could not be drawn.'],
    ]);
    await eventually(() =>
      expect(publishedOf(document.id)).toEqual([['page.ready', 'page.analyzed'], ['page.failed']]),
    );
  });

  it('records the facts of a ready page, and removes pages beyond the count', async () => {
    const { document } = await begun();
    await stack.documents.recordPage(pageOf(document), await worker());
    await stack.documents.recordPage(
      {
        documentId: document.id,
        pageNumber: 1,
        analyzed: true,
        metadata: PageMetadata.fromPartial({ pageType: 'sanborn_map', year: 1911 }),
      },
      await worker(),
    );
    await stack.documents.recordPageCount({ documentId: document.id, totalPages: 1 }, await worker());
    const { pages } = await stack.documents.listPages({ documentId: document.id }, await as(stack.viewer));
    expect(pages.map(({ metadata, status }) => [metadata?.year, status])).toEqual([[1911, 'ready']]);
    await eventually(() =>
      expect(publishedOf(document.id)).toEqual([['page.ready', 'page.analyzed', 'page.analyzed'], ['page.deleted']]),
    );
  });

  it('does not publish the comparison of a picture with its page', async () => {
    const { document } = await begun();
    const lifted = await stack.documents.recordPage(pageOf(document, { madeBy: 'lifted' }), await worker());
    expect(lifted.page?.unaudited).toBe(true);
    const compared = { documentId: document.id, pageNumber: 1, audited: true };
    expect((await stack.documents.recordPage(compared, await worker())).page?.unaudited).toBe(false);
    // events of a page are ordered: an extra one would have arrived before the last two
    await stack.documents.recordPage(pageOf(document, { contentHash: 'def' }), await worker());
    await eventually(() =>
      expect(publishedOf(document.id)).toEqual([['page.ready', 'page.analyzed', 'page.ready', 'page.analyzed'], []]),
    );
  });

  it('ends in the state of the pages, or in a sentence', async () => {
    const { document, jobId } = await begun();
    let rev = 0;
    const follows = async (status: string, errorMessage: string, expected: object) => {
      await stack.publishJob(document.id, { id: jobId, status, errorMessage }, ++rev);
      await eventually(async () => expect(await get(document.id)).toMatchObject(expected));
    };
    const [full, damaged] = ['Out of memory.', 'This PDF is damaged.'];
    await follows('retrying', full, { processingStatus: 'queued', processingError: full });
    await follows('failed', damaged, { processingStatus: 'failed', processingError: damaged });
    await follows('pending', '', { processingStatus: 'queued', processingError: '' });
    await stack.documents.beginProcessing({ documentId: document.id, jobId }, await worker());
    await stack.documents.recordPage(pageOf(document), await worker());
    await follows('completed', '', { processingStatus: 'pages_ready', processingError: '', pagesReady: 1 });
  });

  it('refuses a report of a picture once a later attempt of the job has reported the page', async () => {
    const { document, jobId } = await begun();
    const again = async () => {
      const before = await get(document.id);
      const { fencingToken } = await stack.documents.beginProcessing(
        { documentId: document.id, jobId },
        await worker(),
      );
      // internal to workers
      expect((await get(document.id))?.updatedAt).toEqual(before?.updatedAt);
      return fencingToken;
    };
    const stale = await again();
    const live = await again();
    expect(live).toBeGreaterThan(stale);
    const told = async (fencingToken: number, contentHash: string) => {
      const imagePath = `${documentPrefix(document.projectId, document.id)}/pages/1/${contentHash}/pyramid.tif`;
      const request = pageOf(document, { fencingToken, contentHash, imagePath });
      return (await stack.documents.recordPage(request, await worker())).page?.imagePath;
    };
    // valid until then
    expect(await told(stale, 'stale')).toContain('/stale/');
    expect(await told(live, 'live')).toContain('/live/');
    expect(await refusal(told(stale, 'stale'))).toMatchObject({ code: 'FAILED_PRECONDITION', reason: 'superseded' });
    const failed = { documentId: document.id, jobId, fencingToken: stale, pageNumber: 1, error: 'damaged' };
    expect(await refusal(stack.documents.recordPage(failed, await worker()))).toMatchObject({ reason: 'superseded' });
    const { pages } = await stack.documents.listPages({ documentId: document.id }, await as(stack.viewer));
    expect(pages[0]).toMatchObject({ status: 'ready', imagePath: expect.stringContaining('/live/') as unknown });
  });

  it('is refused while another job has the document', async () => {
    const { document } = await begun();
    const call = stack.documents.beginProcessing({ documentId: document.id, jobId: newId() }, await worker());
    expect(await refusal(call)).toMatchObject({
      code: 'FAILED_PRECONDITION',
      message: 'Another job is working on this document.',
    });
  });

  it('must use the folder of the page and be complete', async () => {
    const { document } = await begun();
    const foreign = pageOf(document, { imagePath: 'projects/x/documents/y/pages/1/abc/pyramid.tif' });
    expect(await refusal(stack.documents.recordPage(foreign, await worker()))).toMatchObject({
      reason: 'foreign_blob',
    });
    expect(await refusal(stack.documents.recordPage(pageOf(document, { width: 0 }), await worker()))).toMatchObject({
      reason: 'incomplete_page',
    });
    expect(
      await refusal(stack.documents.recordPage(pageOf(document, { pageNumber: 0 }), await worker())),
    ).toMatchObject({ code: 'INVALID_ARGUMENT' });
    expect(
      await refusal(stack.documents.recordPageCount({ documentId: document.id, totalPages: 2_001 }, await worker())),
    ).toMatchObject({ code: 'INVALID_ARGUMENT' });
    expect(await refusal(stack.documents.recordPage(pageOf(document), await as(stack.editor)))).toMatchObject({
      code: 'PERMISSION_DENIED',
    });
  });

  it('follows a new category of the document (OP-42)', async () => {
    const { document } = await begun();
    await stack.documents.recordPage(pageOf(document), await worker());
    await stack.documents.updateDocument(
      { id: document.id, title: 'Topo', category: 'topographic_maps' },
      await as(stack.editor),
    );
    const { pages } = await stack.documents.listPages({ documentId: document.id }, await as(stack.viewer));
    expect(pages[0]?.metadata?.pageType).toBe('topographic_map');
  });
});
