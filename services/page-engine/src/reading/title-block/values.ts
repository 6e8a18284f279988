import type { SheetFact } from '@symbio/proto/document/vocabulary';
import { guessMapScale } from '../map-scale.js';

/** The first printed maps of American towns predate the insurers'. */
const FIRST_YEAR = 1600;
const LONGEST = { sheet_number: 12, volume: 20, city: 100, provider: 100 } as const;

const ROMAN: Readonly<Record<string, number>> = { i: 1, v: 5, x: 10, l: 50 };
const NUMBER_WORDS = 'one two three four five six seven eight nine ten eleven twelve'.split(' ');

/** Parses a Roman number up to 89; else undefined. */
export function romanNumber(text: string): number | undefined {
  if (!/^(?:l?x{0,3}|xl)(?:ix|iv|v?i{0,3})$/i.test(text) || text === '') return undefined;
  const signs = [...text.toLowerCase()].map((sign) => ROMAN[sign] ?? 0);
  return signs.reduce((sum, value, index) => (value < (signs[index + 1] ?? 0) ? sum - value : sum + value), 0);
}

/** Volume number in digits: 4 for IV, 2 for Two, 11A unchanged. Undefined if invalid. */
export function volumeNumber(text: string): string | undefined {
  const plain = text.trim().replace(/[.,]$/, '');
  if (/^\d{1,3}[A-Za-z]?$/.test(plain)) return plain.replace(/^0+(?=\d)/, '').toUpperCase();
  const word = NUMBER_WORDS.indexOf(plain.toLowerCase());
  if (word >= 0) return String(word + 1);
  const roman = romanNumber(plain);
  return roman === undefined ? undefined : String(roman);
}

/** Converts upper case to title case: ROCKAWAY BEACH to Rockaway Beach. */
export const properName = (text: string): string =>
  text === text.toUpperCase()
    ? text.toLowerCase().replace(/(?<![\p{L}'’])\p{L}/gu, (letter) => letter.toUpperCase())
    : text;

export type Written = { value: string } | { problem: string };

const line = (text: string): string => text.replace(/\s+/gu, ' ').trim();

/**
 * Validates a user's value for a fact.
 *
 * @param latestYear later years are rejected
 */
export function writtenValue(fact: SheetFact, text: string, latestYear: number): Written {
  const value = line(text);
  switch (fact) {
    case 'year': {
      const year = Number(value);
      return /^\d{4}$/.test(value) && year >= FIRST_YEAR && year <= latestYear
        ? { value }
        : { problem: `The year must be a number from ${FIRST_YEAR} to ${latestYear}.` };
    }
    case 'scale': {
      const scale = guessMapScale(value)?.value;
      return scale ? { value: scale } : { problem: 'Write the scale like 1 in = 50 ft or 1:24,000.' };
    }
    case 'north': {
      const degrees = value.replace(/\s*°$/, '');
      return /^\d{1,3}$/.test(degrees) && Number(degrees) <= 359
        ? { value: String(Number(degrees)) }
        : { problem: 'North must be whole degrees from 0 to 359, clockwise from the top of the sheet.' };
    }
    case 'volume': {
      const most = LONGEST.volume;
      return isName(value, most)
        ? { value: volumeNumber(value) ?? value }
        : { problem: `The volume must have 1 to ${most} letters or figures.` };
    }
    case 'sheet_number': {
      const most = LONGEST.sheet_number;
      return isName(value, most)
        ? { value }
        : { problem: `The sheet number must have 1 to ${most} letters or figures.` };
    }
    case 'city':
      return isName(value, LONGEST.city)
        ? { value }
        : { problem: `The city must have 1 to ${LONGEST.city} characters, with a letter among them.` };
    case 'provider':
      return isName(value, LONGEST.provider)
        ? { value }
        : { problem: `The provider must have 1 to ${LONGEST.provider} characters, with a letter among them.` };
  }
}

/** Contains a letter or digit and no invisible character. */
const isName = (value: string, most: number): boolean =>
  value.length <= most && /[\p{L}\p{N}]/u.test(value) && !/\p{C}/u.test(value);

/** Adds `steps` to a sheet number: 14 is two after 12. Undefined if not a plain number or before the first. */
export function sheetNumberAfter(number: string, steps: number): string | undefined {
  if (!/^\d{1,4}$/.test(number)) return undefined;
  const after = Number(number) + steps;
  return after >= 1 ? String(after) : undefined;
}
