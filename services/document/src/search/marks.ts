/**
 * Search index of a page: a mark "token hc:places" per distinct token. h encodes frequency and c confidence, from 0
 * (best) to 8; places are positions among the page's tokens. Marks of a token are adjacent in the index, best first:
 * words and phrases are found and ranked without reading pages.
 */
import { escapeRegExp } from '@symbio/rpc';
import { tokensOf } from '@symbio/page-engine/reading';
import type { StoredWord } from '../model.js';

/** A new version needs a migration that writes the marks of all pages. */
export const MARKS_VERSION = 2;

const STEPS = 9;

/** For more frequent tokens the page itself is read. */
const MAX_PLACES = 64;
/** Positions are encoded as differences in this radix. */
const RADIX = 36;

export interface Mark {
  token: string;
  /** 9 means 9 or more. */
  hits: number;
  /** 0 to 1, in ninths. */
  confidence: number;
  /** From 0, ascending; undefined if not stored. */
  places?: number[];
}

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
    return places.length > MAX_PLACES ? `${token} ${rank}` : `${token} ${rank}:${toDistances(places)}`;
  });
}

const toDistances = (places: readonly number[]): string =>
  places.map((place, index) => (place - (places[index - 1] ?? 0)).toString(RADIX)).join('.');

function fromDistances(text: string): number[] {
  let place = 0;
  return text.split('.').map((distance) => (place += Number.parseInt(distance, RADIX)));
}

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

/** Occurrences of the tokens in sequence; undefined without positions. */
export function sequenceCount(marks: readonly string[]): number | undefined {
  const [first, ...others] = marks.map((mark) => readMark(mark).places);
  if (!first || others.includes(undefined)) return undefined;
  const next = others.map((places) => new Set(places));
  return first.filter((place) => next.every((places, index) => places.has(place + index + 1))).length;
}

export const marksOfToken = (token: string): RegExp => new RegExp(`^${escapeRegExp(token)} `);

/** Exact matches sort first. */
export const marksFrom = (start: string): RegExp => new RegExp(`^${escapeRegExp(start)}`);
