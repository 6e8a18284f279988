import type { CallParent } from '@symbio/rpc';
import { TestClock } from '@symbio/runtime/testing';
import { documentEvents, Document, FormerDocument, Page } from '@symbio/proto/document';
import { consumers, type WorkerParts } from './consumers.js';
import { createListingPages, type ListingPagesDeps } from './listing-pages.js';

/** Records the identity of each call. */
function directory(pages: number, stopAfter = Infinity) {
  const calls: string[] = [];
  let parents = 0;
  const noted =
    <Answer>(what: string, answer: Answer) =>
    (_request: object, { requestId }: CallParent) => {
      calls.push(`${what} ${requestId}`);
      return Promise.resolve(answer);
    };
  const listed = Array.from({ length: pages }, (_, at) =>
    Page.fromPartial({ id: `p${at}`, documentId: 'd', status: at === 1 ? 'pending' : 'ready' }),
  );
  const deps = {
    documents: {
      listPages: noted('pages', { pages: listed }),
      listPageWords: noted('words', { words: [], width: 100, height: 100 }),
    },
    asSelf: () => Promise.resolve({ token: '', requestId: String(++parents) }),
    isStopping: () => calls.length > stopAfter,
    clock: new TestClock(),
  } as unknown as ListingPagesDeps;
  const document = Document.fromPartial({ id: 'd', category: 'city_directories', title: 'Polk 1931-32' });
  const listings = createListingPages(deps);
  /** Reclassifies the document; `former` holds its previous values. */
  const changed = async (former?: Partial<FormerDocument>): Promise<void> => {
    const unchecked = (remove: unknown) => remove;
    const once = { page: unchecked, document: unchecked, project: unchecked };
    const parts = { listings, once, spots: {}, spotting: {} } as unknown as WorkerParts;
    const follows = consumers(parts).find(({ events }) => events === documentEvents.changed);
    const { category, title } = document;
    const data = { document, former: former && FormerDocument.fromPartial({ category, title, ...former }) };
    await follows?.handle({ actor: { via: 'user' }, data } as never);
  };
  return { calls, changed, classified: () => listings.documentClassified(document) };
}

describe('a document that is said to be a list', () => {
  it('is read to its end, each page with a time of its own', async () => {
    const { calls, classified } = directory(4);
    await classified();
    expect(calls).toEqual(['pages 1', 'words 2', 'words 3', 'words 4']);
  });

  it('is left to another process between two pages when this one ends', async () => {
    const { calls, classified } = directory(4, 1);
    await expect(classified()).rejects.toThrow('between two pages');
    expect(calls).toEqual(['pages 1', 'words 2']);
  });
});

describe('a list that a person changed', () => {
  it.each([
    ['became a list', { category: 'other' }],
    ['is a list of another sort', { category: 'state_records' }],
    ['is of another year by its title', { title: 'Polk 1927' }],
  ])('is read again when it %s', async (_what, former) => {
    const { calls, changed } = directory(1);
    await changed(former);
    expect(calls).toEqual(['pages 1', 'words 2']);
  });

  it.each([
    ['its description', {}],
    ['its title, but for the year', { title: 'City directory 1931-32' }],
  ])('is not read again when it was only %s', async (_what, former) => {
    const { calls, changed } = directory(1);
    await changed(former);
    expect(calls).toEqual([]);
  });

  it('is read again when the event, of an older version, does not say what it was', async () => {
    const { calls, changed } = directory(1);
    await changed();
    expect(calls).toEqual(['pages 1', 'words 2']);
  });
});
