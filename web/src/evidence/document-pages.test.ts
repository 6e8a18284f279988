import type { DocumentPage } from './page-records.js';
import { listedPages, missingImageText, pageLabel, pageOfAddress, sheetOf } from './document-pages.js';
import { expiryOf, renewalDelay } from './signed-urls.js';

type PageType = NonNullable<DocumentPage['metadata']>['page_type'];

function page(number: number, type: PageType, changes: Partial<DocumentPage> = {}): DocumentPage {
  return {
    id: `id-${number}`,
    document_id: 'd1',
    page_number: number,
    image_path: 'p/1/hash/pyramid.tif',
    image_url: null,
    thumbnail_url: null,
    tile_source: null,
    width: 0,
    height: 0,
    dpi: null,
    status: 'pending',
    metadata: { page_type: type },
    created_at: '',
    updated_at: '',
    ...changes,
  };
}
const dated = (number: number, type: PageType, year: number) =>
  page(number, type, { metadata: { page_type: type, year } });
const tileSource = (url: string) => ({
  Image: {
    xmlns: 'x',
    Url: url,
    Format: 'jpg',
    Overlap: '0',
    TileSize: '512',
    Size: { Width: '6400', Height: '7600' },
  },
});

describe('page labels', () => {
  it.each([
    ['Year 1887', 'VIEW-09', dated(3, 'sanborn_map', 1887)],
    ['Sanborn Map (Page 3)', 'VIEW-09', page(3, 'sanborn_map')],
    ['Topographic Map (Page 3)', 'VIEW-10', dated(3, 'topographic_map', 1924)],
    ['Aerial 1951', 'VIEW-11', dated(3, 'aerial_photo', 1951)],
    ['Aerial Photo (Page 3)', 'VIEW-11', page(3, 'aerial_photo')],
    ['Page 3', 'VIEW-12', page(3, null)],
    ['Page 3', 'VIEW-12', page(3, null, { metadata: null })],
  ])('read %s (%s)', (label, _id, shown) => {
    expect(pageLabel(shown)).toBe(label);
  });

  it('explain a missing image (VIEW-17)', () => {
    expect([missingImageText(true), missingImageText(false)]).toEqual(['Processing...', 'No image']);
  });
});

describe('the pages that are listed', () => {
  const pages = [page(1, null), page(2, 'sanborn_map'), page(3, 'topographic_map'), page(4, 'aerial_photo')];
  const numbers = (category: string, changes: { allPages?: boolean; isProcessing?: boolean } = {}) =>
    listedPages(pages, { category, allPages: false, isProcessing: false, ...changes }).map((p) => p.page_number);

  it('are those of the document own kind (VIEW-13, OP-42)', () => {
    expect(numbers('sanborn_maps')).toEqual([2]);
    expect(numbers('topographic_maps')).toEqual([3]);
    expect(numbers('aerial_imagery')).toEqual([4]);
  });

  it('are all of them when the switch says so (OP-42)', () => {
    expect(numbers('sanborn_maps', { allPages: true })).toEqual([1, 2, 3, 4]);
  });

  it('include unclassified pages while the document is processed', () => {
    expect(numbers('sanborn_maps', { isProcessing: true })).toEqual([1, 2]);
  });

  it('are found by number or id in an address', () => {
    expect(pageOfAddress(pages, '3')?.id).toBe('id-3');
    expect(pageOfAddress(pages, 'id-2')?.page_number).toBe(2);
    expect(pageOfAddress(pages, '99')).toBeNull();
    expect(pageOfAddress(pages, null)).toBeNull();
  });

  it('can be opened once they are ready, and stay the same sheet under new signatures and when a preview is made full', () => {
    const ready = page(1, 'sanborn_map', { status: 'ready', tile_source: tileSource('/files/t/1/a/') });
    const renewed = { ...ready, image_path: 'pages/1/full/tiles.zip', tile_source: tileSource('/files/t/2/b/') };
    expect(sheetOf(page(1, 'sanborn_map'))).toBeNull();
    expect(sheetOf(ready)?.size).toEqual({ width: 6400, height: 7600 });
    expect(sheetOf(renewed)?.key).toBe(sheetOf(ready)?.key);
  });
});

describe('signed addresses', () => {
  it('contain their expiry (CONST-03)', () => {
    expect(expiryOf('/files/t/1700000000/sig/d/1/h/')).toBe(1_700_000_000_000);
    expect(expiryOf('/files/b/key.webp?ct=image&exp=1700000001&sig=x')).toBe(1_700_000_001_000);
    expect(expiryOf('https://elsewhere.test/x')).toBeNull();
    expect(expiryOf(null)).toBeNull();
  });

  it('are renewed five minutes before the first of them expires', () => {
    const now = 1_700_000_000_000;
    const pages = [
      page(1, null, { tile_source: tileSource(`/files/t/${now / 1000 + 3600}/s/`) }),
      page(2, null, { thumbnail_url: `/files/b/x?exp=${now / 1000 + 1800}` }),
    ];
    expect(renewalDelay(pages, now)).toBe(25 * 60_000);
    expect(renewalDelay([], now)).toBe(45 * 60_000);
    expect(renewalDelay(pages, now + 40 * 60_000)).toBe(30_000);
  });
});
