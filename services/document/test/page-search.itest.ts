import { jest } from '@jest/globals';
import { newId, type AppError } from '@symbio/runtime';
import { callAs, callAsService } from '@symbio/rpc/testing';
import { administrator, eventually } from '@symbio/runtime/testing';
import { letteredScan, SHEET, textPdf } from './fixtures.js';
import { misreadWordsOn } from './page-search/misread-words.js';
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
  stack = await startStack({ wordSweepMs: 500 });
  worker = await stack.startWorker();
});

afterAll(async () => {
  await worker.stop();
  await stack.stop();
});

const viewer = () => callAs(stack.viewer);
const process = async (id: string, request: { jobType?: string; pageNumbers?: number[] } = {}) =>
  stack.documents.processDocument({ id, projectId: stack.projectId, ...request }, await callAs(stack.editor));
const getDocument = async (id: string) => (await stack.documents.getDocument({ id }, await viewer())).document;
const pagesOf = async (documentId: string) => (await stack.documents.listPages({ documentId }, await viewer())).pages;
const search = async (query: string, request: object = {}) =>
  stack.documents.searchPages({ projectId: stack.projectId, query, ...request }, await viewer());
const becomes = (id: string, processingStatus: string) =>
  patiently(async () => {
    const document = await getDocument(id);
    expect(document?.processingStatus).toBe(processingStatus);
    return document;
  });
const documentJobs = async (documentId: string) =>
  (await stack.jobs.listJobs({ projectId: stack.projectId, documentId }, await viewer())).jobs;
const refusal = (call: Promise<unknown>): Promise<AppError> =>
  call.then(
    () => Promise.reject(new Error('the call was not refused')),
    (error: unknown) => error as AppError,
  );

