import { createLogger, newId, serviceActor } from '@symbio/runtime';
import { MemoryRows } from '@symbio/mongo/testing';
import { TestClock } from '@symbio/runtime/testing';
import { PageMetadata, RecordPageRequest } from '@symbio/proto/document';
import { documentPrefix } from '../files/blob-keys.js';
import type { DocumentRow, PageRow, StoredWord } from '../model.js';
import { createRecordPage } from './record-page.js';
import { createDocumentRecords } from './document-records.js';

const worker = serviceActor('document-worker');
const JOB = newId();

async function world(over: Partial<PageRow> = {}) {
  const clock = new TestClock();
  const documents = new MemoryRows<DocumentRow>(clock);
  const pages = new MemoryRows<PageRow>(clock);
  const [documentId, pageId] = [newId(), newId()];
  const document = { projectId: 'p', totalPages: 1, pagesReady: 0, category: 'sanborn_maps', job: { id: JOB } };
  await documents.insert(documentId, document as unknown as DocumentRow, worker, () => []);
  const page = { documentId, projectId: 'p', pageNumber: 1, status: 'pending', width: 0, height: 0, ...over };
  await pages.insert(pageId, page as PageRow, worker, () => []);
  const steps: string[] = [];
  const stored = { words: [] as StoredWord[], size: undefined as { width: number; height: number } | undefined };
  const meanwhile = { put: (): Promise<void> => Promise.resolve() };
  const find = (id: string) => Promise.resolve(documents.find(id) ?? null);
  const pageCounts = () => {
    const ready = pages.all().filter(({ status }) => status === 'ready').length;
    steps.push('counted');
    return Promise.resolve({ total: 1, ready, failed: 0, analyzed: 0, unaudited: 0 });
  };
  const rule = createRecordPage({
    repository: {
      find,
      findPage: (id) => Promise.resolve(pages.find(id) ?? null),
      pageId: () => Promise.resolve(pageId),
    },
    writer: documents,
    pageWriter: pages,
    texts: {
      async put(_page, words, size) {
        steps.push(`words: ${words.map(({ text }) => text).join(' ')}`);
        await meanwhile.put();
        Object.assign(stored, { words, size });
      },
      wordsOf: () => Promise.resolve(stored),
    },
    alignments: {
      followPicture: () => {
        steps.push('alignments');
        return Promise.resolve();
      },
    },
    records: createDocumentRecords({ find, pageCounts }, documents),
    volumes: { schedule: () => steps.push('volume') },
    ...{ clock, log: createLogger({ name: 'test', level: 'silent' }) },
  });
  const prefix = `${documentPrefix('p', documentId)}/pages/1/abc`;
  const record = (more: object) =>
    rule.recordPage(RecordPageRequest.fromPartial({ documentId, jobId: JOB, pageNumber: 1, ...more }), worker);
  return {
    ...{ stored, steps, meanwhile, record, documents, pages, pageId, documentId },
    page: () => pages.find(pageId)!,
    document: () => documents.find(documentId)!,
    published: () => pages.published.map(({ name }) => name),
    picture: {
      ...{ imagePath: `${prefix}/pyramid.tif`, thumbnailPath: `${prefix}/thumbnail.webp`, contentHash: 'abc' },
      ...{ tileFormat: 'jpg', width: 1_200, height: 1_500, dpi: 300 },
    },
    stop: rule.stop,
  };
}

const readings = [{ fact: 'year', value: '1905', source: 'lettering', detail: '', confidence: 0.9 }];
const text = (word: string) => ({
  analyzed: true,
  metadata: PageMetadata.fromPartial({ pageType: 'sanborn_map', titleReadings: readings, extractedText: word }),
  words: [{ text: word, x: 1, y: 1, width: 9, height: 9, confidence: 1, turned: 0 }],
});

it('stores the words before the event, and updates volume and document', async () => {
  const { record, picture, steps, published, document, documents, stop } = await world();
  await record({ ...picture, ...text('Holder') });
  await stop();
  expect(steps).toEqual(['words: Holder', 'volume', 'counted']);
  expect(published()).toEqual(['page.ready', 'page.analyzed']);
  // the ready count publishes no document event
  expect([document().pagesReady, documents.published]).toEqual([1, []]);
});

