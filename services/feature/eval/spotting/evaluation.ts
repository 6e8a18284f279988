/** Accuracy of spotting on generated fire insurance sheets with known sites (see README.md). */
import { drawSheet, type SheetDrawing, type SheetLabel } from '@symbio/fixtures/sheet';
import { SURVEY_YEARS } from '@symbio/fixtures/map-set';
import type { LetteredWord } from '../../src/spotting/reading.js';
import { spotsOn, type Spot } from '../../src/spotting/spotter.js';

/** Seeds of the drawn towns: `seen` was used to develop the rules, `unseen` never. */
export const SEEDS = { seen: [1, 7, 20], unseen: [3, 11, 42, 77, 101, 256] } as const;
const WIDTH = 1600;

/**
 * Letterings that name a use without a site in the drawing: correct, but not counted as found sites. By their words.
 */
const LETTERED: readonly (readonly [landUse: string, term: RegExp])[] = [
  ['coal_storage', /^COAL/],
  ['rail_yard', /^FREIGHT/],
  ['gas_holder_site', /^GAS HOLDER/],
  ['manufactured_gas_plant', /^(?:GAS LIGHT|GAS CO|CONSOLIDATED GAS|PURIFYING|RETORT)/],
  ['manufacturing', /^(?:IRON WORKS|WORKS|FACTORY|MFG|MFRS|PATTERN|MACHINE|BL SM|BLACKSMITH|CARRIAGE)/],
  ['fuel_storage', /^(?:GAS TK|OIL TANK|GAS OIL|NAPHTHA)/],
  ['lumber_yard', /^(?:PLANING|SASH)/],
  ['tannery_leather_works', /^(?:TAN|CURRYING|BEAM|HIDE|BARK)/],
  ['dry_cleaner', /^(?:STEAM )?LAUNDRY/],
];

export interface Figures {
  sheets: number;
  sites: number;
  found: number;
  /** Proposals at a site of their land use, correctly read elsewhere, and wrong. */
  atSites: number;
  lettered: number;
  wrong: number;
  /** Descriptions of missed sites and wrong proposals. */
  missed: string[];
  mistaken: string[];
}

export const recall = ({ found, sites }: Figures): number => (sites === 0 ? 0 : found / sites);
/** Share of proposals at a site of their land use: the strict measure. */
export const sitePrecision = ({ atSites, lettered, wrong }: Figures): number =>
  atSites / Math.max(1, atSites + lettered + wrong);
/** Share of proposals whose words are on the sheet and name their land use. */
export const precision = ({ atSites, lettered, wrong }: Figures): number =>
  (atSites + lettered) / Math.max(1, atSites + lettered + wrong);

/** @param noise share of misread letters, 0 to 1 */
export function evaluate(seeds: readonly number[], noise: number): Figures {
  const figures: Figures = {
    sheets: 0,
    sites: 0,
    found: 0,
    atSites: 0,
    lettered: 0,
    wrong: 0,
    missed: [],
    mistaken: [],
  };
  for (const seed of seeds)
    for (const year of SURVEY_YEARS) {
      const sheet = drawSheet({ seed, year, width: WIDTH });
      count(sheet, spotsOn(wordsOf(sheet, noise, seed * 10_000 + year), sheet), `${year} of town ${seed}`, figures);
    }
  return figures;
}

function count(sheet: SheetDrawing, spots: readonly Spot[], name: string, figures: Figures): void {
  figures.sheets++;
  for (const label of sheet.labels) {
    figures.sites++;
    if (spots.some((spot) => isAt(spot, label))) figures.found++;
    else figures.missed.push(`${label.text} (${label.landUse}) on the sheet of ${name}`);
  }
  for (const spot of spots) {
    if (sheet.labels.some((label) => isAt(spot, label))) figures.atSites++;
    else if (LETTERED.some(([landUse, term]) => landUse === spot.landUse && term.test(spot.term))) figures.lettered++;
    else {
      figures.wrong++;
      figures.mistaken.push(`${spot.text} as ${spot.landUse} on the sheet of ${name}`);
    }
  }
}

/** A spot is at a site of its land use if its centre is in the rectangle around the site's ellipse. */
function isAt({ landUse, box }: Spot, label: SheetLabel): boolean {
  const across = Math.abs(box.x + box.width / 2 - label.cx);
  const down = Math.abs(box.y + box.height / 2 - label.cy);
  return landUse === label.landUse && across <= label.rx * 1.1 && down <= label.ry * 1.1;
}

/** Words of a sheet's lettering with boxes, as from OCR, with some misread letters. */
export function wordsOf({ lines }: SheetDrawing, noise: number, seed: number): LetteredWord[] {
  const random = randomOf(seed);
  return lines.flatMap(({ text, from, to, capHeight }) => {
    const [across, down] = [to[0] - from[0], to[1] - from[1]];
    const upright = Math.abs(down) > Math.abs(across);
    const characters = Math.max(1, text.length);
    return [...text.matchAll(/\S+/g)].map((match) => {
      const [start, end] = [match.index / characters, (match.index + match[0].length) / characters];
      const [ax, ay] = [from[0] + across * start, from[1] + down * start];
      const [bx, by] = [from[0] + across * end, from[1] + down * end];
      const [x, y] = [Math.min(ax, bx), Math.min(ay, by)];
      const level = { x, y: y - capHeight, width: Math.abs(bx - ax), height: Math.abs(by - ay) + capHeight };
      const turned = { x: x - capHeight, y, width: Math.abs(bx - ax) + capHeight, height: Math.abs(by - ay) };
      const read = misread(match[0], noise, random);
      return {
        text: read,
        ...(upright ? turned : level),
        confidence: read === match[0] ? 0.95 : 0.7,
        turned: upright ? 270 : 0,
      };
    });
  });
}

/** OCR confusions on maps. */
const MISREAD: Readonly<Record<string, string>> = {
  ...{
    O: '0',
    I: '1',
    S: '5',
    B: '8',
    G: '6',
    L: 'I',
    E: 'F',
    C: 'O',
    R: 'K',
    N: 'H',
    U: 'V',
    Y: 'V',
    A: '4',
    T: 'I',
    D: 'O',
  },
};

function misread(word: string, noise: number, random: () => number): string {
  return [...word]
    .map((letter) => {
      if (random() >= noise) return letter;
      return random() < 0.15 ? '' : (MISREAD[letter] ?? letter);
    })
    .join('');
}

/** Deterministic pseudo-random numbers from 0 to 1 (mulberry32). */
function randomOf(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
