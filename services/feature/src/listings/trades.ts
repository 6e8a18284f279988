/** Maps directory trades to land uses. */
import { lettersOf } from '../spotting/letters.js';
import { TABLE } from '../spotting/term-table.js';
import { ORDINARY } from '../spotting/ordinary-words.js';
import { STREET_WORDS, termsOf, type Term } from '../spotting/terms.js';
import { Meanings, Vocabulary } from '../spotting/vocabulary.js';
import { CRAFTS, TRADES } from './trade-table.js';

export interface Token {
  text: string;
  /** OCR confidence, 0 to 1. */
  confidence: number;
}

export interface Trade {
  /** One of the 44 listed values. */
  landUse: string;
  /** Canonical term: "DRY CLEANERS". */
  term: string;
  /** 0 to 10: confidence that the trade indicates a site. */
  confidence: number;
  /** Share of misread letters. */
  misread: number;
  /** Token range of the line, end exclusive. */
  from: number;
  to: number;
}

/** Maximum misread letters of a phrase, as a share of its letters. */
const MISTAKES = 0.2;
/** The same for a single word. */
const MISTAKES_ALONE = 0.15;

/** Map letterings that are unambiguous anywhere, plus directory trades. */
const VOCABULARY = new Vocabulary(termsOf([...TRADES, ...TABLE.filter(({ beside }) => beside === undefined)]));

interface Match {
  term: Term;
  meant: string;
  mistakes: number;
  length: number;
}

/**
 * Trades in a line's words; longer phrases first, each word used once.
 * @param where whether the words are a trade heading, which contains no personal names; else the token at which a name
 * begins
 */
export function tradesIn(
  tokens: readonly Token[],
  where: { isHeading?: boolean; from?: number } = {},
  meanings = meaningsOfTrades(),
): Trade[] {
  const { isHeading = false, from = 0 } = where;
  // "Gas—Companies", "paints&oils" and "auto-repairing" are split
  const parts = tokens.flatMap(({ text }, index) =>
    (index < from ? '' : text)
      .split(/(?<=&)|(?=&)|[-–—/]+/)
      .filter((part) => lettersOf(part) !== '')
      .map((part) => ({ letters: lettersOf(part), text: part, index })),
  );
  const trades: Trade[] = [];
  const used = new Set<number>();
  const found = parts
    .flatMap((_, at) => matchesAt(parts, at, meanings).map((match) => ({ at, match })))
    .sort((a, b) => b.match.length - a.match.length || a.match.mistakes - b.match.mistakes || a.at - b.at);
  for (const { at, match } of found) {
    const own = Array.from({ length: match.length }, (_, index) => at + index);
    if (own.some((index) => used.has(index))) continue;
    const [first, last] = [parts[at], parts[at + match.length - 1]];
    if (!first || !last) continue;
    if (!isHeading && isName(match, first, from)) continue;
    if (!isHeading && match.length === 1 && STREET_WORDS.has(parts[at + 1]?.letters ?? '')) continue;
    for (const index of own) used.add(index);
    const { landUse, confidence } = match.term;
    if (landUse === undefined || landUse === 'residential') continue;
    const letters = own.reduce((sum, index) => sum + (parts[index]?.letters.length ?? 0), 0);
    const misread = match.mistakes / letters;
    trades.push({ landUse, term: match.meant, confidence, misread, from: first.index, to: last.index + 1 });
  }
  return trades.sort((a, b) => a.from - b.from);
}

/** Possible meanings of directory words; one instance per page, so each word is compared once. */
export const meaningsOfTrades = (): Meanings => new Meanings(VOCABULARY);

/** Whether a word is a personal name here: it begins the entry, or is a capitalized craft. */
function isName(
  { meant, mistakes, length }: Match,
  { text, index }: { text: string; index: number },
  from: number,
): boolean {
  if (index === from && /['’]s?[.,]?$/.test(text)) return true;
  if (length > 1) return false;
  const isCapitalised = /^[^a-z]*[A-Z]/.test(text) && !/^[A-Z&.,]+$/.test(text);
  if (CRAFTS.has(meant)) return index === from || isCapitalised;
  return mistakes > 0 && index === from && isCapitalised;
}

function matchesAt(parts: readonly { letters: string }[], at: number, meanings: Meanings): Match[] {
  const first = parts[at];
  if (!first) return [];
  const found = new Map<Term, Match>();
  for (const spelling of meanings.of(first.letters).keys())
    for (const { term, words } of VOCABULARY.letteringsFrom(spelling)) {
      const match = matchOf(term, words, parts, at, meanings);
      if (match && match.mistakes < (found.get(term)?.mistakes ?? Infinity)) found.set(term, match);
    }
  return [...found.values()];
}

function matchOf(
  term: Term,
  words: Term['words'],
  parts: readonly { letters: string }[],
  at: number,
  meanings: Meanings,
): Match | undefined {
  // words both joined and misread are a different word
  const isRunTogether = words.length < term.words.length;
  const meant: string[] = [];
  let mistakes = 0;
  let letters = 0;
  for (const [index, spellings] of words.entries()) {
    const part = parts[at + index]?.letters;
    if (part === undefined) return undefined;
    const known = isRunTogether ? new Map([[part, 0]]) : meanings.of(part);
    let best: { spelling: string; cost: number } | undefined;
    for (const spelling of spellings) {
      const cost = known.get(spelling);
      if (cost !== undefined && cost < (best?.cost ?? Infinity)) best = { spelling, cost };
    }
    if (!best) return undefined;
    mistakes += best.cost;
    letters += part.length;
    meant.push(best.spelling);
  }
  if (words.length === 1 && mistakes > 0 && ORDINARY.has(parts[at]?.letters ?? '')) return undefined;
  const share = words.length === 1 ? MISTAKES_ALONE : MISTAKES;
  return mistakes <= share * letters ? { term, meant: meant.join(' '), mistakes, length: words.length } : undefined;
}
