import { planeAt, type Place } from '@symbio/georeference';
import { houseNumber } from './house-number.js';
import type { Block, Crossing } from './model.js';
import { canMean, streetName, type StreetName } from './names.js';

/** What a person asks for. */
export type AskedPlace =
  | { kind: 'crossing'; streets: readonly [StreetName, StreetName] }
  | { kind: 'address'; number: number; street: StreetName };

export interface FoundPlace extends Place {
  name: string;
  kind: 'crossing' | 'address';
}

const BETWEEN = /\s*(?:&|@|\/|\+|\s(?:and|at|x|×)\s)\s*/i;
const LEADING = /^(?:corner|intersection|crossing)\s+of\s+/i;

/** `E 98th St & 2nd Ave` or `111 Market St`; undefined for another text. */
export function askedPlace(text: string): AskedPlace | undefined {
  const plain = (text.split(',')[0] ?? '').trim().replace(LEADING, '');
  const address = /^(\d{1,6}(?:-\d{1,3})?[a-z]?)\s+(\S.*)$/i.exec(plain);
  const parts = plain.split(BETWEEN).filter((part) => part !== '');
  const [first, second] = parts;
  if (parts.length === 2 && first && second)
    return { kind: 'crossing', streets: [streetName(first), streetName(second)] };
  const number = houseNumber(address?.[1] ?? '');
  if (parts.length !== 1 || number === 0) return undefined;
  const street = streetName(address?.[2] ?? '');
  // 98 Street is a street
  const isStreetItself = street.core === '' || /^(ST|STREET|AVE|AVENUE)$/.test(street.key);
  return isStreetItself ? undefined : { kind: 'address', number, street };
}

/** Crossings that the names can mean; exact names first. */
export function crossingsNamed(
  [one, other]: readonly [StreetName, StreetName],
  crossings: readonly Crossing[],
): FoundPlace[] {
  const found = crossings.flatMap(({ streets, longitude, latitude }) => {
    const [a, b] = [streetName(streets[0]), streetName(streets[1])];
    const isFound = (canMean(one, a) && canMean(other, b)) || (canMean(one, b) && canMean(other, a));
    if (!isFound) return [];
    const exact = [one, other].filter(({ key }) => key === a.key || key === b.key).length;
    return [{ exact, place: { kind: 'crossing' as const, name: streets.join(' & '), longitude, latitude } }];
  });
  return found.sort((a, b) => b.exact - a.exact).map(({ place }) => place);
}

/** Along the block, in proportion. */
export function addressIn(
  { number, street }: { number: number; street: StreetName },
  block: Block,
): FoundPlace | undefined {
  const isOnSide = block.parity === 'both' || (number % 2 === 0) === (block.parity === 'even');
  const isWithin = number >= block.low && number <= block.high;
  if (!isOnSide || !isWithin || !canMean(street, streetName(block.street))) return undefined;
  const share = block.high === block.low ? 0.5 : (number - block.low) / (block.high - block.low);
  return { kind: 'address', name: `${number} ${block.street}`, ...along(block.path, share) };
}

export const addressesNamed = (asked: { number: number; street: StreetName }, blocks: readonly Block[]): FoundPlace[] =>
  blocks.flatMap((block) => addressIn(asked, block) ?? []);

function along(path: Block['path'], share: number): Place {
  const [longitude, latitude] = path[0] ?? [0, 0];
  const plane = planeAt({ longitude, latitude });
  const feet = path.map(([east, north]) => plane.toFeet({ longitude: east, latitude: north }));
  const lengths = feet.slice(1).map(([x, y], at) => Math.hypot(x - (feet[at]?.[0] ?? x), y - (feet[at]?.[1] ?? y)));
  let left = lengths.reduce((sum, length) => sum + length, 0) * share;
  for (const [at, length] of lengths.entries()) {
    const [from, to] = [feet[at], feet[at + 1]];
    if (from && to && (left <= length || at === lengths.length - 1)) {
      const part = length === 0 ? 0 : Math.min(1, left / length);
      return plane.toPlace(from[0] + (to[0] - from[0]) * part, from[1] + (to[1] - from[1]) * part);
    }
    left -= length;
  }
  return { longitude, latitude };
}