it('says once on the document that the search does not keep all text of a page', async () => {
  const { record, picture, document, documents, stop } = await world();
  const words = Array.from({ length: 100 }, () => ({ ...text('').words[0], text: 'a,b;'.repeat(25) }));
  await record({ ...picture, ...text('x'), words });
  expect(document().notices).toBeUndefined();
  const more = Array.from({ length: 600 }, (_, index) => ({ ...text('').words[0], text: `${index};b,`.repeat(25) }));
  for (let times = 0; times < 2; times++) await record({ ...text('x'), words: more });
  await stop();
  expect(document().notices).toMatchObject([{ code: 'text_not_searchable' }]);
  expect(documents.published.map(({ name }) => name)).toEqual(['document.changed']);
});

it('ignores and does not publish a repeated report', async () => {
  const { record, picture, steps, published, page, stop } = await world();
  const first = await record({ ...picture, ...text('Holder') });
  expect(await record({ ...picture, ...text('Holder') })).toEqual(first);
  await stop();
  expect([page().rev, published()]).toEqual([2, ['page.ready', 'page.analyzed']]);
  expect(steps).toEqual(['words: Holder', 'volume', 'counted']);
});

it('stores changed words; compares the volume only for another title block', async () => {
  const { record, picture, steps, published, stop } = await world();
  await record({ ...picture, ...text('Holder') });
  await stop();
  steps.length = 0;
  await record(text('Folder'));
  expect([steps, published().slice(2)]).toEqual([['words: Folder'], ['page.analyzed']]);
});

it('leaves the page unchanged if its words could not be stored', async () => {
  const { record, picture, page, meanwhile, published } = await world();
  const before = page();
  meanwhile.put = () => Promise.reject(new Error('no database'));
  await expect(record({ ...picture, ...text('Holder') })).rejects.toThrow('no database');
  expect([page(), published()]).toEqual([before, []]);
});

it('does not replace words by a report without analysis', async () => {
  const { record, picture, steps, page, stop } = await world();
  await record({ ...picture, ...text('Holder') });
  await stop();
  steps.length = 0;
  await record({ ...text('nothing'), analyzed: false });
  expect([steps, page().extractedText]).toEqual([[], 'Holder']);
});

it('refuses another job than the document’s, and accepts a report without one', async () => {
  const { record, picture, steps, page, published } = await world();
  const before = page();
  const refused = record({ ...picture, ...text('Holder'), jobId: newId() });
  await expect(refused).rejects.toMatchObject({ code: 'FAILED_PRECONDITION', reason: 'superseded' });
  expect([page(), steps, published()]).toEqual([before, [], []]);
  await record({ ...picture, jobId: '' });
  expect(page().status).toBe('ready');
});

it('refuses an earlier attempt before storing words, and if a later one reports concurrently', async () => {
  const { record, picture, steps, page, meanwhile, stop } = await world({ fencingToken: 2 });
  const refusal = { code: 'FAILED_PRECONDITION', reason: 'superseded' };
  await expect(record({ ...picture, ...text('late'), fencingToken: 1 })).rejects.toMatchObject(refusal);
  expect([steps, page().status]).toEqual([[], 'pending']);
  meanwhile.put = async () => {
    meanwhile.put = () => Promise.resolve();
    await record({ ...picture, contentHash: 'live', fencingToken: 3 });
  };
  await expect(record({ ...picture, ...text('late'), fencingToken: 2 })).rejects.toMatchObject(refusal);
  expect(page()).toMatchObject({ contentHash: 'live', fencingToken: 3 });
  await stop();
});

it('publishes a failed page once, and keeps an existing picture', async () => {
  const failing = await world();
  for (let times = 0; times < 2; times++) await failing.record({ error: 'Damaged.' });
  expect(failing.published()).toEqual(['page.failed']);
  await failing.record({ ...failing.picture });
  expect(failing.published()).toEqual(['page.failed', 'page.ready']);
  await failing.record({ error: 'Late.' });
  expect([failing.page().status, failing.published().length]).toEqual(['ready', 2]);
  await failing.stop();
});

