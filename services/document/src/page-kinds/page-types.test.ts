import { serviceActor, systemClock } from '@symbio/runtime';
import type { DocumentRow, PageRow } from '../model.js';
import { createPageTypes, pageTypeIn } from './page-types.js';
import type { PageWriter } from '../repository.js';

describe('the type of a page follows its document (OP-42)', () => {
  it.each([
    ['sanborn_maps', 'other', 'sanborn_map'],
    ['topographic_maps', 'sanborn_map', 'topographic_map'],
    ['aerial_imagery', 'other', 'aerial_photo'],
    ['phase_1_esa', 'sanborn_map', 'other'],
    ['sanborn_maps', 'text', 'text'],
    ['sanborn_maps', '', ''],
  ] as const)('in %s a page detected as "%s" is "%s"', (category, seen, expected) => {
    expect(pageTypeIn(category, seen)).toBe(expected);
  });
});

it('uses the latest category, in whichever order changes are followed (OP-42)', async () => {
  const page = { _id: 'p1', projectId: 'p', documentId: 'd1', pageType: '' } as unknown as PageRow;
  page.pageType = 'sanborn_map';
  let category: DocumentRow['category'] = 'topographic_maps';
  const writer = {
    change: (_id: string, _actor: unknown, decide: (row: PageRow, after: (set: object) => PageRow) => unknown) => {
      const change = decide(page, (set) => ({ ...page, ...set })) as { set: Partial<PageRow> };
      Object.assign(page, change.set);
      // a second change of category while the pages of the first are being written
      category = 'aerial_imagery';
      return Promise.resolve(page);
    },
  } as unknown as PageWriter;
  const repository = {
    find: () => Promise.resolve({ _id: 'd1', category, fileName: 'a.pdf', title: 'a' } as DocumentRow),
    sheets: () => Promise.resolve([page]),
  };
  await createPageTypes(repository, writer, systemClock).follow({ _id: 'd1' }, serviceActor('document'));
  expect(page.pageType).toBe('aerial_photo');
});
