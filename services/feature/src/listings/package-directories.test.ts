/** City directories of generated vendors' packages: a street of one edition a page, many of both in one document. */
import { LAYOUTS } from '@symbio/fixtures/vendor-packages/layout';
import { vendorPackage } from '@symbio/fixtures/vendor-packages/vendor-package';
import { listingsOn } from './listings.js';

const SEEDS = [1, 2];
const LENGTH = 0.2;
/** Trades of the generator that are a land use of concern. */
const LISTED = /CLEANERS|GARAGE|LUMBER|OIL|LAUNDRY|PRINTING|FOUNDRY|PLATING|AUTO BODY|TANNERY|COAL/;
const HEADING = /^([A-Z]+) ST\s+(\d{4})/;
const LINE = /^(\d{3})\s+(.+)$/;

const titled = (name: string): string => name.charAt(0) + name.slice(1).toLowerCase();

/** Proposed and drawn lines of a package's directory, as "number street year: name". */
function directoryOf(seed: number, layout: (typeof LAYOUTS)[number]) {
  const { documents, pages, drawn } = vendorPackage(seed, layout, 'as_made', LENGTH);
  const found: string[] = [];
  const listed: string[] = [];
  for (const { from, to } of documents.filter(({ kind }) => kind === 'city_directories'))
    for (let page = from - 1; page < to; page++) {
      const { words = [], width = 0, height = 0 } = pages[page] ?? {};
      const texts = drawn[page]?.texts.map(({ text }) => text) ?? [];
      const [, street = '', year = ''] = texts.map((text) => HEADING.exec(text)).find((match) => match !== null) ?? [];
      for (const text of texts) {
        const [, number, name = ''] = LINE.exec(text) ?? [];
        if (number && LISTED.test(name)) listed.push(`${number} ${titled(street)} St ${year}: ${name}`);
      }
      const read = words.map((word) => ({ ...word, confidence: 1, turned: 0 }));
      for (const one of listingsOn(read, { width, height, latest: 2026, isDirectory: true }))
        found.push(`${one.address} ${one.year?.text}: ${one.text.replace(/^\S+ /, '')}`);
    }
  return { found: new Set(found), listed: new Set(listed) };
}

describe.each(LAYOUTS)('the directory of a vendor’s package with the layout %s', (layout) => {
  it('is proposed with the address and the year of its headings', () => {
    for (const seed of SEEDS) {
      const { found, listed } = directoryOf(seed, layout);
      expect(listed.size).toBeGreaterThan(20);
      expect([...found].filter((line) => !listed.has(line))).toEqual([]);
      expect([...listed].filter((line) => !found.has(line))).toEqual([]);
    }
  });
});
