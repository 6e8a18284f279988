/** Where on a page the words of a query stand. Plain functions. */
import { tokensOf, type Term } from '@symbio/page-engine/reading';
import type { StoredWord } from '../model.js';

/** Words shown before and after the first hit. */
const SNIPPET = { before: 6, after: 12 };
const MAX_SNIPPET = 240;
/** Boxes of one page; a query for "a" street would outline half of it. */
const MAX_BOXES = 200;

export interface Hits {
  boxes: StoredWord[];
  /** The words around the place where most of what was looked for stands together. */
  snippet: string;
}

/** Boxes and snippet of the terms on a page. */
export function findHits(words: readonly StoredWord[], terms: readonly Term[]): Hits {
  const sequence = words.flatMap(({ text }, word) => tokensOf(text).map((token) => ({ token, word })));
  /** Terms found at each word. */
  const found = new Map<number, Set<number>>();
  const addHit = (word: number, term: number): void =>
    void (found.get(word) ?? found.set(word, new Set()).get(word))?.add(term);
  for (const [number, term] of terms.entries()) {
    for (let at = 0; at < sequence.length; at++) {
      const length = matchAt(sequence, at, term);
      for (let i = at; i < at + length; i++) addHit(sequence[i]?.word ?? 0, number);
    }
  }
  const hits = [...found.keys()].sort((a, b) => a - b);
  const boxes = hits.slice(0, MAX_BOXES).flatMap((index) => words[index] ?? []);
  return { boxes, snippet: snippetAt(words, densest(hits, found)) };
}

/** How many tokens from `at` on the term takes; 0 when it is not there. */
function matchAt(sequence: readonly { token: string }[], at: number, term: Term): number {
  if (term.kind === 'word') return sequence[at]?.token.startsWith(term.start) ? 1 : 0;
  return term.tokens.every((token, i) => sequence[at + i]?.token === token) ? term.tokens.length : 0;
}

/** The hit from which on most different terms follow within a snippet. */
function densest(hits: readonly number[], found: ReadonlyMap<number, ReadonlySet<number>>): number {
  let best = hits[0] ?? 0;
  let most = 0;
  for (const [index, start] of hits.entries()) {
    const terms = new Set<number>();
    for (let i = index; i < hits.length && (hits[i] ?? 0) <= start + SNIPPET.after; i++)
      for (const term of found.get(hits[i] ?? 0) ?? []) terms.add(term);
    if (terms.size <= most) continue;
    most = terms.size;
    best = start;
  }
  return best;
}

function snippetAt(words: readonly StoredWord[], at: number): string {
  const from = Math.max(0, at - SNIPPET.before);
  const to = Math.min(words.length, at + SNIPPET.after + 1);
  const text = words
    .slice(from, to)
    .map(({ text }) => text)
    .join(' ');
  return `${from > 0 ? '… ' : ''}${text.slice(0, MAX_SNIPPET)}${to < words.length || text.length > MAX_SNIPPET ? ' …' : ''}`;
}
