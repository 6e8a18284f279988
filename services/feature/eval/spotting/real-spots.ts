/**
 * Spots on real sheets that somebody has looked at with the eye: whether the words are there and mean the use. Places are
 * the middles of the words in page pixels.
 */
import type { Spot } from '../../src/spotting/spotter.js';

export interface KnownSpot {
  landUse: string;
  x: number;
  y: number;
  /** What is printed there; `-` for something that is no such use. */
  printed: string;
}

const listOf = (...spots: readonly string[]): KnownSpot[] =>
  spots.map((spot) => {
    const [landUse = '', x, y, ...printed] = spot.split(' ');
    return { landUse, x: Number(x), y: Number(y), printed: printed.join(' ') };
  });

/** By file and page. */
export const KNOWN_SPOTS: Readonly<Record<string, readonly KnownSpot[]>> = {
  'sanborn-brooklyn-1887.pdf 1': listOf(
    'foundry_smelter 252 1350 Iron Foundry',
    'foundry_smelter 1118 973 IRON FOUNDRY',
    'industrial_facility 595 1139 SUGAR REFINERY',
  ),
  'sanborn-brooklyn-1887.pdf 2': listOf(
    'gas_holder_site 979 713 Gasometer',
    'lumber_yard 350 776 Lumber Shed',
    'manufactured_gas_plant 988 615 GAS LIGHT CO.',
    'lumber_yard 1329 1135 Lumber Shed',
  ),
  'sanborn-brooklyn-1887.pdf 3': listOf(
    'gas_holder_site 970 626 Gasometer',
    'manufacturing 251 705 Mach. Shop',
    'printing_facility 378 694 Printing',
    // CAMPBELL PRINTING PRESS MFG CO. makes presses
    'printing_facility 254 486 -',
    'fuel_storage 327 740 Benzine & Oil',
  ),
  'sanborn-brooklyn-1887.pdf 4': listOf(
    'coal_storage 335 1422 Coal Shed',
    'coal_storage 387 1297 Coal Shed',
    'industrial_facility 754 484 BREWERY',
    'industrial_facility 679 519 Brewery',
    'lumber_yard 389 579 LUMBER YARD',
    'manufacturing 445 712 Machine Shop',
    'manufacturing 287 708 Boiler Shop',
  ),
  'sanborn-manhattan-1896.pdf 4': listOf('gas_holder_site 379 1772 Gas holders'),
};

/** Pixels by which a later reading may place the same words elsewhere. */
const SAME_PLACE = 40;

export type Verdict = 'right' | 'wrong' | 'not looked at';

/** What a person found when looking at this spot. */
export function verdictOn({ landUse, box }: Pick<Spot, 'landUse' | 'box'>, known: readonly KnownSpot[]): Verdict {
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
  const there = known.find((spot) => spot.landUse === landUse && Math.hypot(spot.x - x, spot.y - y) <= SAME_PLACE);
  return there ? (there.printed === '-' ? 'wrong' : 'right') : 'not looked at';
}
