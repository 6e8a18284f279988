/**
 * Colours and abbreviations of Sanborn fire insurance maps, after the Library of Congress: "Sanborn Keys & Colors"
 * and "Interpreting Sanborn Maps". Abbreviations beyond its pages follow the key printed in the company's volumes.
 */
export const SANBORN_SOURCES: readonly { title: string; url: string }[] = [
  {
    title: 'Sanborn Keys & Colors, Library of Congress',
    url: 'https://www.loc.gov/collections/sanborn-maps/about-this-collection/',
  },
  {
    title: 'Interpreting Sanborn Maps, Library of Congress',
    url: 'https://guides.loc.gov/fire-insurance-maps/sanborn-interpreting',
  },
];

export interface KeyColour {
  name: string;
  meaning: string;
  /** As printed, hand-coloured on paper. */
  colour: string;
}

export const SANBORN_COLOURS: readonly KeyColour[] = [
  { name: 'Pink or red', meaning: 'Brick or tile', colour: '#e2a9a0' },
  { name: 'Yellow', meaning: 'Frame (wood)', colour: '#f3dd8c' },
  { name: 'Blue', meaning: 'Stone; later concrete and cinder block', colour: '#a9c3d9' },
  { name: 'Gray', meaning: 'Iron or other metal; also adobe', colour: '#b9b5ac' },
  { name: 'Olive green', meaning: 'Fire-resistive construction', colour: '#a7ab7a' },
];

export interface KeyGroup {
  title: string;
  entries: readonly { short: string; meaning: string }[];
}

export const SANBORN_ABBREVIATIONS: readonly KeyGroup[] = [
  {
    title: 'Use of a building',
    entries: [
      { short: 'D', meaning: 'dwelling' },
      { short: 'Dwg', meaning: 'dwelling' },
      { short: 'F', meaning: 'flat or apartment' },
      { short: 'S', meaning: 'store' },
      { short: 'Sal', meaning: 'saloon' },
      { short: 'A', meaning: 'automobile house, private garage' },
      { short: 'Off.', meaning: 'office' },
      { short: 'Ho.', meaning: 'house' },
      { short: 'W. Ho.', meaning: 'warehouse' },
      { short: 'Whse', meaning: 'warehouse' },
      { short: 'Sta.', meaning: 'stable' },
      { short: 'B. Sm.', meaning: 'blacksmith' },
      { short: 'Mach.', meaning: 'machine shop' },
      { short: 'Vac.', meaning: 'vacant' },
    ],
  },
  {
    title: 'Tanks and power',
    entries: [
      { short: 'G.T.', meaning: 'gasoline tank' },
      { short: 'W.T.', meaning: 'water tank' },
      { short: 'Blr', meaning: 'boiler' },
      { short: 'Eng.', meaning: 'engine' },
      { short: 'Dyn.', meaning: 'dynamo' },
    ],
  },
  {
    title: 'Construction and fire protection',
    entries: [
      { short: 'B', meaning: 'basement' },
      { short: 'Asb. Cl.', meaning: 'asbestos clapboards' },
      { short: 'Ir. Cl.', meaning: 'iron clad' },
      { short: 'C.B.', meaning: 'concrete block' },
      { short: 'F.P.', meaning: 'fireproof construction' },
      { short: 'W.G.', meaning: 'wired glass' },
      { short: 'A.S.', meaning: 'automatic sprinklers' },
      { short: 'F.E.', meaning: 'fire escape' },
      { short: 'F.A.', meaning: 'fire alarm box' },
      { short: 'D.H.', meaning: 'double hydrant' },
      { short: 'T.H.', meaning: 'triple hydrant' },
      { short: 'W.P.', meaning: 'water pipe' },
    ],
  },
];

/** Letters only, as reading drops points and spaces. */
const bare = (text: string): string => text.replace(/[^\p{L}\p{N}]/gu, '').toUpperCase();

const MEANINGS = new Map(
  SANBORN_ABBREVIATIONS.flatMap(({ entries }) => entries.map(({ short, meaning }) => [bare(short), meaning] as const)),
);

/** Number of stories, with or without a basement: `2`, `2B`, `1½`. */
const STORIES = /^(\d{1,2})(½)?\s?(B)?$/i;

/** @returns the meaning of lettering on a Sanborn map, null unless the whole text is an abbreviation */
export function sanbornMeaning(text: string): string | null {
  const plain = text.trim();
  const stories = STORIES.exec(plain);
  if (stories?.[3] !== undefined) {
    const number = `${stories[1]}${stories[2] ?? ''}`;
    return number === '1' ? '1 story and a basement' : `${number} stories and a basement`;
  }
  // longer words are no abbreviations, also where misread letters make one of them
  if (plain.length > 8) return null;
  return MEANINGS.get(bare(plain)) ?? null;
}
