/** Captions of aerial photographs and topographic maps in generated vendors' packages. */
import { LAYOUTS } from '@symbio/fixtures/vendor-packages/layout';
import { vendorPackage } from '@symbio/fixtures/vendor-packages/vendor-package';
import { readPageMetadata } from '../page-metadata.js';

const SEEDS = [1, 2, 3];
const LENGTH = 0.1;
/** A sheet is a picture with a caption. */
const LEAST_PICTURE = 0.4;

/** Facts read and drawn on the sheets of a category. */
function sheetsOf(layout: (typeof LAYOUTS)[number], category: 'aerial_imagery' | 'topographic_maps') {
  return SEEDS.flatMap((seed) => {
    const { documents, pages, drawn } = vendorPackage(seed, layout, 'as_made', LENGTH);
    const { from = 1, to = 0 } = documents.find(({ kind }) => kind === category) ?? {};
    return pages.slice(from - 1, to).flatMap(({ words, pictureShare, width, height, dpi }, index) => {
      const caption = drawn[from - 1 + index]?.texts[0]?.text ?? '';
      const printed = /\b(?:18|19|20)\d\d\b/.exec(caption)?.[0];
      if (pictureShare < LEAST_PICTURE || printed === undefined) return [];
      const text = words.map((word) => word.text).join(' ');
      const { year, lettering = [] } = readPageMetadata({
        ...{ category, text, words, width, height, dpi, pictureShare },
      });
      const facts = Object.fromEntries(lettering.map(({ fact, value }) => [fact, value]));
      return [{ printed: Number(printed), year: year?.value, ...facts }];
    });
  });
}

describe.each(LAYOUTS)('sheets of a vendor’s package with the layout %s (DATA-09)', (layout) => {
  it('have year and scale of an aerial photograph, and its provider where the caption names it', () => {
    const sheets = sheetsOf(layout, 'aerial_imagery');
    expect(sheets.length).toBeGreaterThan(5);
    const named = layout === 'chapter' ? { provider: 'USDA' } : {};
    for (const sheet of sheets)
      expect(sheet).toEqual({ printed: sheet.printed, year: sheet.printed, scale: '1 in = 500 ft', ...named });
  });

  it('have year, scale and name of a quadrangle', () => {
    const sheets = sheetsOf(layout, 'topographic_maps');
    expect(sheets.length).toBeGreaterThan(5);
    for (const sheet of sheets)
      expect(sheet).toEqual({ printed: sheet.printed, year: sheet.printed, scale: '1:24,000', city: 'Millbrook' });
  });
});
