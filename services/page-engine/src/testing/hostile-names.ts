import { deflateSync } from 'node:zlib';
import type { FileNames } from '../pdf/file-names.js';
import { NAMES_LIMITS } from '../pdf/pdfium.js';
import { pdfOf, PAGES } from './plain-pdf.js';

/** First object number after the pages. */
const NEXT = PAGES.length + 2;

export interface HostileNames {
  name: string;
  make: () => Buffer;
  names: FileNames;
  lost?: RegExp;
}

/** A PDF with catalog entries, pages and additional objects from {@link NEXT}. */
const withPages = (entries: string, behind: readonly (string | Buffer)[] = [], info = ''): Buffer =>
  pdfOf([`<</Type/Catalog/Pages 2 0 R${entries}>>`, ...PAGES, ...behind], info);

const outline = (behind: readonly string[], entries = ''): Buffer =>
  withPages(`/Outlines ${NEXT} 0 R${entries}`, [`<</First ${NEXT + 1} 0 R>>`, ...behind]);

const listOf = <T>(length: number, make: (index: number) => T): T[] =>
  Array.from({ length }, (_, index) => make(index));

function unpackingTo(bytes: number): Buffer {
  const data = deflateSync(Buffer.alloc(bytes, 'A'));
  const dictionary = `<</Length ${data.length}/Filter/FlateDecode>>`;
  return Buffer.concat([Buffer.from(`${dictionary}\nstream\n`), data, Buffer.from('\nendstream')]);
}

const ONE = '/Dest[3 0 R/Fit]';

/** Limits exceeded by the files below: a quarter of production, for fast tests. */
export const SMALL_NAMES_LIMITS = { memoryBytes: NAMES_LIMITS.memoryBytes / 4, cpuMs: NAMES_LIMITS.cpuMs / 4 };

/** Outlines, labels and properties no program writes. */
export const HOSTILE_NAMES: readonly HostileNames[] = [
  {
    name: 'an outline of 100,000 entries side by side',
    make: () => outline(listOf(100_000, (i) => `<</Title(Sheet ${i})/Next ${NEXT + 2 + i} 0 R${ONE}>>`)),
    names: { bookmark: 'Sheet 0', sections: ['Sheet 1999'] },
  },
  {
    name: 'an outline 10,000 levels deep',
    make: () => outline(listOf(10_000, (i) => `<</Title(Level ${i})/First ${NEXT + 2 + i} 0 R${ONE}>>`)),
    names: { bookmark: 'Level 8', sections: listOf(8, (i) => `Level ${7 - i}`) },
  },
  {
    name: 'an outline whose entries are written into one another',
    make: () =>
      withPages(`/Outlines ${NEXT} 0 R`, [`${'<</Title(In)/First'.repeat(10_000)} null${'>>'.repeat(10_000)}`]),
    names: {},
  },
  {
    name: 'an outline that is its own first entry',
    make: () => outline([`<</Title(Self)/First ${NEXT + 1} 0 R/Next ${NEXT} 0 R${ONE}>>`]),
    names: { bookmark: 'Self' },
  },
  {
    name: 'a bookmark of 12 million letters',
    make: () => outline([`<</Title(${'A'.repeat(12.5e6)})${ONE}>>`]),
    names: {},
    lost: /abort|memory|too long/i,
  },
  {
    name: 'destinations that are none',
    make: () => outline([`<</Title(Nowhere)/Dest(one)>>`], '/Dests<</one 5>>/Names<</Dests[1 2 3]>>'),
    names: {},
  },
  {
    name: 'a table of destinations that is its own child',
    make: () =>
      outline(
        ['<</Title(Nowhere)/Dest(one)>>', `<</Kids[${NEXT + 2} 0 R ${NEXT + 2} 0 R]>>`],
        `/Names<</Dests ${NEXT + 2} 0 R>>`,
      ),
    names: {},
  },
  {
    name: 'labels whose table is its own child',
    make: () => withPages(`/PageLabels ${NEXT} 0 R`, [`<</Kids[${NEXT} 0 R]>>`]),
    names: {},
    lost: /./,
  },
  {
    name: 'labels in a table 100,000 levels deep',
    make: () =>
      withPages(
        `/PageLabels ${NEXT} 0 R`,
        listOf(100_000, (i) => `<</Kids[${NEXT + 1 + i} 0 R]>>`),
      ),
    names: {},
    lost: /./,
  },
  {
    name: 'labels of absurd ranges and numbers',
    make: () =>
      withPages(
        '/PageLabels<</Nums[-5<</S/r/St -2147483648>>0<</S/A/St 2147483647>>1<</S/R/St 2147483647>>2<</S/a/St -1>>99999999999<</S/D>>]>>',
      ),
    names: {},
  },
  {
    name: 'a label that unpacks to 50 MB',
    make: () => withPages(`/PageLabels<</Nums[0<</S/D/P ${NEXT} 0 R>>]>>`, [unpackingTo(50e6)]),
    names: {},
    lost: /abort|memory|too long/i,
  },
  {
    name: 'a title that unpacks to 50 MB',
    make: () => withPages('', [unpackingTo(50e6)], `/Title ${NEXT} 0 R`),
    names: {},
    lost: /abort|memory|too long/i,
  },
  {
    name: '2,000 bookmarks to be looked up among 200,000 destinations',
    make: () =>
      outline(
        [
          ...listOf(2_000, (i) => `<</Title(Sheet ${i})/Next ${NEXT + 2 + i} 0 R/Dest(zzz)>>`),
          'null',
          `<</Names[${listOf(200_000, (i) => `(n${i})[3 0 R/Fit]`).join('')}]>>`,
        ],
        `/Names<</Dests ${NEXT + 2_002} 0 R>>`,
      ),
    names: {},
    lost: /too long/,
  },
];
