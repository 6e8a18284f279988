import { createLogger, newId, serviceActor } from '@symbio/runtime';
import { MemoryRows } from '@symbio/mongo/testing';
import { TestClock } from '@symbio/runtime/testing';
import { PageMetadata, RecordPageRequest } from '@symbio/proto/document';
import { documentPrefix } from '../keys.js';
import type { DocumentRow, PageRow } from '../model.js';
import { createRecordPage } from './record-page.js';
import { documentRecords } from './records.js';

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
      async put(_page, words) {
        steps.push(`words: ${words.map(({ text }) => text).join(' ')}`);
        await meanwhile.put();
      },
    },
    records: documentRecords({ find, pageCounts }, documents),
    volumes: { ask: () => steps.push('volume') },
    ...{ clock, log: createLogger({ name: 'test', level: 'silent' }) },
  });
  const prefix = `${documentPrefix('p', documentId)}/pages/1/abc`;
  const record = (more: object) =>
    rule.recordPage(RecordPageRequest.fromPartial({ documentId, jobId: JOB, pageNumber: 1, ...more }), worker);
  return {
    ...{ steps, meanwhile, record, documents, pages, pageId, documentId },
    page: () => pages.find(pageId)!,
    document: () => documents.find(documentId)!,
    told: () => pages.published.map(({ name }) => name),
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

it('the words of a page are kept before anybody hears of it, and its volume and document follow', async () => {
  const { record, picture, steps, told, document, documents, stop } = await world();
  await record({ ...picture, ...text('Holder') });
  await stop();
  expect(steps).toEqual(['words: Holder', 'volume', 'counted']);
  expect(told()).toEqual(['page.ready', 'page.analyzed']);
  // the ready count publishes no document event
  expect([document().pagesReady, documents.published]).toEqual([1, []]);
});

it('a page that is told of again changes nothing, and tells nobody', async () => {
  const { record, picture, steps, told, page, stop } = await world();
  const first = await record({ ...picture, ...text('Holder') });
  expect(await record({ ...picture, ...text('Holder') })).toEqual(first);
  await stop();
  expect([page().rev, told()]).toEqual([2, ['page.ready', 'page.analyzed']]);
  expect(steps).toEqual(['words: Holder', 'volume', 'counted']);
});

it('a page that is read otherwise has its words kept anew; its volume is asked only about another title block', async () => {
  const { record, picture, steps, told, stop } = await world();
  await record({ ...picture, ...text('Holder') });
  await stop();
  steps.length = 0;
  await record(text('Folder'));
  expect([steps, told().slice(2)]).toEqual([['words: Folder'], ['page.analyzed']]);
});

it('words that could not be kept leave the page as it was: it is told of again', async () => {
  const { record, picture, page, meanwhile, told } = await world();
  const before = page();
  meanwhile.put = () => Promise.reject(new Error('no database'));
  await expect(record({ ...picture, ...text('Holder') })).rejects.toThrow('no database');
  expect([page(), told()]).toEqual([before, []]);
});

it('words of who has not looked do not take the place of those that were found', async () => {
  const { record, picture, steps, page, stop } = await world();
  await record({ ...picture, ...text('Holder') });
  await stop();
  steps.length = 0;
  await record({ ...text('nothing'), analyzed: false });
  expect([steps, page().extractedText]).toEqual([[], 'Holder']);
});

it('another job than the one that has the document is refused, and leaves no words; none at all is not', async () => {
  const { record, picture, steps, page, told } = await world();
  const before = page();
  const refused = record({ ...picture, ...text('Holder'), jobId: newId() });
  await expect(refused).rejects.toMatchObject({ code: 'FAILED_PRECONDITION', reason: 'superseded' });
  expect([page(), steps, told()]).toEqual([before, [], []]);
  await record({ ...picture, jobId: '' });
  expect(page().status).toBe('ready');
});

it('an earlier attempt is refused before its words are kept, and also when a later one tells of the page meanwhile', async () => {
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

it('of a page that failed is told once, and one with a picture does not fail', async () => {
  const failing = await world();
  for (let times = 0; times < 2; times++) await failing.record({ error: 'Damaged.' });
  expect(failing.told()).toEqual(['page.failed']);
  await failing.record({ ...failing.picture });
  expect(failing.told()).toEqual(['page.failed', 'page.ready']);
  await failing.record({ error: 'Late.' });
  expect([failing.page().status, failing.told().length]).toEqual(['ready', 2]);
  await failing.stop();
});

it('a picture of other content is told of, and its comparison with the page is not', async () => {
  const { record, picture, page, told, stop } = await world();
  await record({ ...picture, ...text('Holder'), madeBy: 'lifted' });
  await record({ audited: true });
  expect([page().audited, told()]).toEqual([true, ['page.ready', 'page.analyzed']]);
  await record({ ...picture, contentHash: 'def' });
  expect(told().slice(2)).toEqual(['page.ready', 'page.analyzed']);
  await stop();
});

it('a page that was removed meanwhile is not there', async () => {
  const { record, picture, pages, meanwhile, steps } = await world();
  meanwhile.put = () => Promise.resolve(pages.drop(() => true));
  await expect(record({ ...picture, ...text('Holder') })).rejects.toMatchObject({ code: 'NOT_FOUND' });
  expect(steps).toEqual(['words: Holder']);
});
