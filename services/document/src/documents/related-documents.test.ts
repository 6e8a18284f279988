import type { PageKind, SheetFact } from '@symbio/proto/document/vocabulary';
import type { DocumentRow } from '../model.js';
import { columnsOf } from '../title-block/block.js';
import { newPageRow } from './new-page-row.js';
import type { FactPage } from './document-facts.js';
import { createRelatedDocuments } from './related-documents.js';

const row = (id: string, values: Partial<DocumentRow>): DocumentRow =>
  ({
    ...{ _id: id, projectId: 'p', sha256: id, title: `Title of ${id}`, fileName: `${id}.pdf`, category: 'other' },
    ...values,
  }) as DocumentRow;

function related(all: readonly DocumentRow[], pages: readonly FactPage[] = []) {
  return createRelatedDocuments(
    {
      withHashes: (projectId, hashes) =>
        Promise.resolve(all.filter((each) => each.projectId === projectId && hashes.includes(each.sha256))),
      attachedTo: (ids) => Promise.resolve(all.filter((each) => ids.includes(each.attachedTo?.documentId ?? ''))),
      factPages: (maps, ids) =>
        Promise.resolve(
          pages.filter(({ documentId, pageNumber }) =>
            pageNumber === 1 ? ids.includes(documentId) : maps.includes(documentId),
          ),
        ),
    },
    { thumbnail: ({ thumbnailPath }) => Promise.resolve(`/files/${thumbnailPath}`) },
  );
}

it('says of the later of two equal files of a project that it is already here (F19)', async () => {
  const first = row('first', { sha256: 'same' });
  const again = row('again', { sha256: 'same' });
  const elsewhere = row('elsewhere', { sha256: 'same', projectId: 'other' });
  const extrasOf = await related([first, again, elsewhere])([first, again, elsewhere]);
  expect(extrasOf(again).notices).toEqual([
    {
      code: 'already_here',
      message: 'This file is already here as “Title of first”. Delete one of the two unless you need both.',
    },
  ]);
  expect([extrasOf(first).notices, extrasOf(elsewhere).notices]).toEqual([[], []]);
});

it('names the documents made of attached files', async () => {
  const portfolio = row('portfolio', { attached: ['a.pdf', 'b.pdf'] });
  const taken = row('taken', { attachedTo: { documentId: 'portfolio', index: 1 } });
  const extrasOf = await related([portfolio, taken])([portfolio, taken]);
  expect([...(extrasOf(portfolio).taken ?? [])]).toEqual([[1, 'taken']]);
  expect(extrasOf(taken).taken?.size).toBe(0);
});

describe('the facts of a document in a list', () => {
  const at = new Date(0);
  const map = row('map', { category: 'sanborn_maps', fileName: 'Brooklyn 1904.pdf', title: 'Brooklyn', totalPages: 2 });
  const sheetOf = (
    pageNumber: number,
    readings: { fact: SheetFact; value: string }[],
    pageType: PageKind = 'sanborn_map',
  ): FactPage => {
    const page = newPageRow({ documentId: 'map', projectId: 'p', pageNumber }, map, at);
    const block = {
      readings: readings.map((one) => ({ ...one, source: 'lettering' as const, detail: 'own', confidence: 0.9 })),
      ...{ volume: [], corrections: [], history: [], updatedAt: at },
    };
    return { ...page, pageType, titleBlock: block, ...columnsOf(block) };
  };
  const factsOf = async (document: DocumentRow, pages: readonly FactPage[] = []) =>
    (await related([document], pages)([document]))(document).facts;

  it('come from the file name until a page is read', async () => {
    expect(await factsOf(map)).toMatchObject({ firstYear: 1904, lastYear: 1904, yearSource: 'file_name' });
    const named = newPageRow({ documentId: 'map', projectId: 'p', pageNumber: 1 }, map, at);
    expect(await factsOf(map, [named])).toMatchObject({ firstYear: 1904, yearSource: 'file_name', sheetNumbers: [] });
  });

  it('come from the sheets then, with their numbers and the picture of the first', async () => {
    const first = sheetOf(1, [
      { fact: 'year', value: '1887' },
      { fact: 'sheet_number', value: '60' },
    ]);
    const pages = [
      { ...first, status: 'ready' as const, thumbnailPath: 'a/thumbnail.webp' },
      sheetOf(2, [
        { fact: 'year', value: '1896' },
        { fact: 'sheet_number', value: '169' },
      ]),
      sheetOf(3, [{ fact: 'sheet_number', value: '169' }]),
    ];
    expect(await factsOf(map, pages)).toMatchObject({
      ...{ firstYear: 1887, lastYear: 1896, yearSource: 'pages', sheetNumbers: ['60', '169'], sheetCount: 2 },
      thumbnailUrl: '/files/a/thumbnail.webp',
    });
  });

  it('are provider and scales of aerial photographs, and quadrangles of topographic maps, as their pages say', async () => {
    const flown = (pageNumber: number, scale: string) =>
      sheetOf(
        pageNumber,
        [
          { fact: 'provider', value: 'USDA' },
          { fact: 'scale', value: scale },
        ],
        'aerial_photo',
      );
    const photographs = [flown(1, '1 in = 500 ft'), flown(2, '1 in = 500 ft'), flown(3, '1 in = 1000 ft')];
    expect(await factsOf(map, photographs)).toMatchObject({
      ...{ provider: 'USDA', providerSource: 'pages', scales: ['1 in = 500 ft', '1 in = 1000 ft'] },
    });
    expect(await factsOf({ ...map, providerRead: 'EDR' }, photographs)).toMatchObject({
      ...{ provider: 'EDR', providerSource: 'document_information' },
    });
    const quadrangle = sheetOf(1, [{ fact: 'city', value: 'Millbrook' }], 'topographic_map');
    expect(await factsOf(map, [quadrangle])).toMatchObject({ sheetNumbers: ['Millbrook'], provider: '' });
  });

  it('are those that a person said, also before there is a page', async () => {
    const by = { byId: 'a', byName: 'Ana', at, correctionId: 'c' };
    const said = { year: { value: '1911', ...by }, provider: { value: 'EDR', ...by } };
    const known = { ...map, said, providerRead: 'USGS' };
    const facts = { firstYear: 1911, yearSource: 'person', provider: 'EDR', providerSource: 'person' };
    expect(await factsOf(known)).toMatchObject(facts);
    // a page that is recorded later has the year from the start
    const page = newPageRow({ documentId: 'map', projectId: 'p', pageNumber: 1 }, known, at);
    expect(page).toMatchObject({ year: 1911, yearSource: 'person' });
    expect(await factsOf(known, [page])).toMatchObject(facts);
    expect(await factsOf({ ...map, providerRead: 'USGS' })).toMatchObject({
      ...{ provider: 'USGS', providerSource: 'document_information' },
    });
  });
});
