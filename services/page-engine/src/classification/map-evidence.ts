/** What the reader finds on the sheet of a fire insurance map, wherever it is written. */
import type { CategoryValue } from './categories.js';
import type { SheetShape } from './shape-evidence.js';

export interface MapClue {
  category: CategoryValue;
  weight: number;
  says: string;
}

/** Surveyors of fire insurance maps draw 50 or 100 feet to an inch. */
const SCALE =
  /\bscale:? (?:of )?(?:50|100) ?(?:ft|feet|')|\b(?:50|100) ?(?:ft|feet|')\.? ?to ?(?:an|one|1|the) ?inch|\b(?:an|one|1) inch (?:=|to|equals) (?:50|100) ?(?:ft|feet|')/;
const STREET =
  /\b(\p{L}{3,}|\d{1,3}(?:st|nd|rd|th|d)) (?:st|street|ave|av|avenue|place|pl|road|rd|lane|court|ct|alley|slip)\b/gu;
const HOUSE_NUMBER = /(?<![\p{L}\p{N}.,'/-])\d{1,4}(?![\p{L}\p{N}.,'/-])/gu;
/** Uses and constructions that these maps write into buildings. */
const USE =
  /\b(?:sheds?|stables?|lumber|foundry|boilers?|mach(?:ine|ry)? shops?|storage|saloon|livery|tin shop|(?:black)?smith(?:y)?|wagons?|carriages?|planing|brewery|tenements?|dwg|dwelling|iron cl(?:ad)?|w\.? pipe|hydrant|wheelwright|cooper(?:age)?|tannery|gas ?(?:holder|ometer)|cupola|kilns?|warehouse|laundry|bakery|paint(?:s|ing)?|coal|hay|oil|refinery|varnish|wood working|bindery|machinists|slate|skylights?)\b/g;

const LEAST = { streets: 2, numbers: 15, uses: 3 };

/** Only drawings in colour: lists of addresses have streets and numbers, too. */
export const isMapSheet = ({ pictureShare, appearance }: SheetShape): boolean =>
  pictureShare > 0.8 && appearance === 'coloured drawing';

export function mapClues(pages: readonly (SheetShape & { text: string })[]): MapClue[] {
  const sheet = pages.find(isMapSheet);
  if (!sheet) return [];
  const text = sheet.text.toLowerCase().replace(/\s+/g, ' ');
  const clues: MapClue[] = [];
  const add = (weight: number, says: string): void => {
    clues.push({ category: 'sanborn_maps', weight, says });
  };
  if (SCALE.test(text)) add(2.4, 'the sheet has the scale of fire insurance maps');
  const streets = new Set([...text.matchAll(STREET)].map(([, name]) => name));
  const numbers = text.match(HOUSE_NUMBER)?.length ?? 0;
  const uses = new Set(text.match(USE));
  if (uses.size >= LEAST.uses && (streets.size >= LEAST.streets || numbers >= LEAST.numbers))
    add(2.4, 'the sheet shows streets with house numbers and the uses of buildings');
  return clues;
}
