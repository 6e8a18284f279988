import { parseQuery } from '@symbio/page-engine/reading';
import { findPages, soughtTerms, type Marks, type Words } from './find-pages.js';
import { marksOf } from './marks.js';

interface Sheet {
  documentId?: string;
  pageNumber: number;
  text: string;
  confidence?: number;
  /** Words read with half the confidence. */
  unsure?: readonly string[];
  /** Marks of version 1, without positions. */
  withoutPlaces?: boolean;
}

function index(sheets: readonly Sheet[], related: Partial<Record<keyof Words, readonly unknown[]>> = {}) {
  const places = sheets.map(({ documentId = 'd', pageNumber, text, confidence = 1, unsure = [], withoutPlaces }) => {
    const box = { x: 0, y: 0, width: 1, height: 1, turned: 0 };
    const sure = (word: string) => (unsure.includes(word) ? confidence / 2 : confidence);
    const marks = marksOf(text.split(' ').map((word) => ({ ...box, text: word, confidence: sure(word) })));
    return {
      ...{ documentId, pageNumber, text: ` ${text} ` },
      marks: marks.map((mark) => (withoutPlaces ? mark.replace(/:.*$/, '') : mark)).sort(),
    };
  });
  const lookedAt: number[] = [];
  const marks: Marks = {
    marked: ({ documentId, marks: wanted }) =>
      Promise.resolve(
        places.flatMap((place) =>
          documentId !== undefined && documentId !== place.documentId
            ? []
            : place.marks
                .filter((mark) => wanted.some((pattern) => pattern.test(mark)))
                .map((mark) => ({ documentId: place.documentId, pageNumber: place.pageNumber, mark })),
        ),
      ),
    withPhrase(_projectId, asked, tokens) {
      lookedAt.push(...asked.map(({ pageNumber }) => pageNumber));
      const isAsked = (of: { documentId: string; pageNumber: number }) =>
        asked.some((one) => one.documentId === of.documentId && one.pageNumber === of.pageNumber);
      return Promise.resolve(
        places.filter((place) => isAsked(place) && new RegExp(` ${tokens.join(' ')} `).test(place.text)),
      );
    },
  };
  const answer = (name: keyof Words) => () => Promise.resolve((related[name] ?? []) as never);
  const words: Words = { near: answer('near'), endingIn: answer('endingIn'), halvesOf: answer('halvesOf') };
  return {
    lookedAt,
    found: async (
      query: string,
      { order = 'relevance', ...narrowed }: { order?: 'relevance' | 'page' | undefined; documentId?: string } = {},
    ) => {
      const terms = parseQuery(query);
      const sought = await soughtTerms({ projectId: 'p', terms }, words);
      const pages = await findPages({ projectId: 'p', ...narrowed }, sought, order, marks);
      return pages.map(({ pageNumber, match, hits }) => [pageNumber, match, hits]);
    },
  };
}

