/**
 * Search index of a page: one mark "token hc:places" per distinct token. h encodes its frequency and c its confidence,
 * both from 0 (best) to 8; places are its positions among the page's tokens. The marks of a token are adjacent in the
 * index, best first, so that words and phrases are found and ranked without reading the page.
 */
import { escapeRegExp } from '@symbio/rpc';
import { tokensOf } from '@symbio/page-engine/reading';
import type { StoredWord } from '../model.js';

/** Format version; older marks are rebuilt. Version 1 had no positions. */
export const MARKS_VERSION = 2;
export const EARLIER_MARKS: readonly number[] = [1];

const STEPS = 9;

/** Maximum positions in a mark; for more frequent tokens the page itself is read. */
const MOST_PLACES = 64;
/** Positions are encoded as differences in this radix. */
const RADIX = 36;

export interface Mark {
  token: string;
  /** 1 to 9; 9 means 9 or more. */
  hits: number;
  /** 0 to 1, in ninths. */
  confidence: number;
  /** Ascending positions among the page's tokens, from 0; undefined if not stored. */
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
    return places.length > MOST_PLACES ? `${token} ${rank}` : `${token} ${rank}:${toDistances(places)}`;
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

/** Number of times the tokens occur in sequence; undefined if a mark has no positions. */
export function timesInRow(marks: readonly string[]): number | undefined {
  const [first, ...others] = marks.map((mark) => readMark(mark).places);
  if (!first || others.includes(undefined)) return undefined;
  const next = others.map((places) => new Set(places));
  return first.filter((place) => next.every((places, index) => places.has(place + index + 1))).length;
}

export const marksOfToken = (token: string): RegExp => new RegExp(`^${escapeRegExp(token)} `);

/** Matches the marks of tokens with this prefix; exact matches sort first. */
export const marksFrom = (start: string): RegExp => new RegExp(`^${escapeRegExp(start)}`);
