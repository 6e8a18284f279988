import { MATCH_KINDS, type MatchKind } from '@symbio/proto/document/vocabulary';
import type { StoredWord } from '../model.js';
import type { SoughtTerm, SoughtWord } from './find-pages.js';
import { pageTokens, type MergedToken, type PageToken } from './page-tokens.js';

/** Words around the first hit. */
const SNIPPET = { before: 6, after: 12 };
const MAX_SNIPPET = 240;
/** Per page: "a" would outline half of it. */
const MAX_BOXES = 200;
/** In multiples of the words' height. */
const MAX_GAP = 3;

export interface HitPlace {
  text: string;
  match: MatchKind;
  x: number;
  y: number;
  width: number;
  height: number;
  confidence: number;
}

export interface SnippetPart {
  text: string;
  isHit: boolean;
}

export interface Hits {
  boxes: StoredWord[];
  places: HitPlace[];
  /** Around the place with most terms. */
  snippet: string;
  snippetParts: SnippetPart[];
}

/** How a term matches; words of a phrase share `begins`. */
interface TermMatch {
  match: MatchKind;
  begins: number;
}
type Found = ReadonlyMap<number, ReadonlyMap<number, TermMatch>>;

export function findHits(words: readonly StoredWord[], terms: readonly SoughtTerm[]): Hits {
  const { tokens: sequence, merged } = pageTokens(words);
  const forms = formsAt(sequence, merged);
  const found = new Map<number, Map<number, TermMatch>>();
  const addHit = (word: number, term: number, way: TermMatch): void => {
    const of = found.get(word) ?? new Map<number, TermMatch>();
    const before = of.get(term);
    found.set(word, of.set(term, before && rankOf(before.match) <= rankOf(way.match) ? before : way));
  };
  for (const [number, term] of terms.entries()) {
    for (let at = 0; at < sequence.length; at++) {
      const hit = matchAt(forms, at, term);
      if (!hit) continue;
      // words without tokens between them included: the "&" of "A & P"
      const last = sequence[at + hit.length - 1]?.word ?? -1;
      for (let word = sequence[at]?.word ?? 0; word <= last; word++)
        addHit(word, number, { match: hit.match, begins: at });
    }
  }
  const hits = [...found.keys()].sort((a, b) => a - b);
  const boxes = hits.slice(0, MAX_BOXES).flatMap((index) => words[index] ?? []);
  const snippetParts = snippetAt(words, densest(hits, found), found);
  return {
    boxes,
    places: placesOf(words, hits, found).slice(0, MAX_BOXES),
    snippet: snippetParts.map(({ text }) => text).join(''),
    snippetParts,
  };
}

const rankOf = (match: MatchKind): number => MATCH_KINDS.indexOf(match);
const better = (a: MatchKind, b: MatchKind): MatchKind => (rankOf(a) < rankOf(b) ? a : b);

interface Form {
  token: string;
  length: number;
}
/** By position. */
type Forms = readonly (readonly Form[])[];

function formsAt(tokens: readonly PageToken[], merged: readonly MergedToken[]): Forms {
  const forms: Form[][] = tokens.map(({ token }) => [{ token, length: 1 }]);
  for (const { token, at, length } of merged) forms[at]?.push({ token, length });
  return forms;
}

interface TokenMatch {
  /** Tokens matched. */
  length: number;
  match: MatchKind;
}

/** Best match at a position. */
function matchAt(forms: Forms, at: number, term: SoughtTerm): TokenMatch | undefined {
  const length = sequenceAt(forms, at, term.sequences ?? []);
  if (length !== undefined) return { length, match: 'exact' };
  if (term.kind === 'phrase') return undefined;
  let best: TokenMatch | undefined;
  for (const form of forms[at] ?? []) {
    const match = matchWord(term, form, forms[at + form.length]?.[0]?.token);
    if (match && (!best || rankOf(match.match) < rankOf(best.match))) best = match;
  }
  return best;
}

/** Number of tokens in the first sequence that begins here. */
function sequenceAt(forms: Forms, at: number, sequences: readonly (readonly string[])[]): number | undefined {
  for (const sequence of sequences) {
    let end: number | undefined = at;
    for (const token of sequence) {
      if (end === undefined) break;
      const form: Form | undefined = forms[end]?.find((one) => one.token === token);
      end = form && end + form.length;
    }
    if (end !== undefined) return end - at;
  }
  return undefined;
}