it('publishes a picture with other content, but not its comparison with the page', async () => {
  const { record, picture, page, published, stop } = await world();
  await record({ ...picture, ...text('Holder'), madeBy: 'lifted' });
  await record({ audited: true });
  expect([page().audited, published()]).toEqual([true, ['page.ready', 'page.analyzed']]);
  await record({ ...picture, contentHash: 'def' });
  expect(published().slice(2)).toEqual(['page.ready', 'page.analyzed']);
  await stop();
});

it('does not find a page that was removed concurrently', async () => {
  const { record, picture, pages, meanwhile, steps } = await world();
  meanwhile.put = () => Promise.resolve(pages.drop(() => true));
  await expect(record({ ...picture, ...text('Holder') })).rejects.toMatchObject({ code: 'NOT_FOUND' });
  expect(steps).toEqual(['words: Holder']);
});

describe('a picture of another size or shape', () => {
  const scale = { feetPerPixel: 0.4, byId: 'u', byName: 'Erin Editor', at: new Date(0) };
  const next = { contentHash: 'def', imagePath: '', thumbnailPath: '', fencingToken: 2 };
  const replaced = ({ picture }: Awaited<ReturnType<typeof world>>, size: object) => ({
    ...picture,
    ...next,
    imagePath: picture.imagePath.replace('/abc/', '/def/'),
    thumbnailPath: picture.thumbnailPath.replace('/abc/', '/def/'),
    ...size,
  });

  it('takes words, measured scale and alignments with it, once, with history', async () => {
    const here = await world();
    const { record, picture, page, pages, pageId, stored, steps, published, stop } = here;
    await record({ ...picture, ...text('Holder') });
    await pages.change(pageId, worker, () => ({ set: { groundScale: scale }, events: [] }));
    steps.length = 0;
    const report = replaced(here, { width: 2_400, height: 3_000 });
    await record(report);
    await record(report);
    await stop();
    expect(stored).toMatchObject({ words: [{ x: 2, y: 2, width: 18, height: 18 }], size: { width: 2_400 } });
    expect(page()).toMatchObject({ width: 2_400, groundScale: { ...scale, feetPerPixel: 0.2 }, analyzed: true });
    expect(page().pictureChanges).toMatchObject([
      { fromWidth: 1_200, fromHeight: 1_500, toWidth: 2_400, toHeight: 3_000 },
    ]);
    expect(steps).toEqual(['words: Holder', 'alignments']);
    expect(published().slice(2)).toEqual(['page.ready', 'page.analyzed']);
  });

  it('does not move words again that an interrupted report has moved', async () => {
    const here = await world();
    const { record, picture, stored, page, stop } = here;
    await record({ ...picture, ...text('Holder') });
    Object.assign(stored, { words: [{ ...stored.words[0], x: 2 }], size: { width: 2_400, height: 1_500 } });
    await record(replaced(here, { width: 2_400, height: 1_500 }));
    await stop();
    expect([stored.words[0]?.x, page().width]).toEqual([2, 2_400]);
  });

  it('removes a length measured on a distorted picture', async () => {
    const here = await world({ groundScale: scale, scaleBarFeetPerPixel: 0.3 });
    const { record, picture, page, stop } = here;
    await record(picture);
    await record(replaced(here, { width: 1_200, height: 3_000 }));
    await stop();
    expect([page().groundScale, page().scaleBarFeetPerPixel]).toEqual([undefined, undefined]);
  });

  it('has its recognized text read again if it is sharper, except by the job that reads', async () => {
    const ocr = { ...text('Holder'), metadata: PageMetadata.fromPartial({ textSource: 'ocr' }) };
    for (const type of ['document-specific', 'background-analyze-pages']) {
      const here = await world();
      const { record, picture, page, documents, documentId, stop } = here;
      await record({ ...picture, ...ocr });
      await documents.change(documentId, worker, () => ({ set: { job: { id: JOB, type } as never }, events: [] }));
      await record(replaced(here, { width: 2_400, height: 3_000 }));
      await stop();
      expect(page().analyzed).toBe(type !== 'document-specific');
    }
  });

  it('puts words that were read on the previous picture at their place', async () => {
    const here = await world();
    const { record, picture, stored, stop } = here;
    await record({ ...picture, ...replaced(here, { width: 2_400, height: 3_000 }) });
    await record({ ...text('Holder'), width: 1_200, height: 1_500 });
    await stop();
    expect(stored.words).toMatchObject([{ x: 2, width: 18 }]);
  });
});
