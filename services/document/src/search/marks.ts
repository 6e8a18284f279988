/**
 * Search index of a page: a mark "token hc:places" per distinct token. h encodes frequency and c confidence, from 0
 * (best) to 8; places are positions among the page's tokens, with the number of tokens if it is not 1 ("ust" of
 * "U.S.T." has 3). Marks of a token are adjacent in the index, best first: words and phrases are found and ranked
 * without reading pages.
 */
import { escapeRegExp } from '@symbio/rpc';
import type { StoredWord } from '../model.js';
import { pageTokens } from './page-tokens.js';

/** A new version needs a migration that writes the marks of all pages. Version 2 had no merged tokens. */
export const MARKS_VERSION = 3;

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
  /** Ascending; undefined if not stored. */
  places?: Place[];
}

export interface Place {
  /** From 0. */
  at: number;
  /** Tokens that it takes. */
  length: number;
}

export function marksOf(words: readonly StoredWord[]): string[] {
  const found = new Map<string, { places: Place[]; confidence: number }>();
  const { tokens, merged } = pageTokens(words);
  const add = (token: string, at: number, length: number): void => {
    const confidence = Math.min(...tokens.slice(at, at + length).map(({ word }) => words[word]?.confidence ?? 0));
    const before = found.get(token);
    if (!before) found.set(token, { places: [{ at, length }], confidence });
    else {
      before.places.push({ at, length });
      before.confidence = Math.max(before.confidence, confidence);
    }
  };
  for (const [at, { token }] of tokens.entries()) add(token, at, 1);
  for (const { token, at, length } of merged) add(token, at, length);
  return [...found].map(([token, { places, confidence }]) => {
    const sure = Math.min(STEPS - 1, Math.max(0, Math.round(confidence * (STEPS - 1))));
    const rank = `${STEPS - Math.min(places.length, STEPS)}${STEPS - 1 - sure}`;
    return places.length > MAX_PLACES ? `${token} ${rank}` : `${token} ${rank}:${toDistances(places)}`;
  });
}

const toDistances = (places: readonly Place[]): string =>
  [...places]
    .sort((one, other) => one.at - other.at)
    .map(({ at, length }, index, sorted) => {
      const distance = (at - (sorted[index - 1]?.at ?? 0)).toString(RADIX);
      return length === 1 ? distance : `${distance}+${length.toString(RADIX)}`;
    })
    .join('.');

function fromDistances(text: string): Place[] {
  let at = 0;
  return text.split('.').map((place) => {
    const [distance = '', length = '1'] = place.split('+');
    at += Number.parseInt(distance, RADIX);
    return { at, length: Number.parseInt(length, RADIX) };
  });
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

/** Undefined without positions. */
export function sequenceCount(marks: readonly string[]): number | undefined {
  const [first, ...others] = marks.map((mark) => readMark(mark));
  if (!first) return undefined;
  if (others.length === 0) return first.places?.length ?? first.hits;
  if (!first.places || others.some(({ places }) => !places)) return undefined;
  const next = others.map(({ places = [] }) => new Map(places.map(({ at, length }) => [at, at + length])));
  return first.places.filter(({ at, length }) => {
    let end: number | undefined = at + length;
    for (const ends of next) end = end === undefined ? undefined : ends.get(end);
    return end !== undefined;
  }).length;
}

export const marksOfToken = (token: string): RegExp => new RegExp(`^${escapeRegExp(token)} `);

/** Exact matches sort first. */
export const marksFrom = (start: string): RegExp => new RegExp(`^${escapeRegExp(start)}`);