describe('a scan without text', () => {
  let documentId = '';

  beforeAll(async () => {
    const scan = await letteredScan(
      [
        { text: 'INSURANCE MAPS OF MILLBROOK', x: 90, y: 640, size: 22 },
        { text: 'Copyright 1896 by the Sanborn Map Co.', x: 90, y: 610, size: 14 },
        { text: 'GAS HOLDER', x: 180, y: 380, size: 26 },
        { text: 'Ice House', x: 200, y: 300, size: 18 },
        { text: 'SCALE 50 FT. TO AN INCH', x: 160, y: 80, size: 14 },
        { text: 'WATER STREET', x: 70, y: 220, size: 24, turned: 90 },
      ],
      [],
    );
    const document = await stack.upload(scan, { fileName: 'Sanborn 1896.pdf', category: 'sanborn_maps' });
    documentId = document.id;
    await process(documentId);
    await becomes(documentId, 'analysis_complete');
  });

  it('is viewable before it is read by a separate job (DOC-34, OP-19)', async () => {
    // events may arrive after the data is queryable
    await patiently(() =>
      expect(processingOf(stack.events, documentId).slice(-2)).toEqual(['pages_ready', 'analysis_complete']),
    );
    expect(processingOf(stack.events, documentId).slice(0, 2)).toEqual(['uploaded', 'queued']);
    const [analysis, making] = await documentJobs(documentId);
    expect(making).toMatchObject({ type: 'document-specific', priority: 5 });
    expect(analysis?.type).toBe('background-analyze-pages');
    expect(analysis?.priority).toBeGreaterThan(making?.priority ?? 9);
    await patiently(() => expect(statusesOf(stack.events, analysis?.id ?? '').at(-1)).toBe('completed'));
  });

  it('has type, year, scale and text with their confidence (DATA-09)', async () => {
    const [page, back] = await pagesOf(documentId);
    expect(page?.metadata).toMatchObject({
      pageType: 'sanborn_map',
      year: 1896,
      yearSource: 'copyright',
      mapScale: '1 in = 50 ft',
      textSource: 'ocr',
      pageTitle: 'Plate 1',
      pageTitleSource: 'page_label',
    });
    expect(page?.metadata?.extractedText).toContain('GAS HOLDER');
    for (const sure of ['pageTypeConfidence', 'yearConfidence', 'mapScaleConfidence', 'pageTitleConfidence'] as const)
      expect(page?.metadata?.[sure]).toBeGreaterThan(0.4);
    expect(back?.metadata).toMatchObject({ textSource: '', year: undefined });
  });

  it('publishes each page after reading', () =>
    patiently(() => {
      const analyzed = publishedPages(stack.events, 'page.analyzed', documentId);
      expect(analyzed.map(({ pageNumber }) => pageNumber).sort()).toEqual([1, 2]);
    }));

  it('has words with boxes in page pixels, also vertical ones', async () => {
    const [page] = await pagesOf(documentId);
    const answer = await stack.documents.listPageWords({ pageId: page?.id ?? '' }, await viewer());
    expect(answer).toMatchObject({ width: 1200, height: 1500 });
    // 150 dpi, origin at the top left
    const toPixels = (points: number) => (points * 150) / 72;
    const gas = answer.words.find(({ text }) => text === 'GAS');
    expect(gas?.turned).toBe(0);
    expect(Math.abs((gas?.x ?? 0) - toPixels(180))).toBeLessThan(12);
    expect(Math.abs((gas?.y ?? 0) + (gas?.height ?? 0) - toPixels(SHEET.height - 380))).toBeLessThan(12);
    const water = answer.words.find(({ text }) => text === 'WATER');
    expect(water?.turned).toBe(270);
    expect(water?.height).toBeGreaterThan((water?.width ?? 0) * 2);
    expect(Math.abs((water?.x ?? 0) + (water?.width ?? 0) - toPixels(70))).toBeLessThan(15);
    expect(Math.abs((water?.y ?? 0) + (water?.height ?? 0) - toPixels(SHEET.height - 220))).toBeLessThan(15);
  });

  it('is found by its words, with boxes, snippet and addresses', async () => {
    const { hits, pageInfo } = await search('gas hold');
    expect(pageInfo?.count).toBe(1);
    expect(hits[0]).toMatchObject({ documentTitle: 'Sanborn 1896', page: { documentId, pageNumber: 1 } });
    expect(hits[0]?.boxes.map(({ text }) => text)).toEqual(['GAS', 'HOLDER']);
    expect(hits[0]?.snippet).toContain('GAS HOLDER');
    expect(hits[0]?.places).toMatchObject([{ text: 'GAS HOLDER', match: 'beginning' }]);
    expect(hits[0]?.snippetParts.filter(({ isHit }) => isHit).map(({ text }) => text)).toEqual(['GAS', 'HOLDER']);
    expect(hits[0]?.page?.thumbnailUrl).toContain('sig=');
  });

  it('keeps its text when its pictures are made again', async () => {
    const { jobId } = await process(documentId, { jobType: 'background-generate-images', pageNumbers: [1] });
    await patiently(async () =>
      expect((await stack.jobs.getJob({ id: jobId }, await viewer())).job).toMatchObject({
        status: 'completed',
        priority: 2,
        result: { pagesProcessed: 1, pagesSkipped: 0, pagesFailed: 0 },
      }),
    );
    const [page] = await pagesOf(documentId);
    expect(page).toMatchObject({ status: 'ready', metadata: { year: 1896, textSource: 'ocr' } });
    expect(await getDocument(documentId)).toMatchObject({ processingStatus: 'analysis_complete', pagesReady: 2 });
  });

  it('allows making and reading a single page again', async () => {
    const { jobId } = await process(documentId, { pageNumbers: [1] });
    const job = await patiently(async () => {
      const { job } = await stack.jobs.getJob({ id: jobId }, await viewer());
      expect(job?.status).toBe('completed');
      return job;
    });
    expect(job?.payload?.pageNumbers).toEqual([1]);
    const { text } = await stack.jobs.getJobLogs({ id: jobId }, await viewer());
    expect(text).toContain('1 page made');
    expect(text).toMatch(/Page 1: \d+ words in/);
    expect(text).not.toContain('Page 2');
    const wrong = await refusal(process(documentId, { pageNumbers: [3] }));
    expect(wrong.fields).toEqual({ page_numbers: 'page_numbers must be from 1 to 2' });
  });
});

