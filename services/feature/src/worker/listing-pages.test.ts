import type { CallParent } from '@symbio/kit';
import { TestClock } from '@symbio/kit/testing';
import { Document, Page } from '@symbio/proto/document';
import { createListingPages, type ListingPagesDeps } from './listing-pages.js';

/** A directory whose pages are looked at; in whose name each call was made. */
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
  const document = Document.fromPartial({ id: 'd', category: 'city_directories' });
  return { calls, classified: () => createListingPages(deps).documentClassified(document) };
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
