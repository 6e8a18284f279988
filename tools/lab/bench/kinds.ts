import { greyAerials } from '@symbio/fixtures/corpora/aerials';
import type { FileRecipe } from '@symbio/fixtures/corpora/recipe';
import { faxSheets } from '@symbio/fixtures/corpora/fax-sheets';
import { colourScans } from '@symbio/fixtures/corpora/scans';
import { textPages } from '@symbio/fixtures/corpora/text-pages';

/** Kind of file that consultants have, with the goals of the pipeline's design for it. */
export interface Kind {
  name: string;
  /** What the rows of its figures begin with. */
  title: string;
  recipe: (pages: number) => FileRecipe;
  pages: number;
  /** Pages when it only has to be shown that the benchmark works. */
  quickPages: number;
  goals: {
    /** Seconds from the end of an upload to a tile of the first page. */
    first?: number;
    /** MB. */
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
    goals: { first: 1, peakMb: 450 },
  },
  {
    name: 'grey',
    title: 'grey 120 MP',
    recipe: greyAerials,
    pages: 4,
    quickPages: 1,
    goals: { first: 1.2 },
  },
  {
    name: 'fax',
    title: 'CCITT G4',
    recipe: faxSheets,
    pages: 60,
    quickPages: 4,
    goals: { first: 0.6 },
  },
  {
    name: 'text',
    title: 'text',
    recipe: textPages,
    pages: 200,
    quickPages: 10,
    goals: {},
  },
];

export function kindOf(name: string): Kind {
  const kind = KINDS.find((each) => each.name === name);
  if (!kind)
    throw new Error(`There is no kind of file "${name}"; there are ${KINDS.map((each) => each.name).join(', ')}.`);
  return kind;
}