describe('the search', () => {
  let first = '';
  let second = '';

  beforeAll(async () => {
    const make = async (fileName: string, ...texts: string[]) => {
      const document = await stack.upload(await textPdf(...texts), { fileName });
      await process(document.id);
      await becomes(document.id, 'analysis_complete');
      return document.id;
    };
    first = await make(
      'Directory.pdf',
      'Tannery of Müller & Sons, 12 River Road, near the old coal yard and the ferry house',
      'Foundry and plating works, established 1871 by the brothers Whitcomb of Elm Street',
    );
    second = await make(
      'Letter.pdf',
      'The tannery was closed in 1903; a yard for coal was opened in its place by the city',
    );
  });

  const found = async (query: string, request: object = {}) =>
    (await search(query, request)).hits.map(({ page }) => [page?.documentId === first ? 1 : 2, page?.pageNumber]);

  it.each([
    [
      'a word in any case',
      'TANNERY',
      [
        [2, 1],
        [1, 1],
      ],
    ],
    [
      'the beginning of a word',
      'tann',
      [
        [2, 1],
        [1, 1],
      ],
    ],
    [
      'all words, wherever they stand',
      'coal yard',
      [
        [2, 1],
        [1, 1],
      ],
    ],
    ['a quoted phrase, word for word', '"coal yard"', [[1, 1]]],
    ['a phrase and a word', '"coal yard" ferry', [[1, 1]]],
    ['words without accents and punctuation', 'muller', [[1, 1]]],
    ['a number', '1871', [[1, 2]]],
    ['no part from within a word', 'nner', []],
    ['not half a word in quotes', '"tann"', []],
    [
      'signs that mean something elsewhere as they are',
      'tann.*',
      [
        [2, 1],
        [1, 1],
      ],
    ],
  ])('finds %s', async (_, query, expected) => {
    expect(await found(query)).toEqual(expected);
  });

  it('returns the best matches first, or page order on request', async () => {
    // both words in one place, or one as the prefix of another
    expect(await found('coal yar')).toEqual([
      [2, 1],
      [1, 1],
    ]);
    const hits = (await search('tannery foundry', {})).hits;
    expect(hits).toEqual([]);
    expect(await found('tannery', { sort: 'page' })).toEqual([
      [2, 1],
      [1, 1],
    ]);
    expect((await refusal(search('coal', { sort: 'newest' }))).fields).toEqual({
      sort: 'sort must be one of relevance, page',
    });
  });

  it('is limited to a document and paged', async () => {
    expect(await found('tannery', { documentId: first })).toEqual([[1, 1]]);
    const { hits, pageInfo } = await search('tannery', { paging: { page: 2, perPage: 1 } });
    expect(hits.map(({ page }) => page?.documentId)).toEqual([first]);
    expect(pageInfo).toEqual({ page: 2, perPage: 1, totalPages: 2, count: 2 });
  });

  it('needs a word, and a visible project', async () => {
    expect((await refusal(search(' "" - '))).fields).toEqual({ q: 'q must have a letter or a digit' });
    const strange = stack.documents.searchPages(
      { projectId: stack.projectId, query: 'coal' },
      await callAs(stack.stranger),
    );
    expect(await refusal(strange)).toMatchObject({ code: 'NOT_FOUND', fields: { project_id: 'Project not found' } });
  });

  it('of all projects finds pages and names in those that the caller may see (AUTH-37)', async () => {
    const all = async (query: string, by = stack.viewer) =>
      stack.documents.searchAllProjects({ query, pagesPerProject: 1 }, await callAs(by));
    const answer = await all('tannery');
    expect(answer).toMatchObject({ projectCount: 1, pageCount: 2, cut: false });
    expect(answer.projects).toMatchObject([{ projectId: stack.projectId, pageCount: 2, hits: [{ match: 'exact' }] }]);
    expect((await all('tanery')).projects).toMatchObject([{ hits: [{ match: 'near' }] }]);
    expect((await all('directory')).documents).toMatchObject([{ id: first, title: 'Directory' }]);
    expect(await all('tannery', stack.stranger)).toMatchObject({ projects: [], documents: [], pageCount: 0 });
    expect((await all('tannery', administrator())).projects).toMatchObject([{ projectId: stack.projectId }]);
  });

  it('refuses a document of another project, instead of searching the whole', async () => {
    for (const documentId of ['no-id', newId()]) {
      expect(await refusal(search('coal', { documentId }))).toMatchObject({
        code: 'NOT_FOUND',
        fields: { document_id: 'Document not found' },
      });
    }
  });

  it('returns the words of a page to services and viewers only', async () => {
    const [page] = await pagesOf(first);
    const pageId = page?.id ?? '';
    const { words } = await stack.documents.listPageWords({ pageId }, await callAsService('feature'));
    expect(words[0]).toMatchObject({ text: 'Tannery', confidence: 1, turned: 0 });
    const strange = stack.documents.listPageWords({ pageId }, await callAs(stack.stranger));
    expect(await refusal(strange)).toMatchObject({ code: 'NOT_FOUND', message: 'Page not found' });
    const none = stack.documents.listPageWords({ pageId: newId() }, await viewer());
    expect(await refusal(none)).toMatchObject({ code: 'NOT_FOUND' });
  });

  it('omits a deleted document, and includes it again once restored', async () => {
    const before = await found('tannery');
    await stack.documents.deleteDocument({ id: second }, await callAs(stack.editor));
    expect(await found('tannery')).toEqual([[1, 1]]);
    expect((await search('tannery')).pageInfo?.count).toBe(1);
    await stack.documents.restoreDocument({ id: second }, await callAs(stack.editor));
    expect(await found('tannery')).toEqual(before);
    await stack.documents.deleteDocument({ id: second }, await callAs(stack.editor));
    await stack.documents.eraseDocument({ id: second }, await callAs(stack.editor));
    await eventually(async () => expect((await search('tannery')).pageInfo?.count).toBe(1));
  });
});

misreadWordsOn({ stack: () => stack, search, process, becomes });