describe('found pages', () => {
  it('are exact matches first, then prefixes, parts and misread words', async () => {
    const { found } = index(
      [
        { pageNumber: 1, text: 'coa1' },
        { pageNumber: 2, text: 'charcoal' },
        { pageNumber: 3, text: 'coalyard' },
        { pageNumber: 4, text: 'coal' },
        { pageNumber: 5, text: 'wood' },
      ],
      { near: ['coa1'], endingIn: ['charcoal'] },
    );
    expect(await found('coal')).toEqual([
      [4, 'exact', 1],
      [3, 'beginning', 1],
      [2, 'part', 1],
      [1, 'near', 1],
    ]);
  });

  it('rank by the best of several matches, which counts their hits', async () => {
    const { found } = index([{ pageNumber: 1, text: 'coalyard coalyard charcoal coa1 coal' }], {
      ...{ near: ['coa1'], endingIn: ['charcoal'] },
    });
    expect(await found('coal')).toEqual([[1, 'exact', 1]]);
    const { found: without } = index([{ pageNumber: 1, text: 'charcoal charcoal coa1' }], {
      ...{ near: ['coa1'], endingIn: ['charcoal'] },
    });
    expect(await without('coal')).toEqual([[1, 'part', 2]]);
  });

  it('contain all terms: the worst match and lowest confidence count, hits of all', async () => {
    const { found } = index([
      { pageNumber: 1, text: 'coal coal yards' },
      { pageNumber: 2, text: 'coal' },
      { pageNumber: 3, text: 'yard' },
      { pageNumber: 4, text: 'coal yard' },
    ]);
    expect(await found('coal yard')).toEqual([
      [4, 'exact', 2],
      [1, 'beginning', 3],
    ]);
    expect(await found('yard coal')).toEqual(await found('coal yard'));
  });

  it('have the lowest confidence of their terms', async () => {
    const { found } = index([
      { pageNumber: 1, text: 'coal yard', unsure: ['yard'] },
      { pageNumber: 2, text: 'coal yard', unsure: ['coal'] },
      { pageNumber: 3, text: 'coal yard' },
    ]);
    for (const query of ['coal yard', '"coal yard"'])
      expect((await found(query)).map(([number]) => number)).toEqual([3, 1, 2]);
  });

  it('of equal rank sort by hits, confidence, newest document, then page', async () => {
    const { found } = index([
      { documentId: 'a', pageNumber: 1, text: 'coal' },
      { documentId: 'b', pageNumber: 3, text: 'coal' },
      { documentId: 'b', pageNumber: 2, text: 'coal' },
      { documentId: 'a', pageNumber: 4, text: 'coal coal' },
      { documentId: 'b', pageNumber: 5, text: 'coal', confidence: 0.5 },
    ]);
    const numbers = async (order?: 'page') => (await found('coal', { order })).map(([number]) => number);
    expect(await numbers()).toEqual([4, 2, 3, 1, 5]);
    expect(await numbers('page')).toEqual([2, 3, 5, 1, 4]);
    expect((await found('coal', { documentId: 'a' })).map(([number]) => number)).toEqual([4, 1]);
  });

  it('include words joined with their neighbours in the query', async () => {
    const { found } = index([
      { pageNumber: 1, text: 'gasworks' },
      { pageNumber: 2, text: 'worksgas' },
      { pageNumber: 3, text: 'gas works' },
    ]);
    expect(await found('gas works')).toEqual([
      [3, 'exact', 2],
      [1, 'part', 2],
    ]);
  });
});

describe('a phrase', () => {
  it('matches successive words, counted', async () => {
    const { found, lookedAt } = index([
      { pageNumber: 1, text: 'coal yard and coal yard' },
      { pageNumber: 2, text: 'yard coal' },
      { pageNumber: 3, text: 'coal' },
    ]);
    expect(await found('"coal yard"')).toEqual([[1, 'exact', 2]]);
    // answered by the index alone
    expect(lookedAt).toEqual([]);
  });

  it('is checked on the page only if the index is not conclusive', async () => {
    const { found, lookedAt } = index([
      { pageNumber: 1, text: 'coal yard' },
      { pageNumber: 2, text: 'coal yard coal yard', withoutPlaces: true },
      { pageNumber: 3, text: 'yard coal', withoutPlaces: true },
    ]);
    expect(await found('"coal yard"')).toEqual([
      [1, 'exact', 1],
      [2, 'exact', 1],
    ]);
    expect(lookedAt).toEqual([2, 3]);
  });

  it('is also found where its words are written with marks', async () => {
    const sheets = [
      { pageNumber: 1, text: 'page please' },
      { pageNumber: 2, text: 'the A&P store' },
      { pageNumber: 3, text: 'U.S.T. removal' },
      { pageNumber: 4, text: 'removal of underground storage tank' },
      { pageNumber: 5, text: '10,000 gallons co-op' },
    ];
    const { found } = index(sheets);
    expect(await found('A&P')).toEqual([[2, 'exact', 1]]);
    expect(await found('U.S.T.')).toEqual([[3, 'exact', 1]]);
    expect(await found('UST')).toEqual([[3, 'exact', 1]]);
    expect(await found('"UST removal"')).toEqual([[3, 'exact', 1]]);
    expect(await found('10000 coop')).toEqual([[5, 'exact', 2]]);
    expect(await found('10,000 co-op')).toEqual([[5, 'exact', 2]]);
  });

  it('of two halves matches a word without its space, as a part', async () => {
    const sheets = [
      { pageNumber: 1, text: 'coal yard' },
      { pageNumber: 2, text: 'yard coal' },
    ];
    expect(await index(sheets, { halvesOf: [['coal', 'yard']] }).found('coalyard')).toEqual([[1, 'part', 1]]);
  });
});
