/**
 * What the search index holds of a page: for each of its tokens a mark "token hc:places", where h says how often it
 * stands there and c how surely it was read, both from 0 (best) to 8, and places say where among the page's tokens it
 * stands. So marks of a token follow each other in the index, best first, and words and phrases are found with all that
 * they are ranked by without looking at the page. Plain functions.
 */
import { escapeRegExp } from '@symbio/kit';
import { tokensOf } from '@symbio/page-engine/reading';
import type { StoredWord } from '../model.js';

/** Marks of this making; rows with others are made anew. The first had no places. */
export const MARKS_VERSION = 2;
/** Makings of before. */
export const EARLIER_MARKS: readonly number[] = [1];

/** Steps of both digits. */
const STEPS = 9;

/** Places of a token that its mark names: of one that stands more often on a page, the page itself is asked. */
const MOST_PLACES = 64;
/** Each place is told as its distance from the one before, in these digits. */
const RADIX = 36;

/** A mark as it is ranked. */
export interface Mark {
  token: string;
  /** 1 to 9; 9 for more. */
  hits: number;
  /** 0 to 1, in ninths. */
  confidence: number;
  /** Where it stands among the tokens of its page, from 0 and ascending; undefined when the mark does not say. */
  places?: number[];
}

/** Marks of a page: each token once. */
export function marksOf(words: readonly StoredWord[]): string[] {
  const found = new Map<string, { places: number[]; confidence: number }>();
  let at = 0;
  for (const { text, confidence } of words)
    for (const token of tokensOf(text)) {
      const before = found.get(token);
      if (!before) found.set(token, { places: [at], confidence });
      else {
        before.places.push(at);
        before.confidence = Math.max(before.confidence, confidence);
      }
      at++;
    }
  return [...found].map(([token, { places, confidence }]) => {
    const sure = Math.min(STEPS - 1, Math.max(0, Math.round(confidence * (STEPS - 1))));
    const rank = `${STEPS - Math.min(places.length, STEPS)}${STEPS - 1 - sure}`;
    return places.length > MOST_PLACES ? `${token} ${rank}` : `${token} ${rank}:${toDistances(places)}`;
  });
}

const toDistances = (places: readonly number[]): string =>
  places.map((place, index) => (place - (places[index - 1] ?? 0)).toString(RADIX)).join('.');

function fromDistances(text: string): number[] {
  let place = 0;
  return text.split('.').map((distance) => (place += Number.parseInt(distance, RADIX)));
}

/** What a mark says. */
export function readMark(mark: string): Mark {
  const blank = mark.lastIndexOf(' ');
  const [rank = '', distances] = mark.slice(blank + 1).split(':');
  const [often = STEPS - 1, unsure = STEPS - 1] = [...rank].map(Number);
  return {
    token: mark.slice(0, blank),
    hits: STEPS - often,
    confidence: (STEPS - 1 - unsure) / (STEPS - 1),
    ...(distances !== undefined && { places: fromDistances(distances) }),
  };
}

/** How often tokens stand one after the other, by their marks; undefined when one of these does not say where. */
export function timesInRow(marks: readonly string[]): number | undefined {
  const [first, ...others] = marks.map((mark) => readMark(mark).places);
  if (!first || others.includes(undefined)) return undefined;
  const next = others.map((places) => new Set(places));
  return first.filter((place) => next.every((places, index) => places.has(place + index + 1))).length;
}

/** All marks of a token. */
export const marksOfToken = (token: string): RegExp => new RegExp(`^${escapeRegExp(token)} `);

/** All marks of tokens that begin so; those of the beginning itself come first. */
export const marksFrom = (start: string): RegExp => new RegExp(`^${escapeRegExp(start)}`);
