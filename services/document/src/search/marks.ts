/**
 * What the search index holds of a page: for each of its tokens a mark "token hc", where h says how often it stands
 * there and c how surely it was read, both from 0 (best) to 8. So marks of a token follow each other in the index, best
 * first, and a word is found with all that it is ranked by without looking at the page. Plain functions.
 */
import { escapeRegExp } from '@symbio/kit';
import { tokensOf } from '@symbio/page-engine/reading';
import type { StoredWord } from '../model.js';

/** Marks of this making; rows with others are made anew. */
export const MARKS_VERSION = 1;

/** Steps of both digits. */
const STEPS = 9;

/** A mark as it is ranked. */
export interface Mark {
  token: string;
  /** 1 to 9; 9 for more. */
  hits: number;
  /** 0 to 1, in ninths. */
  confidence: number;
}

/** Marks of a page: each token once. */
export function marksOf(words: readonly StoredWord[]): string[] {
  const found = new Map<string, { hits: number; confidence: number }>();
  for (const { text, confidence } of words)
    for (const token of tokensOf(text)) {
      const before = found.get(token);
      if (!before) found.set(token, { hits: 1, confidence });
      else {
        before.hits++;
        before.confidence = Math.max(before.confidence, confidence);
      }
    }
  return [...found].map(([token, { hits, confidence }]) => {
    const sure = Math.min(STEPS - 1, Math.max(0, Math.round(confidence * (STEPS - 1))));
    return `${token} ${STEPS - Math.min(hits, STEPS)}${STEPS - 1 - sure}`;
  });
}

/** What a mark says. */
export function readMark(mark: string): Mark {
  const blank = mark.lastIndexOf(' ');
  const [often = STEPS - 1, unsure = STEPS - 1] = [...mark.slice(blank + 1)].map(Number);
  return { token: mark.slice(0, blank), hits: STEPS - often, confidence: (STEPS - 1 - unsure) / (STEPS - 1) };
}

/** All marks of a token. */
export const marksOfToken = (token: string): RegExp => new RegExp(`^${escapeRegExp(token)} `);

/** All marks of tokens that begin so; those of the beginning itself come first. */
export const marksFrom = (start: string): RegExp => new RegExp(`^${escapeRegExp(start)}`);
