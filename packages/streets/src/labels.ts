import type { PictureSize } from '@symbio/georeference';
import { ordinal, streetName } from './names.js';
import type { World } from './world.js';

/** A word of a sheet, as the product stores it. */
export interface SheetWord {
  text: string;
  x: number;
  y: number;
  width: number;
  height: number;
  confidence: number;
  /** Degrees clockwise. */
  angle?: number | undefined;
}

/** A word that can be a street's name, at its middle. */
export interface Label {
  text: string;
  /** False: AVENUE or STREET alone, which may be any. */
  isNamed: boolean;
  /** Indexes of streets. */
  streets: readonly number[];
  x: number;
  y: number;
  /** Degrees clockwise. */
  angle: number;
  /** Height of the letters in pixels. */
  letters: number;
}

/** Pixels across of the sheets for which thresholds were measured. */
const MEASURED_WIDTH = 1_400;
const LEAST_LETTERS = 15;
const LEAST_CONFIDENCE = 0.6;
/** From so many letters one may be wrong. */
const FUZZY_FROM = 5;
const RADIANS = Math.PI / 180;

/** By how much a sheet has more pixels than those measured. */
export const pixelsOf = ({ width, height }: PictureSize): number => Math.min(width, height) / MEASURED_WIDTH;

/** Of a slanted word, from its upright box. */
function lettersOf({ width, height, angle = 0 }: SheetWord): number {
  const [cosine, sine] = [Math.abs(Math.cos(angle * RADIANS)), Math.abs(Math.sin(angle * RADIANS))];
  const determinant = cosine * cosine - sine * sine;
  if (Math.abs(determinant) < 0.35) return Math.min(width, height);
  return Math.abs((height * cosine - width * sine) / determinant);
}

/** Whether one letter is changed, added or missing at most. */
export function isOneOff(one: string, other: string): boolean {
  const [short, long] = one.length <= other.length ? [one, other] : [other, one];
  if (long.length - short.length > 1) return false;
  let at = 0;
  while (at < short.length && short[at] === long[at]) at++;
  return short.slice(long.length === short.length ? at + 1 : at) === long.slice(at + 1);
}

/** Streets of a type, for its word alone. */
const typeOf = (text: string): string =>
  text === 'STREET' ? 'STREET' : text === 'AVENUE' || text === 'AVE' ? 'AVENUE' : '';

function streetsCalled(text: string, world: World): readonly number[] {
  const digits = /^(\d{1,3})(?:ST|ND|RD|TH)$/.exec(text)?.[1];
  if (digits) return world.called.get(ordinal(Number(digits))) ?? [];
  // a number alone is a house or a lot
  if (/^\d+$/.test(text)) return [];
  const { core } = streetName(text);
  const found = new Set([...(world.called.get(core) ?? []), ...(world.called.get(text) ?? [])]);
  if (found.size === 0 && core !== text) return [];
  if (text.length >= FUZZY_FROM)
    for (const [name, streets] of world.called)
      if (isOneOff(name, text)) for (const street of streets) found.add(street);
  return [...found];
}

/** Words of a sheet that name streets around the site. */
export function labelsOf(words: readonly SheetWord[], world: World, size: PictureSize): Label[] {
  const unit = pixelsOf(size);
  return words.flatMap((word): Label[] => {
    const text = word.text.toUpperCase().replace(/[^A-Z0-9]/g, '');
    const letters = lettersOf(word);
    if (word.confidence < LEAST_CONFIDENCE || letters < LEAST_LETTERS * unit || text.length < 3) return [];
    const type = typeOf(text);
    const streets = type
      ? world.streets.flatMap((street, index) => (street.type === type ? [index] : []))
      : streetsCalled(text, world);
    if (streets.length === 0) return [];
    const middle = { x: word.x + word.width / 2, y: word.y + word.height / 2 };
    return [{ text, isNamed: type === '', streets, ...middle, angle: word.angle ?? 0, letters }];
  });
}
