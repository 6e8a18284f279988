import { AERIAL_DPI, greyAerials } from '@symbio/fixtures/corpora/aerials';
import type { FileRecipe } from '@symbio/fixtures/corpora/recipe';
import { FAX_DPI, faxSheets } from '@symbio/fixtures/corpora/fax-sheets';
import { colourScans, SCAN_DPI } from '@symbio/fixtures/corpora/scans';
import { TEXT_DPI, textPages } from '@symbio/fixtures/corpora/text-pages';

/** A kind of file that consultants have, with the goals of the pipeline's design for it. */
export interface Kind {
  name: string;
  /** What the rows of its figures begin with. */
  title: string;
  recipe: (pages: number) => FileRecipe;
  pages: number;
  /** Pages when it only has to be shown that the benchmark works. */
  quickPages: number;
  /** Resolution that shows each pixel of a page once. */
  dpi: number;
  /** Options of `pdftoppm`, so that a grey page is not drawn in colour. */
  peerOptions?: readonly string[];
  /** Tiles as the product stores them. */
  tileSuffix: '.jpg[Q=85]' | '.png[compression=3]';
  goals: {
    /** Seconds from the end of an upload to a tile of the first page. */
    first?: number;
    /** CPU of the peer over ours, at least. */
    timesFewer?: number;
    /** Memory of a worker's child, MB. */
    peakMb?: number;
  };
}

export const KINDS: readonly Kind[] = [
  {
    name: 'scans',
    title: 'scans',
    recipe: colourScans,
    pages: 12,
    quickPages: 2,
    dpi: SCAN_DPI,
    tileSuffix: '.jpg[Q=85]',
    goals: { first: 1, timesFewer: 3, peakMb: 450 },
  },
  {
    name: 'grey',
    title: 'grey 120 MP',
    recipe: greyAerials,
    pages: 4,
    quickPages: 1,
    dpi: AERIAL_DPI,
    peerOptions: ['-gray'],
    tileSuffix: '.jpg[Q=85]',
    goals: { first: 1.2 },
  },
  {
    name: 'fax',
    title: 'CCITT G4',
    recipe: faxSheets,
    pages: 60,
    quickPages: 4,
    dpi: FAX_DPI,
    peerOptions: ['-gray'],
    tileSuffix: '.png[compression=3]',
    goals: { first: 0.6 },
  },
  {
    name: 'text',
    title: 'text',
    recipe: textPages,
    pages: 200,
    quickPages: 10,
    dpi: TEXT_DPI,
    tileSuffix: '.jpg[Q=85]',
    goals: {},
  },
];

/** The kind of a name of the list. */
export function kindOf(name: string): Kind {
  const kind = KINDS.find((each) => each.name === name);
  if (!kind)
    throw new Error(`There is no kind of file "${name}"; there are ${KINDS.map((each) => each.name).join(', ')}.`);
  return kind;
}