function matchWord(
  { start, joined, endings, near, halves }: SoughtWord,
  { token, length }: Form,
  next: string | undefined,
): TokenMatch | undefined {
  if (token === start) return { length, match: 'exact' };
  if (token.startsWith(start)) return { length, match: 'beginning' };
  if (endings.has(token) || joined.some((word) => token.startsWith(word))) return { length, match: 'part' };
  if (halves.some(([one, other]) => token === one && next === other)) return { length: length + 1, match: 'part' };
  return near.has(token) ? { length, match: 'near' } : undefined;
}

/** Hit with most different terms around it. */
function densest(hits: readonly number[], found: Found): number {
  let best = hits[0] ?? 0;
  let most = 0;
  for (const [index, start] of hits.entries()) {
    const terms = new Set<number>();
    for (let i = index; i < hits.length && (hits[i] ?? 0) <= start + SNIPPET.after; i++)
      for (const term of found.get(hits[i] ?? 0)?.keys() ?? []) terms.add(term);
    if (terms.size <= most) continue;
    most = terms.size;
    best = start;
  }
  return best;
}

/** Merges adjacent words of different terms or one phrase. */
function placesOf(words: readonly StoredWord[], hits: readonly number[], found: Found): HitPlace[] {
  const places: HitPlace[] = [];
  let terms = new Map<number, number>();
  let last: { index: number; word: StoredWord } | undefined;
  for (const index of hits) {
    const word = words[index];
    const ways = [...(found.get(index) ?? [])];
    if (!word || ways.length === 0) continue;
    const match = ways.map(([, way]) => way.match).reduce(better);
    const place = places.at(-1);
    const isNew = ways.every(([term, { begins }]) => (terms.get(term) ?? begins) === begins);
    if (place && last?.index === index - 1 && isNew && isNear(last.word, word)) extend(place, word, match);
    else {
      const { text, x, y, width, height, confidence } = word;
      places.push({ text, match, x, y, width, height, confidence });
      terms = new Map();
    }
    for (const [term, { begins }] of ways) terms.set(term, begins);
    last = { index, word };
  }
  return places;
}

function extend(place: HitPlace, { text, x, y, width, height, confidence }: StoredWord, match: MatchKind): void {
  const right = Math.max(place.x + place.width, x + width);
  const bottom = Math.max(place.y + place.height, y + height);
  place.text += ` ${text}`;
  place.x = Math.min(place.x, x);
  place.y = Math.min(place.y, y);
  place.width = right - place.x;
  place.height = bottom - place.y;
  place.confidence = Math.min(place.confidence, confidence);
  if (rankOf(match) > rankOf(place.match)) place.match = match;
}

function isNear(a: StoredWord, b: StoredWord): boolean {
  const gap = (from: number, to: number, other: number, end: number) => Math.max(other - to, from - end, 0);
  const height = Math.min(Math.max(a.width, a.height), Math.max(a.height, b.height), Math.max(a.width, b.width));
  const across = gap(a.x, a.x + a.width, b.x, b.x + b.width);
  const down = gap(a.y, a.y + a.height, b.y, b.y + b.height);
  return Math.max(across, down) <= MAX_GAP * height;
}

function snippetAt(words: readonly StoredWord[], at: number, found: Found): SnippetPart[] {
  const from = Math.max(0, at - SNIPPET.before);
  const to = Math.min(words.length, at + SNIPPET.after + 1);
  const parts: SnippetPart[] = [];
  const add = (text: string, isHit: boolean): void => {
    const last = parts.at(-1);
    if (last && last.isHit === isHit) last.text += text;
    else if (text) parts.push({ text, isHit });
  };
  if (from > 0) add('… ', false);
  let length = 0;
  let isCut = to < words.length;
  for (let index = from; index < to; index++) {
    const text = words[index]?.text ?? '';
    if (length + text.length > MAX_SNIPPET) {
      isCut = true;
      break;
    }
    if (index > from) add(' ', false);
    add(text, found.has(index));
    length += text.length + 1;
  }
  if (isCut) add(' …', false);
  return parts;
}
